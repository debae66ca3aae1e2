// A fleet at a glance: the list at the table's edge, the top bar, and the signs of the log.
import type { PreviewCall } from '../../api/types';
import { chanceOf, eachWeighed } from '../../lib/odds';
import { capital, number as figure, percent } from '../../lib/words';
import type { Glance, Group, Headline, SignName } from '../contract';
import { called, find, kind, marks, nationOf, ordersOf, QUALITIES, stepOf, STEPS, sum } from './fleet';
import { pointOf, turned, VELOCITIES, windFrom } from './hexes';
import type { RulesEvent, View } from '../../served/wsim';
import { telling } from '../told';

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

export const hint = telling<RulesEvent>({
  signs: SIGNS, loud: (type) => LOUD.has(type), named: ['ship', 'target', 'other', 'ships', 'moves'],
  sign: (told) => (told.type === 'fired' && (told.hull ?? 0) + (told.crew ?? 0) + (told.rigging ?? 0) > 0 ? 'hit' : null),
});

// ---- odds in one line --------------------------------------------------------------------------------------------

const TRUE_PARTS: readonly (readonly [part: string, words: string])[] = [
  ['held', 'to hold'], ['free', 'to get free'], ['fouled', 'to foul'], ['won', 'to win'], ['captured', 'to take her'], ['changed', 'to change'],
];

function weighed(call: PreviewCall): string | null {
  const { odds } = call;
  if (!odds) return null;
  if (call.procedure === 'movement_allowance') {
    const [least, most] = [odds.means['least']?.value ?? 0, odds.means['most']?.value ?? 0];
    return least === most ? `speed ${most}` : `speed ${least} to ${most}`;
  }
  if (call.procedure === 'melee') {
    return `${percent(chanceOf(call, 'winner', 'first') ?? 0)} to take her, ${percent(chanceOf(call, 'winner', 'second') ?? 0)} to be beaten${call.words ? `, ${call.words}` : ''}`;
  }
  const squares = ['hull', 'crew', 'rigging'].flatMap((part) => {
    const mean = odds.means[part]?.value ?? 0;
    return mean > 0.005 ? [`${figure(mean, 1)} ${part}`] : [];
  });
  const parts: string[] = [];
  if (squares.length) parts.push(`${squares.join(', ')} squares on average`);
  for (const [part, words] of TRUE_PARTS) {
    const p = chanceOf(call, part);
    if (p !== null) parts.push(`${percent(p)} ${words}`);
    if (p !== null && !odds.parts[part]) break;
  }
  if (!parts.length) return null;
  return call.words ? `${capital(call.words)}: ${parts.join(', ')}` : parts.join(', ');
}

/** "Left broadside at Java: 2.1 hull, 0.8 crew squares on average" */
export const weigh = eachWeighed(weighed);
