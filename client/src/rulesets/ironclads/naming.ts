// What names on the chart need to know of a ship.
import { extentOf, type Lettering, type Named } from '../../freetable/naming';
import type { Ship, View } from '../../served/ironclads';
import { able, acting, called, pose, tone } from './fleet';

/** Pixels of a full hull. */
export const BAR = 44;
export const LETTERING: Lettering = { height: 43, hull: 250, beside: [6, 16], above: 44 };

export function named(ship: Ship, { table }: View): Named {
  return {
    id: ship.id, side: tone(table, ship.side), at: pose(ship, table), half: extentOf(ship.heading, ship.length, ship.width), name: called(table, ship),
    flagship: ship.flagship ?? false, worth: (able(ship) ? 0 : -20) + 5 - ship.ship_class, bar: BAR + 14, out: Boolean(ship.surrendered) || ship.hull <= 0,
    touch: Math.max(75, ship.length * 0.4), acting: acting(table)?.id === ship.id,
  };
}
