// What names on the chart need to know of a ship.
import { extentOf, type Lettering, type Named } from '../../freetable/naming';
import type { Ship, View } from '../../served/wsim';
import { called, struck, tone } from './fleet';
import { APART, pose } from './hexes';
import { sizeOf } from './looks';

export const LETTERING: Lettering = { height: 25, hull: 200, beside: [5, 10], above: 29 };

export function named(ship: Ship, { table }: View): Named {
  const { length, width } = sizeOf(ship);
  return {
    id: ship.id, side: tone(table, ship.side), at: pose(ship), half: extentOf((ship.heading - 1) * 60, length * 0.9, width), name: called(table, ship),
    flagship: Boolean(ship.admiral), worth: (struck(ship) ? -20 : 0) + (7 - ship.ship_class) / 2, bar: 44, out: struck(ship), touch: APART * 0.72,
  };
}
