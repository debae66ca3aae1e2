// Ships in words: what a player without eyes for the board needs to fight her.
import type { Action, Line, Subject } from '../../api/types';
import { bearing, degrees, inches, relative, spoken } from '../../freetable/geometry';
import { capital, count, list } from '../../lib/words';
import { namedIn } from '../sides';
import {
  able, acting, answering, batteries, called, CAPTAINS, commanded, faceDown, find, gunFigures, gunName, kind, marks, orderWords, points, pose,
  sectorWords, sideName, sideShort, stance, TRAITS, traitsOf, tubes,
} from './fleet';
import type { Sector, Ship, Table, View } from '../../served/ironclads';

/** "hull 3½ of 6" */
export function condition(ship: Ship): string {
  return `${ship.fort ? 'structure' : 'hull'} ${points(ship.hull)} of ${points(ship.hull_full)}`;
}

/** "heading 045, north-east, order half, 3 knots" */
export function course(ship: Ship): string {
  if (ship.fort) return 'a fort';
  const parts = [`heading ${degrees(ship.heading)}, ${spoken(ship.heading)}`];
  if (ship.order) parts.push(`order ${ship.order}`);
  if (ship.activated) parts.push(`${ship.speed ?? 0} knots`);
  return parts.join(', ');
}

/** "9.4 inches off, close range, bearing 083, on the port beam, main guns ahead bear" */
export function lies(from: Ship, to: Ship, table: Table, line: Line): string {
  const [a, b] = [pose(from, table), pose(to, table)];
  const words = [`${inches(line.range, 1)} inches off, ${line.band}`, `bearing ${degrees(bearing(a, b))}`, relative(a, b)];
  if (from.side !== to.side) {
    const guns = batteries(from).flatMap((battery, i) => (!battery.lost && battery.sectors.includes(line.side as Sector) ? [gunName(from, i + 1)] : []));
    words.push(guns.length ? `${list(guns)} bear` : 'no gun bears');
  }
  return words.join(', ');
}

/** Her face-down orders, for her own side. */
function secret(view: View, ship: Ship): string {
  const words = orderWords(faceDown(view, ship));
  return words ? `orders face down: ${words}` : '';
}

/** One line for the focus on the board: who, whose, where from the chosen ship, which way, how she is. */
export function label(view: View, seat: string, ship: Ship, from: Ship | null, line?: Line): string {
  const { table } = view;
  const whose = { own: 'yours', enemy: 'enemy', neutral: '' }[stance(ship, seat)];
  const parts = [`${called(table, ship)}, ${sideShort(ship.side)}${whose ? `, ${whose}` : ''}`];
  if (from && line) parts.push(lies(from, ship, table, line));
  parts.push(course(ship), `armour ${ship.armour}`, condition(ship), ...marks(ship));
  const orders = secret(view, ship);
  if (orders) parts.push(orders);
  return parts.join('; ');
}

/** "Main guns ahead, 2 dice, AP 2; …" */
export function armament(ship: Ship): string {
  const guns = batteries(ship).map((battery, i) => `${gunName(ship, i + 1)}, ${gunFigures(battery)}${battery.lost ? ', lost' : battery.fired ? ', fired' : ''}`);
  const left = tubes(ship).filter((tube) => !tube.spent);
  if (left.length) guns.push(`${count(left.length, 'torpedo tube')} ${sectorWords([...new Set(left.flatMap((tube) => tube.sectors))])}`);
  else if (tubes(ship).length) guns.push('torpedoes spent');
  return guns.length ? `${capital(guns.join('; '))}.` : 'No guns.';
}

export function describe(view: View, seat: string, subject: string): string {
  const { table } = view;
  const ship = find(table, subject);
  if (!ship) return subject === 'step' ? `What ${sideName(seat)} decide as a whole.` : '';
  const whose = { own: 'Yours', enemy: 'Enemy', neutral: sideShort(ship.side) }[stance(ship, seat)];
  const said = [`${called(table, ship)}, ${sideShort(ship.side)}, ${kind(ship)}${ship.flagship ? ', flagship' : ''}. ${whose}.`];
  if (ship.gone) return `${said[0]} ${capital(marks(ship).join(', '))}.`;
  said.push(`${capital(course(ship))}. ${capital(condition(ship))}.`);
  const other = marks(ship);
  if (other.length) said.push(`${capital(list(other))}.`);
  const orders = secret(view, ship);
  if (orders) said.push(`${capital(orders)}.`);
  if (!able(ship)) return said.join(' ');
  said.push(armament(ship));
  const traits = traitsOf(ship).map((trait) => TRAITS[trait][0]);
  if (ship.captain) traits.push(`captain: ${CAPTAINS[ship.captain]}`);
  if (ship.marines) traits.push(`${count(ship.marines, 'party', 'parties')} of marines`);
  if (traits.length) said.push(`${capital(list(traits))}.`);
  const nearest = view.sea?.ships[subject]?.nearest;
  const enemy = find(table, nearest?.to);
  if (nearest && enemy) said.push(`Nearest enemy ${called(table, enemy)}, ${lies(ship, enemy, table, nearest)}.`);
  return said.join(' ');
}

const others = (toAct: readonly string[]): string => namedIn('ironclads', toAct);

/** What is to be decided now, and by whom. */
export function decide(view: View, seat: string, toAct: readonly string[], subjects: readonly Subject[]): string {
  const { table } = view;
  const { phase } = table;
  const mine = toAct.includes(seat);
  switch (phase.type) {
    case 'over':
      return `The battle is over: ${phase.reason}.`;
    case 'choosing':
      return mine ? 'The initiative is yours: who activates first?' : `${capital(sideName(phase.side))} name who activates first.`;
    case 'commanding': {
      if (!mine) return toAct.length ? `${others(toAct)} are placing their orders.` : 'The orders lie ready.';
      const ships = subjects.filter((one) => one.id !== 'step').length;
      return ships ? `${capital(count(ships, 'ship'))} ${ships === 1 ? 'has' : 'have'} no order yet.` : 'Every ship has her orders.';
    }
    case 'countering': {
      const [firer, target] = [acting(table), answering(table)];
      const name = firer ? called(table, firer) : 'A ship';
      if (!mine) return `${capital(sideName(phase.side))} may answer the salvo of ${name}.`;
      return `${name} fires at ${target ? called(table, target) : 'you'}: answer her?`;
    }
    case 'rethrowing': {
      const die = phase.theirs || phase.ours;
      return mine ? `The die on deck is ${die}: throw it again?` : `${capital(sideName(phase.side))} may throw their ${die} again.`;
    }
    case 'destroying':
      return mine ? 'A gun of the fort is destroyed: which?' : `${capital(sideName(phase.side))} choose the gun that is destroyed.`;
    case 'breaking':
      return mine ? 'Half is lost: break off, or fight on?' : `${others(toAct)} may break off.`;
    case 'activating': {
      const ship = acting(table);
      if (phase.stage === 'pick' || !ship) {
        if (!mine) return `${capital(sideName(phase.side))} choose a ship.`;
        return subjects.length === 1 ? 'Activate the ship that is left.' : `Activate one of ${count(subjects.length, 'ship')}.`;
      }
      const name = called(table, ship);
      if (!mine) return `${name} is acting.`;
      if (phase.stage === 'move') return `${name} moves: say how far she runs and where she turns.`;
      return phase.fired ? `${name} has fired: board, or be done.` : `${name} may fire, or be done.`;
    }
  }
}

/** The order that closes the step. */
export function commit(view: View, seat: string): { readonly action: Action; readonly words: string; readonly unordered: string } | null {
  const { phase } = view.table;
  if (phase.type !== 'commanding' || phase.ready.includes(seat as never) || !commanded(view.table, seat).length) return null;
  return { action: { type: 'ready' }, words: 'Ready', unordered: 'A ship without an order goes on by the one she has, and at half where she has none yet.' };
}
