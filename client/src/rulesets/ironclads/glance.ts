// A fleet at a glance: the list at the table's edge, the top bar, and the signs of the log.
import type { Preview, PreviewCall, ReplayEvent, TableEvent } from '../../api/types';
import { point } from '../../freetable/geometry';
import { inOneLine } from '../../lib/odds';
import { capital, number as figure, percent } from '../../lib/words';
import type { Glance, Group, Headline, LogHint, NewSheet, SignName } from '../contract';
import { acting, batteries, called, CAPTAINS, faceDown, find, gunFigures, gunName, kind, marks, QUARTERS, sectorWords, sideName, TRAITS, tubes, WINDS } from './fleet';
import type { RulesEvent, Table, View } from '../../served/ironclads';
import { rulesEvent } from '../told';

function step(table: Table): string {
  const { phase } = table;
  switch (phase.type) {
    case 'choosing':
      return 'initiative';
    case 'commanding':
      return 'orders are placed';
    case 'breaking':
      return 'breaking off';
    case 'over':
      return 'the battle is over';
    default: {
      const ship = acting(table);
      return ship ? `${called(table, ship)} acts` : `${sideName(phase.side)} activate`;
    }
  }
}

export function headline(view: View): Headline {
  const { table } = view;
  return {
    scenario: table.title, turn: table.turn, turns: table.turns, step: step(table),
    wind: { from: table.wind, words: table.level > 1 ? `${point(table.wind)}, ${WINDS[table.level] ?? ''}` : 'calm' },
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
  if (!ship) {
    // What a whole side decides, where that is all there is to decide.
    if (subject !== 'step' || !['choosing', 'rethrowing', 'destroying', 'breaking'].includes(table.phase.type)) return null;
    return { id: subject, name: 'the whole side', side: view.seat ?? '', kind: '', tracks: [], marks: [], out: false, flag: false };
  }
  const out = Boolean(ship.gone) || Boolean(ship.surrendered) || ship.hull <= 0;
  const own = faceDown(view, ship);
  const { phase } = table;
  const orders = [own[0] && `now ${own[0]}`, own[1] && `next ${own[1]}`].filter((one): one is string => Boolean(one));
  const all = Math.ceil(ship.hull_full / QUARTERS);
  const ours = view.seat === ship.side && !out && !ship.fort;
  return {
    id: ship.id, name: called(table, ship), side: ship.side, kind: kind(ship),
    tracks: [{ name: ship.fort ? 'structure' : 'hull', left: Math.ceil(Math.max(0, ship.hull) / QUARTERS), all }],
    marks: [...(ship.order ? [`order ${ship.order}`] : []), ...orders, ...marks(ship)],
    out, flag: ship.flagship ?? false,
    ...(ours && phase.type === 'commanding' ? { done: own[1] !== '' && ((view.sea?.figures['positions'] ?? 1) < 2 || own[0] !== '') } : {}),
    ...(!out && phase.type === 'activating' ? { done: ship.activated ?? false } : {}),
  };
}

/** Her sheet for a table of wood, as the server lays it out: four boxes a hull point, one for each battery and tube. */
export function sheets(view: View): readonly NewSheet[] {
  return view.table.ships.map((ship) => ({
    name: called(view.table, ship), side: ship.side, kind: kind(ship),
    tracks: [
      { name: ship.fort ? 'structure' : 'hull', boxes: Array.from({ length: ship.hull_full }, (_, i) => Math.floor(i / QUARTERS) + 1), marked: ship.hull_full - ship.hull },
      ...batteries(ship).map((battery, i) => ({ name: `${gunName(ship, i + 1)}, ${gunFigures(battery)}`, boxes: [1], marked: battery.lost ? 1 : 0 })),
      ...tubes(ship).map((tube) => ({ name: `torpedo tube ${tube.damage ?? 'D2'}, ${sectorWords(tube.sectors)}`, boxes: [1], marked: tube.spent ? 1 : 0 })),
    ],
    markers: ship.flagship ? ['flagship'] : [],
    notes: [...(ship.traits ?? []).map((trait) => TRAITS[trait][0]), ...(ship.captain ? [`captain: ${CAPTAINS[ship.captain]}`] : [])].join(', '),
  }));
}

export const TICKS = [
  'fire', 'flooding', 'flooded', 'bridge', 'rudder', 'engine room', 'heavy list', 'ram lost', 'aground', 'at anchor', 'surrendered',
] as const;

const SIGNS: { readonly [type in RulesEvent['type']]?: SignName } = {
  initiative: 'dice', leads: 'flag', weather: 'sail', minesswept: 'drift', placed: 'eye', committed: 'flag', activated: 'eye', steamed: 'helm', rammed: 'collision',
  grounded: 'anchor', mined: 'hit', fired: 'gun', torpedoed: 'gun', struck: 'hit', held: 'eye', answers: 'gun', threw: 'dice', manned: 'eye', finished: 'eye', boarded: 'board', fought: 'drift', fate: 'struck', contacted: 'dice', ended: 'end',
};
const QUIET = new Set(['placed', 'steamed', 'began', 'committed', 'answers', 'manned', 'finished']);
const PHASES = { initiative: 'initiative', command: 'orders', activation: 'the ships act', repair: 'fires, floods and repairs', contact: 'contact' } as const;

function about(event: RulesEvent): readonly string[] {
  if ('target' in event) return [event.ship, event.target];
  return 'ship' in event ? [event.ship] : [];
}

export function hint(event: TableEvent | ReplayEvent): LogHint {
  const told = rulesEvent<RulesEvent>(event);
  if (!told) return { sign: null, subjects: [], loud: false };
  if (told.type === 'began') return { sign: null, heading: { turn: told.turn, words: PHASES[told.phase] }, subjects: [], loud: true };
  const hit = (told.type === 'fired' && told.hits > 0) || (told.type === 'torpedoed' && told.hit);
  return { sign: hit ? 'hit' : (SIGNS[told.type] ?? null), subjects: about(told), loud: !QUIET.has(told.type) };
}

// ---- odds in one line --------------------------------------------------------------------------------------------

/** The chance that a part of the result is true, or more than nothing. */
function some(call: PreviewCall, part: string): number {
  return (call.odds?.parts[part] ?? []).reduce((all, one) => (one.value === 0 || one.value === false ? all : all + one.p), 0);
}

/** The chance of each word that a result may be. */
function likely(call: PreviewCall, part: string, word: string): number {
  return (call.odds?.outcomes ?? []).reduce((all, one) => ((one.value as { readonly [part: string]: unknown } | null)?.[part] === word ? all + one.p : all), 0);
}

/** "0.4 hull"; nothing where there is none to lose. */
function hull(call: PreviewCall, part: string, of = 'hull'): string[] {
  const mean = call.odds?.means[part]?.value;
  return mean === undefined ? [] : [`${figure(mean, mean < 0.1 ? 2 : 1)} ${of}`];
}

function chanceOf(call: PreviewCall, part: string, words: string): string[] {
  const p = some(call, part);
  // What hardly ever happens is left to the plots beside.
  return p >= 0.005 ? [`${percent(p)} ${words}`] : [];
}

function parts(call: PreviewCall): readonly string[] {
  switch (call.procedure) {
    case 'salvo':
      return [...hull(call, 'hull', 'hull on average'), ...chanceOf(call, 'fires', 'fire'), ...chanceOf(call, 'flooding', 'flooding'), ...chanceOf(call, 'sunk', 'to be lost')];
    case 'torpedo':
      return [...chanceOf(call, 'hit', 'to hit'), ...hull(call, 'hull'), ...chanceOf(call, 'sunk', 'to sink')];
    case 'ram':
      return [
        ...chanceOf(call, 'struck', 'to strike'), ...hull(call, 'target_loses', 'hull of hers'), ...hull(call, 'rammer_loses', 'of ours'), ...chanceOf(call, 'target_sunk', 'to sink her'),
        ...chanceOf(call, 'rammer_sunk', 'to sink ourselves'),
      ];
    case 'boarding':
      return [`${percent(likely(call, 'result', 'taken'))} to take her`, `${percent(likely(call, 'result', 'thrown back'))} to be thrown back`];
    default:
      return call.odds ? [inOneLine(call.odds)] : [];
  }
}

function weighed(call: PreviewCall): string | null {
  const said = call.odds ? parts(call) : [];
  if (!said.length) return null;
  return call.words ? `${capital(call.words)}: ${said.join(', ')}` : said.join(', ');
}

/** "At Virginia: 0.4 hull on average, 8 % fire" */
export function weigh(preview: Preview): string | null {
  const said = preview.calls.map(weighed).filter((one): one is string => one !== null);
  return said.length ? said.join(' · ') : null;
}
