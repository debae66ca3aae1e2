// What names on the chart need to know of a ship.
import { extentOf, type Lettering, type Named } from '../../freetable/naming';
import type { Ship, View } from '../../served/trafalgar';
import { called, pose, tone } from './fleet';

export const LETTERING: Lettering = { height: 23, hull: 200, beside: [5, 10], above: 27 };
/** Pixels of a box of her sheet. */
export const BOX = 5;
/** Half of the usual way from ship to ship in a line. */
const TOUCH = 125;
const RATES = { '1st_rate': 5, '2nd_rate': 4, '3rd_rate': 3, '4th_rate': 2, '5th_rate': 1, smaller: 0 };

export function named(ship: Ship, { table }: View): Named {
  return {
    id: ship.id, side: tone(ship.side), at: pose(ship, table), half: extentOf(ship.heading, ship.length * 0.9, ship.width), name: called(table, ship),
    flagship: Boolean(ship.flag), worth: (ship.struck ? -20 : 0) + RATES[ship.rate] + ship.guns / 1000, bar: ship.sheet.length * BOX, out: Boolean(ship.struck), touch: TOUCH,
  };
}
