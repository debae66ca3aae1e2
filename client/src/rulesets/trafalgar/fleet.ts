// Reading a view: who is where, with whom, and in what state. Defaults are those of the server's own structs.
import { t, type Sentence } from '../../lib/languages/index.svelte';
import { compass, type Box, type Pose } from '../../freetable/geometry';
import type { Tone } from '../contract';
import { sideOf } from '../sides';
import type { Lock, Nation, Rate, Ship, Side, Squadron, Table, View } from '../../served/trafalgar';

type Attitude = 'into' | 'on_bow' | 'quarter' | 'aft';

const ATTITUDES: { readonly [attitude in Attitude]: Sentence } = {
  into: 'into the wind',
  on_bow: 'wind on the bow',
  quarter: 'wind on the quarter',
  aft: 'wind aft',
};

const RATES: { readonly [rate in Rate]: Sentence } = {
  '1st_rate': '1st rate',
  '2nd_rate': '2nd rate',
  '3rd_rate': '3rd rate',
  '4th_rate': '4th rate',
  '5th_rate': '5th rate, frigate',
  smaller: 'small craft',
};

/** "1st rate" */
export const rated = (ship: Ship): string => t(RATES[ship.rate]);

const NATIONS: { readonly [nation in Nation]: Sentence } = { british: 'British', french: 'French', spanish: 'Spanish' };

/** Whose she is: "French". */
export const nation = (ship: Ship): string => t(NATIONS[ship.nation]);

export const tone = (side: Side): Tone => sideOf('trafalgar', side).tone;

export function other(side: Side): Side {
  return side === 'british' ? 'allied' : 'british';
}

/** Where a ship lies on the chart: the server's y goes north, the chart's down. */
export function pose(ship: Pose, table: Pick<Table, 'height'>): Pose {
  return { x: ship.x, y: table.height - ship.y, heading: ship.heading };
}

export function base(ship: Ship, table: Pick<Table, 'height'>): Box {
  return { ...pose(ship, table), length: ship.length, width: ship.width };
}

/** The hull inside her base, from which ranges are measured: as the server says, else her base. */
export function hull(ship: Ship, { table, sea }: Pick<View, 'table' | 'sea'>): Box {
  const [length, width] = sea?.ships[ship.id]?.hull ?? [ship.length, ship.width];
  return { ...pose(ship, table), length, width };
}

export function find(table: Table, id: string | null): Ship | null {
  return table.ships.find((ship) => ship.id === id) ?? null;
}

export function number(table: Table, id: string): number {
  return table.ships.findIndex((ship) => ship.id === id);
}

/** A ship as the log calls her: with her nation where another bears her name. */
export function called(table: Table, ship: Ship): string {
  const twins = table.ships.some((one) => one.name === ship.name && one.id !== ship.id);
  return twins ? `${ship.name} (${nation(ship)})` : ship.name;
}

export function able(ship: Ship): boolean {
  return !ship.struck && !ship.gone;
}

/** Current hull points: the number in the first uncrossed box. */
export function hullPoints(ship: Ship): number {
  return ship.sheet[ship.crossed ?? 0] ?? 0;
}

export function boxesLeft(ship: Ship): number {
  return ship.sheet.length - (ship.crossed ?? 0);
}

/** How much of her is shot away, 0 to 1. */
export function damage(ship: Ship): number {
  return ship.sheet.length ? (ship.crossed ?? 0) / ship.sheet.length : 0;
}

export function fresh(ship: Ship): readonly ('port' | 'starboard')[] {
  return ship.fresh ?? ['port', 'starboard'];
}

/** How the wind meets her: "wind on the bow". */
export function attitude(view: View, ship: Ship): string {
  const how = ATTITUDES[view.sea?.ships[ship.id]?.wind as Attitude];
  return how === undefined ? '' : t(how);
}

export function locksOf(table: Table, n: number): readonly Lock[] {
  return table.locks.filter((lock) => lock.one === n || lock.other === n);
}

/** The hulls that are held together, as they are drawn. */
export const locksIn = (view: View) =>
  view.table.locks.flatMap(({ one, other, how }) => {
    const [a, b] = [view.table.ships[one], view.table.ships[other]];
    return a && b && !a.gone && !b.gone ? [{ one: hull(a, view), other: hull(b, view), fouled: how === 'fouled', grapples: how === 'grappled' ? 1 : 0 }] : [];
  });

/** "fouled with Pluton" */
export function lockWords(table: Table, n: number): readonly string[] {
  return locksOf(table, n).map((lock) => {
    const mate = table.ships[lock.one === n ? lock.other : lock.one];
    return t(lock.how === 'fouled' ? 'fouled with {ship}' : 'grappled with {ship}', { ship: mate ? called(table, mate) : '?' });
  });
}

export function squadronOf(table: Table, n: number): Squadron | null {
  return table.squadrons.find((squadron) => squadron.ships.includes(n)) ?? null;
}

/** The turn she has made this turn, as the view tells it; 0 where none. */
export function helmOf(table: Table, n: number): number {
  if (table.phase.type !== 'moving') return 0;
  const helm = table.phase.helms.find((one) => one.ship === n);
  return helm?.made ? helm.angle : 0;
}

/** Whether she has made the change of direction that was tried this turn. */
export function madeTurn(table: Table, id: string | null): boolean {
  return id !== null && helmOf(table, number(table, id)) !== 0;
}

/** Whose ships these are, seen from a seat: its own, the enemy's, or just a side's for a spectator. */
export function stance(ship: Ship, seat: string): 'own' | 'enemy' | 'neutral' {
  return seat === ship.side ? 'own' : seat === 'british' || seat === 'allied' ? 'enemy' : 'neutral';
}

/** All ships still to be drawn. */
export function afloat(view: View): readonly Ship[] {
  return view.table.ships.filter((ship) => !ship.gone);
}

export function downwind(table: Table): number {
  return compass(table.wind + 180);
}
