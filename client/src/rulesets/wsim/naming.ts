// Names on the chart: which may stand, and on which side of their ships.
import { spread, type Label, type Place } from '../../freetable/labels';
import { called, struck } from './fleet';
import { pose } from './hexes';
import { sizeOf } from './looks';
import type { Ship, Table } from './types';

/** A name as it is lettered on the chart: long ones are cut. */
export function lettered(name: string): string {
  return name.length <= 22 ? name : `${name.slice(0, 21).trimEnd()}…`;
}

/** Half of what a hull takes east and west, and north and south. */
export function extent(ship: Ship): { readonly x: number; readonly y: number } {
  const turned = ((ship.heading - 1) * Math.PI) / 3;
  const [sin, cos] = [Math.abs(Math.sin(turned)), Math.abs(Math.cos(turned))];
  const { length, width } = sizeOf(ship);
  return { x: (sin * length * 0.9 + cos * width) / 2, y: (cos * length * 0.9 + sin * width) / 2 };
}

const LETTER = 6.4;
const HEIGHT = 25;

export interface Interest {
  readonly selected: string | null;
  readonly hovered: string | null;
  readonly ready: ReadonlySet<string>;
}

function rank(ship: Ship, interest: Interest): number {
  if (ship.id === interest.selected) return 100;
  if (ship.id === interest.hovered) return 90;
  return (struck(ship) ? -20 : 0) + (ship.admiral ? 12 : 0) + (interest.ready.has(ship.id) ? 8 : 0) + (7 - ship.ship_class) / 2;
}

const UP_AND_DOWN: readonly Place[] = ['right', 'left', 'below', 'above'];
const ACROSS: readonly Place[] = ['below', 'above', 'right', 'left'];

/** The names that stand clear of one another when a unit of the chart is `k` pixels. */
export function legible(table: Table, ships: readonly Ship[], k: number, interest: Interest): ReadonlyMap<string, Place> {
  // So far out that names would hide the fleets, only those that are asked for stand.
  const small = 200 * k < 12;
  const labels: Label[] = [];
  for (const ship of ships) {
    const worth = rank(ship, interest);
    if (small && worth < 12) continue;
    const at = pose(ship);
    const half = extent(ship);
    const body = { left: (at.x - half.x) * k, right: (at.x + half.x) * k, top: (at.y - half.y) * k, bottom: (at.y + half.y) * k };
    const letters = lettered(called(table, ship)).length + (ship.admiral ? 2 : 0);
    labels.push({ id: ship.id, body, width: Math.max(letters * LETTER, 44) + 4, height: HEIGHT, rank: worth, places: half.y > half.x ? UP_AND_DOWN : ACROSS });
  }
  return spread(labels);
}
