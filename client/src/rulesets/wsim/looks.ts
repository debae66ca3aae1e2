// How a ship of a class is drawn: her size inside her two hexes, her masts, and the colours she flies.
import { spars, type Shape, type Spar } from '../../freetable/craft';
import { flagOf, type Part } from '../../freetable/flags';
import { hurt, tone } from './fleet';
import type { Ship, Side, Table } from '../../served/wsim';

const SIZES: readonly { readonly length: number; readonly width: number; readonly ports: number; readonly masts: number }[] = [
  { length: 204, width: 96, ports: 12, masts: 3 },
  { length: 204, width: 96, ports: 12, masts: 3 },
  { length: 198, width: 90, ports: 11, masts: 3 },
  { length: 188, width: 82, ports: 9, masts: 3 },
  { length: 176, width: 76, ports: 8, masts: 3 },
  { length: 152, width: 68, ports: 6, masts: 2 },
  { length: 140, width: 62, ports: 3, masts: 1 },
  { length: 120, width: 58, ports: 2, masts: 1 },
];

export function sizeOf(ship: Pick<Ship, 'ship_class'>): { readonly length: number; readonly width: number; readonly ports: number; readonly masts: number } {
  return SIZES[ship.ship_class] ?? (SIZES[3] as (typeof SIZES)[number]);
}

/** The hull says who built her: a prize keeps it under her new colours. */
export function shapeOf(table: Pick<Table, 'sides'>, ship: Ship): Shape {
  return tone(table, ship.built) === 1 ? 'bluff' : 'fine';
}

export function rigOf(ship: Ship): readonly Spar[] {
  return spars(sizeOf(ship).masts, hurt(ship).rigging);
}

/** The flag a ship flies: the captor's over a prize. */
export function colours(ship: Ship, year: number | null): readonly Part[] {
  return flagOf(ship.prize ? (ship.side as Side) : ship.nation, year);
}
