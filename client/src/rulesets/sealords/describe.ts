// Formations in words: what a player without eyes for the chart needs to lead a campaign.
import type { Action, Subject } from '../../api/types';
import { capital, count, list, plain, typeset } from '../../lib/words';
import type { Commitment } from '../contract';
import { namedIn } from '../sides';
import { at } from './chart';
import {
  APPROACHES, auxName, auxOf, auxWhere, BATTLE_STEPS, bothSides, called, chartOf, contingentWords, formationName, kindWords, leaderOf, leaderWords, longPlace, marks, orderName, orderOf, pieceName, pieceOf,
  pieces, placeName, portOf, progress, sideName, squadronName, squadronOf, squadronsOf, squadronState, whereat, type Piece,
} from './fleet';
import type { Phase, Table, View } from '../../served/sealords';

/** One line for the focus on the chart: who, whose, where, what it is, what matters. */
export function label(view: View, seat: string, piece: Piece): string {
  const whose = piece.own ? ', yours' : seat === 'spectator' ? '' : piece.side === seat ? ', yours' : ', enemy';
  return [`${pieceName(piece)}, ${piece.short}${whose}`, placeName(view.table, piece.place), kindWords(piece), ...marks(view, piece)].join('; ');
}

export function describe(view: View, seat: string, subject: string): string {
  const { table } = view;
  const piece = pieceOf(view, subject);
  if (piece) return describePiece(view, seat, piece);
  const aux = auxOf(view, subject);
  if (aux) return `${auxName(table, aux)}, ${auxWhere(view, aux)}.`;
  const order = orderOf(view, subject);
  if (order) return `Order: ${orderName(table, order)}; ${progress(table, order)}${order.holder ? `; held by ${called(view, order.holder)}` : ''}.`;
  const leader = leaderOf(view, subject);
  if (leader) return `${leaderWords(leader)}.`;
  const squadron = squadronOf(view, subject);
  if (squadron) return `${squadron.called} of ${formationName(squadron.formation, table)}: ${squadronState(table, squadron.squadron)}.`;
  return subject === 'step' ? `What ${sideName(table, seat)} decide as a whole.` : '';
}

function describePiece(view: View, seat: string, piece: Piece): string {
  const { table } = view;
  const { inside } = piece;
  const whose = piece.own || piece.side === seat ? 'Yours' : seat === 'spectator' ? piece.short : 'Enemy';
  const said = [`${pieceName(piece)}, ${kindWords(piece)}. ${whose}, ${placeName(table, piece.place)}.`];
  const other = marks(view, piece);
  if (other.length) said.push(`${capital(list(other))}.`);
  if (inside?.leader) said.push(`${leaderWords(inside.leader)}.`);
  else if (!inside && piece.counter?.leader) said.push(`Led by ${piece.counter.leader}.`);
  for (const one of inside ? squadronsOf(inside) : []) said.push(`${squadronName(table, one)}: ${squadronState(table, one)}.`);
  if (piece.speed !== null) said.push(`Movement allowance ${piece.speed}${inside?.approach ? `, last ${APPROACHES[inside.approach]}` : ''}.`);
  const order = orderOf(view, inside?.order);
  if (order) said.push(`Orders: ${orderName(table, order)}, ${progress(table, order)}.`);
  else if (piece.own && inside?.kind !== 'convoy' && inside?.kind !== 'dummy') said.push('Without orders.');
  const here = pieces(view).filter((one) => one.id !== piece.id && one.place === piece.place);
  if (here.length) said.push(`In the same place: ${list(here.map(pieceName))}.`);
  return said.join(' ');
}

/** A place in words: what it is, whose, who is there, and the ways out with the winds on them. */
export function describePlace(view: View, id: string): readonly string[] {
  const { table } = view;
  const chart = chartOf(table);
  const place = chart?.place(id);
  if (!chart || !place) return [];
  const said: string[] = [];
  const port = portOf(table, id);
  if (place.port && port) {
    const facts = [`${contingentWords(table, port.owner)}, ${place.port} port`, `blockade value ${place.bv}`];
    if (place.user && port.owner === place.owner) facts.push(`open to ${contingentWords(table, place.user)}`);
    if (port.closed) facts.push(`closed to ${sideName(table, port.closed)}`);
    if (port.raided) facts.push(`${count(port.raided, 'repair roll')} lost to raids`);
    if (port.points) facts.push(count(port.points, 'repair point'));
    said.push(`${capital(facts.join(', '))}.`);
  }
  const gales = table.gales.filter((gale, n) => at(gale.place) === place.id || view.sea?.gales[n]?.includes(place.id));
  for (const gale of gales) said.push(`${capital(galeWords(table, gale))}${at(gale.place) === place.id ? '' : ` reaches here`}.`);
  const here = pieces(view).filter((one) => at(one.place) === place.id);
  if (here.length) said.push(`Here: ${here.map((one) => `${pieceName(one)} (${kindWords(one)})`).join('; ')}.`);
  const small = table.stations.filter((one) => at(one.place) === place.id);
  if (small.length) said.push(`On station: ${small.map((one) => `${auxName(table, one)} ${one.side ? '' : '(nobody’s) '}to ${plain(one.task)}`).join('; ')}.`);
  for (const other of chart.near(place.id)) said.push(wayWords(view, place.id, other));
  return said;
}

/** "The campaign in Liguria: the armies are before Nice (1 from victory for the British, 2 for the Bourbons)" */
export function campaignWords(table: Table, front: Table['campaigns'][number]): string {
  const row = chartOf(table)?.room.campaigns.find((one) => one.id === front.id);
  if (!row) return plain(front.id);
  const where = `${capital(row.words)}: ${row.positions[front.at]?.words ?? ''}`;
  if (front.over || front.fought === false) return `${where} (${front.over ? 'over for good' : 'at rest'}${front.winner ? `, won by ${sideName(table, front.winner)}` : ''})`;
  const [first, second] = bothSides(table).map((side) => sideName(table, side));
  return `${where} (${front.at} from victory for ${first}, ${row.positions.length - 1 - front.at} for ${second})`;
}

export function galeWords(table: Table, gale: Table['gales'][number]): string {
  if (gale.freak && !gale.force) return `a squall ${placeName(table, gale.place)}`;
  return `${gale.hurricane ? 'hurricane' : `gale of force ${gale.force}`} (${plain(gale.wind)}) ${whereat(table, gale.place)}`;
}

/** "with the wind", "against the wind" along a lane; nothing where no arrow counts. */
export function windTo({ table, sea }: View, from: string, to: string): string {
  const lane = chartOf(table)?.lane(from, to);
  const arrow = lane ? sea?.winds[lane.id] : undefined;
  return arrow ? `${arrow.towards === at(to) ? 'with' : 'against'} the wind` : lane ? 'any wind serves' : '';
}

/** "To Toulon: with the mistral." "Into the Balearic Sea: 6, out 4; the mistral helps in." */
export function wayWords({ table, sea }: View, from: string, to: string): string {
  const chart = chartOf(table);
  const name = longPlace(chart?.place(to)?.name ?? plain(to));
  const lane = chart?.lane(from, to);
  if (lane) {
    const arrow = sea?.winds[lane.id];
    if (!arrow) return `To ${name}: any wind serves.`;
    const how = arrow.towards === at(to) ? 'with' : 'against';
    return `To ${name}: ${how} the ${arrow.wind ? plain(arrow.wind) : 'prevailing wind'}.`;
  }
  const way = chart?.link(from, to);
  if (!way) return `To ${name}.`;
  const { link } = way;
  const entering = link.zone === at(to);
  const help = sea?.winds[way.id];
  const wind = help ? `; the ${plain(help.wind)} ${(help.towards === 'in') === entering ? 'helps' : 'hinders'}` : '';
  return `${entering ? 'Into' : 'Out to'} ${name}: the wind is caught on ${entering ? link.into : link.out}${wind}.`;
}

/** What is to be decided now, and by whom. */
export function decide(view: View, seat: string, toAct: readonly string[], subjects: readonly Subject[]): string {
  const { table } = view;
  const { phase } = table;
  const mine = toAct.includes(seat);
  const others = namedIn(table.title, toAct);
  const many = subjects.filter((one) => one.id !== 'step').length;
  switch (phase.type) {
    case 'over':
      return `The campaign is over: ${typeset(phase.reason)}.`;
    case 'going':
      return 'The campaign goes on.';
    case 'decoying':
      return mine ? 'Dummies may be placed before the impulse begins.' : `${others} may place dummies.`;
    case 'plotting':
      return mine ? (many ? `${capital(count(many, 'formation'))} ${many === 1 ? 'has' : 'have'} no direction yet.` : 'Every direction is laid down.') : `${capital(sideName(table, phase.side))} lay down directions.`;
    case 'sailing': {
      if (!mine) return `${capital(sideName(table, phase.side))} ${phase.extra ? 'make extra way' : 'move'}.`;
      const moving = subjects.filter((one) => pieceOf(view, one.id)).length;
      return moving ? `${capital(count(moving, 'formation'))} ${moving === 1 ? 'has' : 'have'} a movement point to spend.` : 'All have moved. Auxiliaries may still be sent.';
    }
    case 'tasking':
      return mine ? 'Auxiliaries may be sent on tasks.' : `${capital(sideName(table, phase.side))} may send auxiliaries.`;
    case 'screening':
      return mine ? `The enemy announces a task ${whereat(table, phase.place)}: ${plain(phase.task)}${phase.target && pieceOf(view, phase.target) ? `, after ${called(view, phase.target)}` : ''}. Screen it?` : `${capital(sideName(table, phase.side))} may put forward a screen.`;
    case 'sighting':
      return mine ? `Your blockade has sighted what came out of ${placeName(table, phase.place)}. Close with it?` : `${capital(sideName(table, phase.side))} are asked whether to close ${whereat(table, phase.place)}.`;
    case 'offering':
      return mine ? `Attack ${whereat(table, phase.place)}?` : `${capital(sideName(table, phase.side))} are asked for battle ${whereat(table, phase.place)}.`;
    case 'fighting':
      return mine ? `Battle ${table.battle ? `${whereat(table, table.battle.place)}` : ''}: ${BATTLE_STEPS[phase.step]}.` : `${capital(sideName(table, phase.side))} decide in the battle.`;
    case 'closing':
      return mine ? 'The impulse ends: orders may be handed over, extended or given up.' : `${others} look through their orders.`;
    case 'requesting':
      return mine ? 'A quarterly turn: ask for reinforcements?' : `${others} may ask for reinforcements.`;
    case 'council':
      return mine ? `Council: ${waiting(view)}.` : `${others} hold council.`;
    case 'yards':
      return mine ? 'The yards: lay up, repair, fit out.' : `${others} see to their yards.`;
  }
}

/** A council begins with the first order that waits to be issued. */
export function first({ own, table }: View): string | null {
  return table.phase.type === 'council' ? (own?.orders.find(({ state }) => state === 'received')?.id ?? null) : null;
}

/** What lies on the table of a council, and what becomes of it where it is let lie. */
function waiting({ own }: View): string {
  const orders = own?.orders.filter(({ state }) => state === 'available' || state === 'received').length ?? 0;
  const idle = own?.auxiliaries.filter(({ box }) => box === 'available').length ?? 0;
  const lies = [...(orders ? [count(orders, 'order')] : []), ...(idle ? [count(idle, 'auxiliary', 'auxiliaries')] : [])];
  if (!lies.length) return 'reorganise, or end it';
  const one = orders + idle === 1;
  return `${list(lies)} ${one ? 'waits' : 'wait'} to be ${orders && idle ? 'issued and assigned' : orders ? 'issued' : 'assigned'}, and may wait on`;
}

const COMMIT: { readonly [type: string]: string } = {
  decoying: 'No more dummies', plotting: 'All others stay', sailing: 'All others hold', tasking: 'No more tasks', screening: 'No screen', sighting: 'Let it go', offering: 'No attack', closing: 'End the impulse',
  requesting: 'Ask for no more', council: 'End the council', yards: 'Close the yards',
};
/** In a battle: what it is called to be done with a step. Some steps ask for an answer and cannot be passed. */
const PASS: { readonly [step in Extract<Phase, { type: 'fighting' }>['step']]?: string } = {
  engage: 'These are engaged', call_off: 'Give battle', withdraw: 'Nobody more withdraws', reinforce: 'Nobody more comes up', post: 'Leaders as usual', fireships: 'No more fireships', join: 'Nobody joins', prizes: 'No more prizes',
  ransom: 'Pay no more', plunder: 'Let them go', reorganise: 'Done', regret_intensity: 'Let it stand', regret_combat: 'Let it stand',
};

/** The order that closes the step. Nobody is asked twice about formations left without one: the button says what becomes of them. */
export function commit(view: View, seat: string, subjects: readonly Subject[]): Commitment | null {
  const { phase } = view.table;
  const mine = ('side' in phase && phase.side === seat) || ('waiting' in phase && phase.waiting.includes(seat));
  const open = subjects.some((one) => one.id === 'step');
  const out = phase.type === 'fighting' && phase.step === 'join' ? subjects.filter(({ id }) => id !== 'step').length : 0;
  const sought = phase.type === 'screening' && phase.target && pieceOf(view, phase.target) ? ` for ${called(view, phase.target)}` : '';
  const words = out ? `${capital(count(out, 'squadron'))} ${out === 1 ? 'stays' : 'stay'} out of the battle` : phase.type === 'fighting' ? PASS[phase.step] : COMMIT[phase.type] && `${COMMIT[phase.type]}${sought}`;
  const action: Action = { type: 'ready' };
  return mine && open && words ? { action, words, unordered: null, deliberate: phase.type === 'offering' || phase.type === 'sighting' || out > 0 } : null;
}
