// A fleet at a glance: the list at the table's edge, the top bar, and the signs of the log.
import type { PreviewCall } from '../../api/types';
import { point } from '../../freetable/geometry';
import { chanceOf, eachWeighed, inOneLine } from '../../lib/odds';
import { capital, number as figure, percent } from '../../lib/words';
import type { Glance, Group, Headline, SignName } from '../contract';
import { acting, called, faceDown, find, kind, marks, QUARTERS, sideName, WINDS } from './fleet';
import type { RulesEvent, Table, View } from '../../served/ironclads';
import { telling } from '../told';

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
    tracks: [{ name: ship.fort ? 'structure' : 'hull', left: Math.max(0, ship.hull) / QUARTERS, all }],
    marks: [...(ship.order ? [`order ${ship.order}`] : []), ...orders, ...marks(ship)],
    out, flag: ship.flagship ?? false,
    ...(ours && phase.type === 'commanding' ? { done: own[1] !== '' && ((view.sea?.figures['positions'] ?? 1) < 2 || own[0] !== '') } : {}),
    ...(!out && phase.type === 'activating' ? { done: ship.activated ?? false } : {}),
  };
}

export const TICKS = [
  'fire', 'flooding', 'flooded', 'bridge', 'rudder', 'engine room', 'heavy list', 'ram lost', 'aground', 'at anchor', 'surrendered',
] as const;

const SIGNS: { readonly [type in RulesEvent['type']]?: SignName } = {
  initiative: 'dice', leads: 'flag', weather: 'sail', minesswept: 'drift', placed: 'eye', committed: 'flag', activated: 'eye', steamed: 'helm', rammed: 'collision',
  grounded: 'anchor', mined: 'hit', fired: 'gun', torpedoed: 'gun', struck: 'hit', held: 'eye', answers: 'gun', threw: 'dice', manned: 'eye', finished: 'eye', boarded: 'board', fought: 'drift', fate: 'struck', contacted: 'dice', ended: 'end',
};
const QUIET = new Set(['placed', 'steamed', 'began', 'committed', 'answers', 'manned', 'finished']);

export const hint = telling<RulesEvent>({
  signs: SIGNS, loud: (type) => !QUIET.has(type), named: ['ship', 'target'],
  sign: (told) => ((told.type === 'fired' && told.hits > 0) || (told.type === 'torpedoed' && told.hit) ? 'hit' : null),
});

// ---- odds in one line --------------------------------------------------------------------------------------------

/** The chance that a part of the result is true, or more than nothing. */
function some(call: PreviewCall, part: string): number {
  return (call.odds?.parts[part] ?? []).reduce((all, one) => (one.value === 0 || one.value === false ? all : all + one.p), 0);
}

/** "0.4 hull"; nothing where there is none to lose. */
function hull(call: PreviewCall, part: string, of = 'hull'): string[] {
  const mean = call.odds?.means[part]?.value;
  return mean === undefined ? [] : [`${figure(mean, mean < 0.1 ? 2 : 1)} ${of}`];
}

function rather(call: PreviewCall, part: string, words: string): string[] {
  const p = some(call, part);
  // What hardly ever happens is left to the plots beside.
  return p >= 0.005 ? [`${percent(p)} ${words}`] : [];
}

function parts(call: PreviewCall): readonly string[] {
  switch (call.procedure) {
    case 'salvo':
      return [...hull(call, 'hull', 'hull on average'), ...rather(call, 'fires', 'fire'), ...rather(call, 'flooding', 'flooding'), ...rather(call, 'sunk', 'to be lost')];
    case 'torpedo':
      return [...rather(call, 'hit', 'to hit'), ...hull(call, 'hull'), ...rather(call, 'sunk', 'to sink')];
    case 'ram':
      return [
        ...rather(call, 'struck', 'to strike'), ...hull(call, 'target_loses', 'hull of hers'), ...hull(call, 'rammer_loses', 'of ours'), ...rather(call, 'target_sunk', 'to sink her'),
        ...rather(call, 'rammer_sunk', 'to sink ourselves'),
      ];
    case 'boarding':
      return [`${percent(chanceOf(call, 'result', 'taken') ?? 0)} to take her`, `${percent(chanceOf(call, 'result', 'thrown back') ?? 0)} to be thrown back`];
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
export const weigh = eachWeighed(weighed);
