// What names on the chart need to know of a ship.
import type { Place } from '../../freetable/labels';
import { extentOf, legible as standing, type Extent, type Interest } from '../../freetable/naming';
import { able, called, pose } from './fleet';
import type { Ship, Table } from '../../served/ironclads';

export { lettered } from '../../freetable/naming';

/** Pixels of a full hull. */
export const BAR = 44;
const LETTERING = { height: 43, hull: 250 };

export function extent(ship: Pick<Ship, 'heading' | 'length' | 'width'>): Extent {
  return extentOf(ship.heading, ship.length, ship.width);
}

/** The names that may stand when a hundredth of an inch is `k` pixels. */
export function legible(table: Table, ships: readonly Ship[], k: number, interest: Interest): ReadonlyMap<string, Place> {
  const named = ships.map((ship) => ({
    id: ship.id, at: pose(ship, table), half: extent(ship), name: called(table, ship), flagship: ship.flagship ?? false,
    worth: (able(ship) ? 0 : -20) + 5 - ship.ship_class, bar: BAR + 14,
  }));
  return standing(named, k, interest, LETTERING);
}
