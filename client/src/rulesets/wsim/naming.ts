// What names on the chart need to know of a ship.
import type { Place } from '../../freetable/labels';
import { extentOf, legible as standing, type Extent, type Interest } from '../../freetable/naming';
import { called, struck } from './fleet';
import { pose } from './hexes';
import { sizeOf } from './looks';
import type { Ship, Table } from '../../served/wsim';

export { lettered } from '../../freetable/naming';

const LETTERING = { height: 25, hull: 200 };

export function extent(ship: Ship): Extent {
  const { length, width } = sizeOf(ship);
  return extentOf((ship.heading - 1) * 60, length * 0.9, width);
}

/** The names that may stand when a unit of the chart is `k` pixels. */
export function legible(table: Table, ships: readonly Ship[], k: number, interest: Interest): ReadonlyMap<string, Place> {
  const named = ships.map((ship) => ({
    id: ship.id, at: pose(ship), half: extent(ship), name: called(table, ship), flagship: Boolean(ship.admiral),
    worth: (struck(ship) ? -20 : 0) + (7 - ship.ship_class) / 2, bar: 44,
  }));
  return standing(named, k, interest, LETTERING);
}
