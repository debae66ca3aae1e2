// A fleet at a glance: the list at the table's edge, the top bar, and the signs of the log.
import type { Preview, PreviewCall, ReplayEvent, TableEvent } from '../../api/types';
import { capital, number as figure, percent, plain } from '../../lib/words';
import type { Glance, Group, Headline, LogHint, NewSheet, SignName } from '../contract';
import { called, find, kind, marks, nationOf, ordersOf, QUALITIES, stepOf, STEPS, sum } from './fleet';
import { pointOf, turned, VELOCITIES, windFrom } from './hexes';
import type { RulesEvent, View } from '../../served/wsim';
import { rulesEvent } from '../told';

export function headline(view: View): Headline {
  const { table } = view;
  const step = stepOf(table);
  const from = windFrom(table.wind);
  return {
    scenario: table.title,
    turn: table.turn,
    turns: table.turns,
    step: step ? (table.turn === 0 ? 'opening loads' : (STEPS[step] ?? step)) : 'the action is over',
    wind: { from, words: `${pointOf(turned(table.wind, 3))}, ${VELOCITIES[table.velocity] ?? ''}` },
  };
}

export function groups(view: View, seat: string): readonly Group[] {
  const { table } = view;
  const order = table.sides[1] === seat ? [table.sides[1], table.sides[0]] : table.sides;
  return order.map((side) => ({ id: side, name: '', side, subjects: table.ships.filter((ship) => ship.side === side).map((ship) => ship.id) }));
}

export function glance(view: View, subject: string): Glance | null {
  const { table } = view;
  const ship = find(table, subject);
  if (!ship) return null;
  const out = Boolean(ship.gone) || Boolean(ship.danger) || (ship.colours ?? 'flying') !== 'flying';
  const written = ordersOf(view, ship.id);
  const plot = written.find((order) => order.type === 'plot');
  const own = view.seat === ship.side && stepOf(table) !== null && !out;
  return {
    id: ship.id,
    name: called(table, ship),
    side: ship.side,
    kind: `${kind(ship)}, ${nationOf(ship)}, ${QUALITIES[ship.quality]} crew`,
    tracks: [
      { name: 'hull', left: ship.hull, all: ship.hull_full },
      { name: 'crew', left: ship.prize ? ship.prize[0] : sum(ship.crew), all: sum(ship.crew_full) },
      { name: 'rigging', left: sum(ship.rigging), all: sum(ship.rigging_full) },
    ],
    marks: [...(plot?.type === 'plot' ? [`plot ${plot.moves}`] : []), ...marks(table, ship)],
    out,
    flag: ship.admiral ?? false,
    ...(own ? { done: written.some((order) => order.type !== 'signal') } : {}),
  };
}

/** Her log as a sheet for a table of wood. */
export function sheets(view: View): readonly NewSheet[] {
  return view.table.ships.map((ship) => ({
    name: called(view.table, ship),
    side: ship.side,
    kind: `${kind(ship)}, ${QUALITIES[ship.quality]} crew, guns ${ship.guns.join('/')}, carronades ${ship.carronades.join('/')}`,
    tracks: [
      { name: 'hull', boxes: squares(ship.hull_full), marked: ship.hull_full - ship.hull },
      ...ship.crew_full.map((all, i) => ({ name: `crew ${i + 1}`, boxes: squares(all), marked: all - (ship.crew[i] ?? 0) })),
      ...ship.rigging_full.map((all, i) => ({ name: `rigging ${i + 1}`, boxes: squares(all), marked: all - (ship.rigging[i] ?? 0) })),
    ].filter((track) => track.boxes.length > 0),
    markers: [],
    notes: `class ${ship.ship_class}, speed ${ship.battle_speed}${ship.full_speed ? `, ${ship.full_speed} under full sails` : ''}, turning ${ship.turning}, ${ship.points} points`,
  }));
}

const squares = (count: number): number[] => Array.from({ length: count }, () => 1);

export const TICKS = [
  'initial broadside port', 'initial broadside starboard', 'full sails', 'anchored', 'fouled', 'grappled', 'on fire', 'struck', 'captured',
] as const;

const SIGNS: { readonly [type: string]: SignName } = {
  wind: 'sail', wrote: 'eye', erased: 'undo', committed: 'flag', plotted: 'helm', signalled: 'flag', stepped: 'sail', collided: 'collision', drifted: 'drift',
  anchored: 'anchor', towed: 'grapple', unfouled: 'grapple', cleared: 'sail', grappled: 'grapple', fended: 'grapple', prepared: 'board', fired: 'gun',
  critical: 'hit', squares: 'hit', masted: 'hit', fate: 'struck', melee: 'board', transferred: 'board', loaded: 'gun', repaired: 'sail', sailed: 'sail', ended: 'end',
};

const LOUD = new Set([
  'wind', 'signalled', 'collided', 'drifted', 'anchored', 'unfouled', 'cleared', 'grappled', 'fended', 'prepared', 'fired', 'critical', 'squares', 'masted', 'fate', 'melee', 'ended',
]);

function about(event: RulesEvent): readonly string[] {
  switch (event.type) {
    case 'began':
    case 'wind':
    case 'committed':
    case 'ended':
      return [];
    case 'wrote':
      return [event.order.ship];
    case 'stepped':
      return event.moves.map(([ship]) => ship);
    case 'drifted':
      return event.ships.map(([ship]) => ship);
    case 'fired':
      return [event.ship, event.target];
    case 'critical':
      return [event.ship, event.by];
    case 'prepared':
      return event.target ? [event.ship, event.target] : [event.ship];
    case 'collided':
    case 'towed':
    case 'unfouled':
    case 'grappled':
    case 'fended':
    case 'melee':
    case 'transferred':
      return [event.ship, event.other];
    default:
      return [event.ship];
  }
}

export function hint(event: TableEvent | ReplayEvent): LogHint {
  const told = rulesEvent<RulesEvent>(event);
  if (!told) return { sign: null, subjects: [], loud: false };
  if (told.type === 'began') {
    return { sign: null, heading: { turn: told.turn, words: STEPS[told.step] ?? plain(told.step) }, subjects: [], loud: true };
  }
  const hit = told.type === 'fired' && (told.hull ?? 0) + (told.crew ?? 0) + (told.rigging ?? 0) > 0;
  return { sign: hit ? 'hit' : (SIGNS[told.type] ?? null), subjects: about(told), loud: LOUD.has(told.type) };
}

// ---- odds in one line --------------------------------------------------------------------------------------------

/** The chance that a part of the result is true. */
function chance(call: PreviewCall, part: string): number | null {
  const found = call.odds?.parts[part];
  if (found) return found.find((one) => one.value === true)?.p ?? 0;
  const plainly = call.odds?.outcomes;
  if (!plainly?.length || typeof plainly[0]?.value !== 'boolean') return null;
  return plainly.find((one) => one.value === true)?.p ?? 0;
}

const TRUE_PARTS: readonly (readonly [part: string, words: string])[] = [
  ['held', 'to hold'], ['free', 'to get free'], ['fouled', 'to foul'], ['won', 'to win'], ['captured', 'to take her'], ['changed', 'to change'],
];

/** The chance of each winner of a fight. */
function winner(call: PreviewCall, who: string): number {
  return (call.odds?.outcomes ?? []).reduce((all, one) => ((one.value as { winner?: unknown } | null)?.winner === who ? all + one.p : all), 0);
}

function weighed(call: PreviewCall): string | null {
  const { odds } = call;
  if (!odds) return null;
  if (call.procedure === 'movement_allowance') {
    const [least, most] = [odds.means['least']?.value ?? 0, odds.means['most']?.value ?? 0];
    return least === most ? `speed ${most}` : `speed ${least} to ${most}`;
  }
  if (call.procedure === 'melee') {
    return `${percent(winner(call, 'first'))} to take her, ${percent(winner(call, 'second'))} to be beaten${call.words ? `, ${call.words}` : ''}`;
  }
  const squares = ['hull', 'crew', 'rigging'].flatMap((part) => {
    const mean = odds.means[part]?.value ?? 0;
    return mean > 0.005 ? [`${figure(mean, 1)} ${part}`] : [];
  });
  const parts: string[] = [];
  if (squares.length) parts.push(`${squares.join(', ')} squares on average`);
  for (const [part, words] of TRUE_PARTS) {
    const p = chance(call, part);
    if (p !== null) parts.push(`${percent(p)} ${words}`);
    if (p !== null && !odds.parts[part]) break;
  }
  if (!parts.length) return null;
  return call.words ? `${capital(call.words)}: ${parts.join(', ')}` : parts.join(', ');
}

/** "Left broadside at Java: 2.1 hull, 0.8 crew squares on average" */
export function weigh(preview: Preview): string | null {
  const parts = preview.calls.map(weighed).filter((one): one is string => one !== null);
  return parts.length ? parts.join(' · ') : null;
}

