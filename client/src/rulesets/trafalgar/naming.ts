// What names on the chart need to know of a ship.
import type { Place } from '../../freetable/labels';
import { extentOf, legible as standing, type Extent, type Interest } from '../../freetable/naming';
import { called, pose } from './fleet';
import type { Ship, Table } from '../../served/trafalgar';

export { lettered } from '../../freetable/naming';

const LETTERING = { height: 23, hull: 200 };
const RATES = { '1st_rate': 5, '2nd_rate': 4, '3rd_rate': 3, '4th_rate': 2, '5th_rate': 1, smaller: 0 };

export function extent(ship: Ship): Extent {
  return extentOf(ship.heading, ship.length * 0.9, ship.width);
}

/** The names that may stand when a hundredth of an inch is `k` pixels. */
export function legible(table: Table, ships: readonly Ship[], k: number, interest: Interest): ReadonlyMap<string, Place> {
  const named = ships.map((ship) => ({
    id: ship.id, at: pose(ship, table), half: extent(ship), name: called(table, ship), flagship: Boolean(ship.flag),
    worth: (ship.struck ? -20 : 0) + RATES[ship.rate] + ship.guns / 1000, bar: ship.sheet.length * 5,
  }));
  return standing(named, k, interest, LETTERING);
}
