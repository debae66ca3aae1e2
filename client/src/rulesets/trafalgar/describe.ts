// Ships in words: what a player without eyes for the board needs to fight her.
import type { Action, Subject } from '../../api/types';
import { capital, count, list } from '../../lib/words';
import { bearing, degrees, inches, relative, spoken } from '../../freetable/geometry';
import { namedIn } from '../sides';
import {
  able, attitude, boxesLeft, called, find, fresh, hullPoints, lockWords, NATIONS, number, pose,
  RATES, squadronOf, stance,
} from './fleet';
import type { Ship, Table, View } from '../../served/trafalgar';

/** "8 of 10 boxes, 5 hull points" */
export function condition(ship: Ship): string {
  if (ship.struck) return 'has struck';
  return `${boxesLeft(ship)} of ${count(ship.sheet.length, 'box', 'boxes')} left, ${hullPoints(ship)} hull points`;
}

/** "heading 105, east-south-east, wind aft" */
export function course(view: View, ship: Ship): string {
  return [`heading ${degrees(ship.heading)}`, spoken(ship.heading), attitude(view, ship)].filter(Boolean).join(', ');
}

/** "4.2 inches off, bearing 083, on the port beam" */
export function lies(from: Ship, to: Ship, table: Table, off: number): string {
  const [a, b] = [pose(from, table), pose(to, table)];
  return `${inches(off, 1)} inches off, bearing ${degrees(bearing(a, b))}, ${relative(a, b)}`;
}

/** What else matters about her, in short. */
export function marks(table: Table, ship: Ship): readonly string[] {
  const n = number(table, ship.id);
  const found: string[] = [];
  if (ship.gone) found.push('left the table');
  if (ship.struck) found.push('struck');
  found.push(...lockWords(table, n));
  if (able(ship)) {
    if (ship.drifting) found.push('adrift');
    if (ship.parted && !ship.drifting) found.push('parted from her line');
    const phase = table.phase;
    if (phase.type === 'firing' && phase.side === ship.side && phase.must.includes(n)) found.push('must fire');
    if (phase.type === 'moving') {
      const helm = phase.helms.find((one) => one.ship === n);
      if (helm && !phase.done.includes(n)) found.push(helm.made ? 'has turned' : 'did not answer the helm');
    }
  }
  return found;
}

function guns(ship: Ship): string {
  const left = fresh(ship);
  if (left.length === 2) return 'First shots of both broadsides unspent.';
  if (left.length === 1) return `First shot to ${left[0]} unspent.`;
  return 'First shots spent.';
}

/** "second of six in Collingwood's van, astern of Royal Sovereign" */
export function station({ table, sea }: View, ship: Ship): string | null {
  const squadron = squadronOf(table, number(table, ship.id));
  if (!squadron) return null;
  const placeOf = (one: Ship): number => sea?.ships[one.id]?.place?.[0] ?? 0;
  const [place, all] = sea?.ships[ship.id]?.place ?? [0, 0];
  if (place === 0) return `of ${squadron.name}, out of the line`;
  if (place === 1) return all > 1 ? `leads ${squadron.name}, ${count(all, 'ship')} in line` : `of ${squadron.name}`;
  const before = squadron.ships.flatMap((n) => table.ships[n] ?? []).find((one) => placeOf(one) === place - 1);
  const how = squadron.abreast ? 'abreast' : 'in line';
  return `${ordinal(place)} of ${all} ${how} in ${squadron.name}${before && !squadron.abreast ? `, astern of ${called(table, before)}` : ''}`;
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

function ordinal(place: number): string {
  return ORDINALS[place - 1] ?? `${place}th`;
}

/** One line for the focus on the board: who, whose, where from the chosen ship, which way, how she is. */
export function label(view: View, seat: string, ship: Ship, from: Ship | null, off?: number): string {
  const { table } = view;
  const whose = { own: 'yours', enemy: 'enemy', neutral: '' }[stance(ship, seat)];
  const parts = [`${called(table, ship)}, ${NATIONS[ship.nation]}${whose ? `, ${whose}` : ''}`];
  if (from && from.id !== ship.id && off !== undefined) parts.push(lies(from, ship, table, off));
  parts.push(course(view, ship), condition(ship), ...marks(table, ship).filter((mark) => mark !== 'struck'));
  return parts.join('; ');
}

export function describe(view: View, seat: string, subject: string): string {
  const { table } = view;
  const ship = find(table, subject);
  if (!ship) return subject === 'step' ? 'The step itself.' : '';
  const whose = { own: 'Yours', enemy: 'Enemy', neutral: NATIONS[ship.nation] }[stance(ship, seat)];
  const said = [
    `${called(table, ship)}, ${NATIONS[ship.nation]}, ${RATES[ship.rate]} of ${ship.guns} guns${ship.flag ? ', flagship' : ''}. ${whose}.`,
  ];
  if (ship.gone) return `${said[0]} She has left the table.`;
  said.push(`${capital(course(view, ship))}, last move ${inches(ship.speed ?? 0)} inches. ${capital(condition(ship))}.`);
  if (able(ship)) said.push(guns(ship));
  const where = station(view, ship);
  if (where && able(ship)) said.push(`${capital(where)}.`);
  const other = marks(table, ship).filter((mark) => mark !== 'struck' && mark !== 'parted from her line');
  if (other.length) said.push(`${capital(list(other))}.`);
  const nearest = view.sea?.ships[ship.id]?.nearest;
  const enemy = find(table, nearest?.to ?? null);
  if (nearest && enemy) said.push(`Nearest enemy ${called(table, enemy)}, ${lies(ship, enemy, table, nearest.range)}.`);
  return said.join(' ');
}

const DOING = { moving: ['move', 'are moving'], firing: ['fire', 'are firing'] } as const;

/** What is to be decided now, and by whom. */
export function decide(view: View, seat: string, toAct: readonly string[], subjects: readonly Subject[]): string {
  const { table } = view;
  const { phase } = table;
  if (phase.type === 'over') return `The battle is over: ${phase.reason}.`;
  const mine = toAct.includes(seat);
  const ships = subjects.filter((one) => one.id !== 'step').length;
  if (phase.type === 'moving' || phase.type === 'firing') {
    const [verb, doing] = DOING[phase.type];
    if (!mine) return `${namedIn('trafalgar', [phase.side])} ${doing}.`;
    if (phase.type === 'firing') return ships ? `${capital(count(ships, 'ship'))} ${ships === 1 ? 'has' : 'have'} not fired.` : 'Everybody has fired.';
    return ships ? `${capital(count(ships, 'ship'))} can still ${verb}.` : 'Everybody has moved.';
  }
  if (phase.type === 'melee') {
    const ship = table.ships[phase.choosing];
    const name = ship ? called(table, ship) : 'A ship';
    return mine ? `${name} is attacked more than once: whom does she fight first?` : `A fight of ${name} is being picked.`;
  }
  const what = phase.type === 'boarding' ? 'whom to board' : 'whom to grapple and whom to leave';
  if (mine) return `Write down in secret ${what}.`;
  const others = namedIn('trafalgar', toAct);
  return others ? `${others} are writing down ${what}.` : 'The orders are shown.';
}

/** The order that closes the step. */
export function commit(view: View, subjects: readonly Subject[]): { readonly action: Action; readonly words: string } | null {
  if (!subjects.some((one) => one.id === 'step')) return null;
  switch (view.table.phase.type) {
    case 'moving':
      return { action: { type: 'finish' }, words: 'End moving' };
    case 'firing':
      return { action: { type: 'finish' }, words: 'End firing' };
    case 'boarding':
    case 'grappling':
      return { action: { type: 'ready' }, words: 'Ready' };
    default:
      return null;
  }
}
