// Reading a view: who is where, with whom, and in what state. Defaults are those of the server's own structs.
import { compass, turn, type Box, type Pose } from '../../freetable/geometry';
import type { Lock, Nation, Rate, Settings, Ship, Side, Squadron, Table, View } from './types';

/** How far a broadside carries, and the bands it is drawn in: inches, as the chart of hits has them. */
export const BANDS = [500, 1000, 1500] as const;
/** Raking goes as far as the nearest band. */
export const RAKING = BANDS[0];
/** A hull inside its base: share of its length and of its width, as drawn. */
const HULL = { length: 0.9, width: 0.6 };

export type Attitude = 'into' | 'on_bow' | 'quarter' | 'aft';

export const ATTITUDES: { readonly [attitude in Attitude]: string } = {
  into: 'into the wind',
  on_bow: 'wind on the bow',
  quarter: 'wind on the quarter',
  aft: 'wind aft',
};

export const RATES: { readonly [rate in Rate]: string } = {
  '1st_rate': '1st rate',
  '2nd_rate': '2nd rate',
  '3rd_rate': '3rd rate',
  '4th_rate': '4th rate',
  '5th_rate': '5th rate, frigate',
  smaller: 'small craft',
};

export const NATIONS: { readonly [nation in Nation]: string } = { british: 'British', french: 'French', spanish: 'Spanish' };
export const SIDES: { readonly [side in Side]: string } = { british: 'the British', allied: 'the Allies' };

export function other(side: Side): Side {
  return side === 'british' ? 'allied' : 'british';
}

export function settings(table: Table): Required<Settings> {
  return { into_below: 45, on_bow_below: 90, quarter_below: 150, arc: 45, rake_tenths: 225, ...table.settings };
}

/** Where a ship lies on the chart: the server's y goes north, the chart's down. */
export function pose(ship: Pose, table: Pick<Table, 'height'>): Pose {
  return { x: ship.x, y: table.height - ship.y, heading: ship.heading };
}

export function base(ship: Ship, table: Pick<Table, 'height'>): Box {
  return { ...pose(ship, table), length: ship.length, width: ship.width };
}

export function hull(ship: Ship, table: Pick<Table, 'height'>): Box {
  return { ...pose(ship, table), length: ship.length * HULL.length, width: ship.width * HULL.width };
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
  return twins ? `${ship.name} (${NATIONS[ship.nation]})` : ship.name;
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

/** How the wind meets a ship on a heading, by the table's own angles: for words and sails. */
export function attitude(heading: number, table: Table): Attitude {
  const angle = Math.abs(turn(heading, table.wind));
  const { into_below, on_bow_below, quarter_below } = settings(table);
  return angle < into_below ? 'into' : angle < on_bow_below ? 'on_bow' : angle < quarter_below ? 'quarter' : 'aft';
}

export function locksOf(table: Table, n: number): readonly Lock[] {
  return table.locks.filter((lock) => lock.one === n || lock.other === n);
}

/** "fouled with Pluton" */
export function lockWords(table: Table, n: number): readonly string[] {
  return locksOf(table, n).map((lock) => {
    const mate = table.ships[lock.one === n ? lock.other : lock.one];
    return `${lock.how} with ${mate ? called(table, mate) : '?'}`;
  });
}

export function squadronOf(table: Table, n: number): Squadron | null {
  return table.squadrons.find((squadron) => squadron.ships.includes(n)) ?? null;
}

/** The ships of a squadron that lie in its line as the view has it, lead first. */
export function inLine(table: Table, squadron: Squadron): readonly number[] {
  return squadron.ships.filter((n) => {
    const ship = table.ships[n];
    return ship !== undefined && able(ship) && !ship.parted && !ship.drifting && locksOf(table, n).length === 0;
  });
}

/** The ships that are drawn as going with this one: her line, where she leads it. */
export function company(table: Table, n: number): readonly number[] {
  const squadron = squadronOf(table, n);
  if (!squadron) return [n];
  const done = table.phase.type === 'moving' ? table.phase.done : [];
  const line = inLine(table, squadron).filter((one) => !done.includes(one));
  return line[0] === n ? line : [n];
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
