// Ships in words: what a player without eyes for the board needs to fight her.
import type { Line, Subject } from '../../api/types';
import type { Commitment } from '../contract';
import { namedIn } from '../sides';
import { degrees, bearing, relative } from '../../freetable/geometry';
import { capital, count, list } from '../../lib/words';
import {
  able, BEAMS, called, find, fresh, held, kind, loads, loadWords, marks, nationOf, orderWords, ordersOf, QUALITIES, sideName, stance, stepOf, sum, WRITES,
} from './fleet';
import { attitude, ATTITUDES, pose, spokenOf } from './hexes';
import type { Broadside, Ship, View } from '../../served/wsim';

/** "hull 12 of 14, crew 6, 4 and 4, rigging 5, 5 and 4" */
export function condition(ship: Ship): string {
  const crew = ship.prize ? `prize crew ${ship.prize[0]}` : `crew ${list(ship.crew.map(String))}`;
  return `hull ${ship.hull} of ${ship.hull_full}, ${crew}, rigging ${sum(ship.rigging) ? list(ship.rigging.map(String)) : 'gone'}`;
}

/** "heading north-east, attitude A, wind on the quarter" */
export function course(view: View, ship: Ship): string {
  const now = attitude(view, ship.id);
  return `heading ${spokenOf(ship.heading)}${now && `, attitude ${now}, ${ATTITUDES[now]}`}`;
}

/** "range 3 · stern rake · half" */
export function rangeWords({ range, rake, bears }: Line, half: string): string {
  return [`range ${range}`, rake ? `${rake} rake` : '', bears === 'half' ? half : ''].filter(Boolean).join(' · ');
}

/** "range 3, bearing 083, on the port beam, left broadside bears, stern rake" */
export function lies(from: Ship, to: Ship, line: Line): string {
  const [a, b] = [pose(from), pose(to)];
  const words = [`range ${line.range}`, `bearing ${degrees(bearing(a, b))}`, relative(a, b)];
  if (line.bears && from.side !== to.side) {
    words.push(`${BEAMS[line.side as Broadside]} broadside bears${line.bears === 'full' ? '' : ' by half'}`);
    if (line.rake) words.push(`${line.rake} rake`);
  }
  return words.join(', ');
}

/** One line for the focus on the board: who, whose, where from the chosen ship, which way, how she is. */
export function label(view: View, seat: string, ship: Ship, from: Ship | null, line?: Line): string {
  const { table } = view;
  const whose = { own: 'yours', enemy: 'enemy', neutral: '' }[stance(ship, seat)];
  const parts = [`${called(table, ship)}, ${nationOf(ship)}${whose ? `, ${whose}` : ''}`];
  if (from && line) parts.push(lies(from, ship, line));
  parts.push(course(view, ship), condition(ship), ...marks(table, ship));
  if (stance(ship, seat) === 'own') parts.push(...ordersOf(view, ship.id).map((order) => orderWords(table, order)));
  return parts.join('; ');
}

function guns(view: View, ship: Ship): string {
  const own = loads(view, ship);
  const said = [`Guns ${ship.guns[0]} to port and ${ship.guns[1]} to starboard`];
  if (sum(ship.carronades)) said.push(`carronades ${ship.carronades[0]} and ${ship.carronades[1]}`);
  if (own) said.push(`port ${loadWords(own.left)}, starboard ${loadWords(own.right)}`);
  const unspent = fresh(ship);
  said.push(unspent.length === 2 ? 'initial broadsides unspent' : unspent.length ? `initial broadside to ${BEAMS[unspent[0] as 'left' | 'right']} unspent` : 'initial broadsides spent');
  return `${said.join('; ')}.`;
}

export function describe(view: View, seat: string, subject: string): string {
  const { table } = view;
  const ship = find(table, subject);
  if (!ship) return subject === 'step' ? 'The step itself.' : '';
  const whose = { own: 'Yours', enemy: 'Enemy', neutral: capital(sideName(ship.side)) }[stance(ship, seat)];
  const said = [`${called(table, ship)}, ${nationOf(ship)}, ${kind(ship)}${ship.admiral ? ', flagship' : ''}, ${QUALITIES[ship.prize?.[1] ?? ship.quality]} crew. ${whose}.`];
  if (ship.gone) return `${said[0]} She has ${ship.gone === 'exploded' ? 'blown up' : ship.gone}.`;
  said.push(`${capital(course(view, ship))}, last speed ${ship.speed ?? 0}. ${capital(condition(ship))}.`);
  if (able(ship)) said.push(guns(view, ship));
  const other = marks(table, ship);
  if (other.length) said.push(`${capital(list(other))}.`);
  if (stance(ship, seat) === 'own') {
    const orders = ordersOf(view, ship.id).map((order) => orderWords(table, order));
    if (orders.length) said.push(`Written down: ${list(orders)}.`);
  }
  const nearest = view.sea?.ships[subject]?.nearest;
  const enemy = find(table, nearest?.to ?? null);
  if (nearest && enemy) said.push(`Nearest enemy ${called(table, enemy)}, ${lies(ship, enemy, nearest)}.`);
  return said.join(' ');
}

/** What is to be decided now, and by whom. */
export function decide(view: View, seat: string, toAct: readonly string[], subjects: readonly Subject[]): string {
  const { table } = view;
  if (table.phase.type === 'over') return `The action is over: ${table.phase.reason}.`;
  const step = stepOf(table);
  if (!step) return '';
  const mine = toAct.includes(seat);
  if (!mine) {
    const others = namedIn('wsim', toAct);
    return others ? `${others} are writing down ${WRITES[step]}.` : 'The orders are shown.';
  }
  const ships = subjects.filter((one) => find(table, one.id)).length;
  const left = (words: string, done: string): string => (ships ? `${capital(count(ships, 'ship'))} ${words}` : done);
  switch (step) {
    case 'notation':
      return left(`${ships === 1 ? 'has' : 'have'} no plot.`, 'Every ship is plotted.');
    case 'combat':
      return left('can still be given a target.', 'No other broadside bears on an enemy within reach of her load.');
    case 'loading':
      return table.turn === 0 ? left('can open with a load other than round shot: choose one, or be ready.', 'Every ship is loaded.') : left('can load, repair or change sails.', 'Every ship has her orders.');
    case 'boarding':
      return left('can send or prepare boarding parties.', 'Every party has its orders.');
    default:
      return `Write down in secret ${WRITES[step]}.`;
  }
}

/** What is asked before boarders come: ships that an enemy holds, and that could tell off a party and did not. */
function undefended(view: View, seat: string, subjects: readonly Subject[]): string | null {
  const { table } = view;
  const bare = table.ships.filter(
    (ship, n) =>
      ship.side === seat && able(ship) && subjects.some((one) => one.id === ship.id)
      && held(table, n).some((mate) => mate.ship.side !== seat && able(mate.ship))
      && !ship.parties?.length && !ordersOf(view, ship.id).some((order) => order.type === 'party'),
  );
  if (!bare.length) return null;
  const [have, where, who] = bare.length === 1 ? ['has', 'her deck', 'she'] : ['have', 'their decks', 'they'];
  return `${list(bare.map((ship) => called(table, ship)))} ${have} told off no party: boarders meet nobody on ${where}, and ${who} can be carried. Ready all the same?`;
}

/** The order that closes the step. */
export function commit(view: View, seat: string, subjects: readonly Subject[]): Commitment | null {
  const { phase } = view.table;
  if (phase.type !== 'writing' || (phase.ready ?? []).includes(seat as never)) return null;
  const unordered = phase.step === 'notation' ? 'A ship without a plot stays where she is, or sails straight on as far as she must.' : null;
  const ask = phase.step === 'boarding' ? undefended(view, seat, subjects) : null;
  return { action: { type: 'ready' }, words: 'Ready', unordered, ask };
}

