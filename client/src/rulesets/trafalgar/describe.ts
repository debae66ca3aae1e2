// Ships in words: what a player without eyes for the board needs to fight her.
import { counted, t } from '../../lib/languages/index.svelte';
import type { Action, Subject } from '../../api/types';
import { capital, list } from '../../lib/words';
import { bearing, degrees, inches, relative, spoken } from '../../freetable/geometry';
import { namedIn } from '../sides';
import {
  able, attitude, boxesLeft, called, find, fresh, hullPoints, lockWords, number, pose,
  nation, rated, squadronOf, stance,
} from './fleet';
import type { Ship, Table, View } from '../../served/trafalgar';

/** "8 of 10 boxes, 5 hull points" */
export function condition(ship: Ship): string {
  if (ship.struck) return t('has struck');
  return t('{left} of {all} left, {points} hull points', { left: boxesLeft(ship), all: counted(ship.sheet.length, 'boxes', 'box'), points: hullPoints(ship) });
}

/** "heading 105, east-south-east, wind aft" */
export function course(view: View, ship: Ship): string {
  return [t('heading {degrees}', { degrees: degrees(ship.heading) }), spoken(ship.heading), attitude(view, ship)].filter(Boolean).join(', ');
}

/** "4.2 inches off, bearing 083, on the port beam" */
export function lies(from: Ship, to: Ship, table: Table, off: number): string {
  const [a, b] = [pose(from, table), pose(to, table)];
  return t('{range} inches off, bearing {bearing}, {where}', { range: inches(off, 1), bearing: degrees(bearing(a, b)), where: relative(a, b) });
}

/** What else matters about her, in short. */
export function marks(table: Table, ship: Ship): readonly string[] {
  const n = number(table, ship.id);
  const found: string[] = [];
  if (ship.gone) found.push(t('left the table'));
  if (ship.struck) found.push(t('struck'));
  found.push(...lockWords(table, n));
  if (able(ship)) {
    if (ship.drifting) found.push(t('adrift'));
    if (ship.parted && !ship.drifting) found.push(t('parted from her line'));
    const phase = table.phase;
    if (phase.type === 'firing' && phase.side === ship.side && phase.must.includes(n)) found.push(t('must fire'));
    if (phase.type === 'moving') {
      const helm = phase.helms.find((one) => one.ship === n);
      if (helm && !phase.done.includes(n)) found.push(t(helm.made ? 'has turned' : 'did not answer the helm'));
    }
  }
  return found;
}

function guns(ship: Ship): string {
  const left = fresh(ship);
  if (left.length === 2) return t('First shots of both broadsides unspent.');
  if (left.length === 1) return t(left[0] === 'port' ? 'First shot to port unspent.' : 'First shot to starboard unspent.');
  return t('First shots spent.');
}

/** "second of six in Collingwood's van, astern of Royal Sovereign" */
export function station({ table, sea }: View, ship: Ship): string | null {
  const squadron = squadronOf(table, number(table, ship.id));
  if (!squadron) return null;
  const placeOf = (one: Ship): number => sea?.ships[one.id]?.place?.[0] ?? 0;
  const [place, all] = sea?.ships[ship.id]?.place ?? [0, 0];
  if (place === 0) return t('of {squadron}, out of the line', { squadron: squadron.name });
  if (place === 1) return all > 1 ? t('leads {squadron}, {ships} in line', { squadron: squadron.name, ships: counted(all, 'ships', 'ship') }) : t('of {squadron}', { squadron: squadron.name });
  const before = squadron.ships.flatMap((n) => table.ships[n] ?? []).find((one) => placeOf(one) === place - 1);
  const parts = { place: ordinal(place), all, squadron: squadron.name };
  if (squadron.abreast) return t('{place} of {all} abreast in {squadron}', parts);
  return before ? t('{place} of {all} in line in {squadron}, astern of {ship}', { ...parts, ship: called(table, before) }) : t('{place} of {all} in line in {squadron}', parts);
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'] as const;

function ordinal(place: number): string {
  const word = ORDINALS[place - 1];
  return word ? t(word) : t('{n}th', { n: place });
}

const WRITTEN = { board: 'boards {ship}', grapple: 'grapples {ship}', part: 'parts from {ship}', remain: 'holds on to {ship}' } as const;

/** What is written down in secret, by ship: "boards Aigle". */
export function secrets({ table, own }: View): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const what of ['board', 'grapple', 'part', 'remain'] as const) {
    for (const [one, two] of own?.[what] ?? []) {
      const [a, b] = [table.ships[one], table.ships[two]];
      if (a && b) found.set(a.id, [found.get(a.id), t(WRITTEN[what], { ship: called(table, b) })].filter(Boolean).join(', '));
    }
  }
  return found;
}

/** One line for the focus on the board: who, whose, where from the chosen ship, which way, how she is. */
export function label(view: View, seat: string, ship: Ship, from: Ship | null, off?: number): string {
  const { table } = view;
  const whose = { own: t('yours'), enemy: t('enemy'), neutral: '' }[stance(ship, seat)];
  const parts = [[called(table, ship), nation(ship), whose].filter(Boolean).join(', ')];
  if (from && from.id !== ship.id && off !== undefined) parts.push(lies(from, ship, table, off));
  parts.push(course(view, ship), condition(ship), ...marks(table, ship).filter((mark) => mark !== t('struck')));
  return parts.join('; ');
}

export function describe(view: View, seat: string, subject: string): string {
  const { table } = view;
  const ship = find(table, subject);
  if (!ship) return subject === 'step' ? t('The step itself.') : '';
  const whose = { own: t('Yours'), enemy: t('Enemy'), neutral: capital(nation(ship)) }[stance(ship, seat)];
  const said = [
    `${t(ship.flag ? '{ship}, {nation}, {rate} of {guns} guns, flagship.' : '{ship}, {nation}, {rate} of {guns} guns.', { ship: called(table, ship), nation: nation(ship), rate: rated(ship), guns: ship.guns })} ${whose}.`,
  ];
  if (ship.gone) return `${said[0]} ${t('She has left the table.')}`;
  said.push(`${capital(course(view, ship))}, ${t('last move {inches} inches', { inches: inches(ship.speed ?? 0) })}. ${capital(condition(ship))}.`);
  if (able(ship)) said.push(guns(ship));
  const where = station(view, ship);
  if (where && able(ship)) said.push(`${capital(where)}.`);
  const other = marks(table, ship).filter((mark) => mark !== t('struck') && mark !== t('parted from her line'));
  if (other.length) said.push(`${capital(list(other))}.`);
  const secret = secrets(view).get(ship.id);
  if (secret) said.push(`${t('Written down, secret')}: ${secret}.`);
  const nearest = view.sea?.ships[ship.id]?.nearest;
  const enemy = find(table, nearest?.to ?? null);
  if (nearest && enemy) said.push(t('Nearest enemy {ship}, {where}.', { ship: called(table, enemy), where: lies(ship, enemy, table, nearest.range) }));
  return said.join(' ');
}

/** What is to be decided now, and by whom. */
export function decide(view: View, seat: string, toAct: readonly string[], subjects: readonly Subject[]): string {
  const { table } = view;
  const { phase } = table;
  if (phase.type === 'over') return t('The battle is over: {reason}.', { reason: phase.reason });
  const mine = toAct.includes(seat);
  const ships = subjects.filter((one) => one.id !== 'step').length;
  if (phase.type === 'moving' || phase.type === 'firing') {
    const moving = phase.type === 'moving';
    if (!mine) return t(moving ? '{side} are moving.' : '{side} are firing.', { side: namedIn('trafalgar', [phase.side]) });
    if (!ships) return t(moving ? 'Everybody has moved.' : 'Everybody has fired.');
    if (moving) return ships === 1 ? t('One ship can still move.') : t('{n} ships can still move.', { n: ships });
    return ships === 1 ? t('One ship has not fired.') : t('{n} ships have not fired.', { n: ships });
  }
  if (phase.type === 'melee') {
    const ship = table.ships[phase.choosing];
    const name = ship ? called(table, ship) : t('A ship');
    return t(mine ? '{ship} is attacked more than once: whom does she fight first?' : 'A fight of {ship} is being picked.', { ship: name });
  }
  const boarding = phase.type === 'boarding';
  if (mine) return t(boarding ? 'Write down in secret whom to board.' : 'Write down in secret whom to grapple and whom to leave.');
  const others = namedIn('trafalgar', toAct);
  if (!others) return t('The orders are shown.');
  return t(boarding ? '{side} are writing down whom to board.' : '{side} are writing down whom to grapple and whom to leave.', { side: others });
}

/** The order that closes the step. */
export function commit(view: View, subjects: readonly Subject[]): { readonly action: Action; readonly words: string } | null {
  if (!subjects.some((one) => one.id === 'step')) return null;
  switch (view.table.phase.type) {
    case 'moving':
      return { action: { type: 'finish' }, words: t('End moving') };
    case 'firing':
      return { action: { type: 'finish' }, words: t('End firing') };
    case 'boarding':
    case 'grappling':
      return { action: { type: 'ready' }, words: t('Ready') };
    default:
      return null;
  }
}
