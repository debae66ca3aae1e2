// Names on the chart: which may stand, and on which side of their ships.
import { spread, type Label, type Place } from '../../freetable/labels';
import { able, called, pose } from './fleet';
import type { Ship, Table } from './types';

/** Pixels of a full hull. */
export const BAR = 44;
const LETTER = 6.4;
const HEIGHT = 43;

/** A name as it is lettered on the chart: long ones are cut. */
export function lettered(name: string): string {
  return name.length <= 22 ? name : `${name.slice(0, 21).trimEnd()}…`;
}

/** Half of what a hull takes east and west, and north and south. */
export function extent(ship: Pick<Ship, 'heading' | 'length' | 'width'>): { readonly x: number; readonly y: number } {
  const turned = (ship.heading * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(turned)), Math.abs(Math.cos(turned))];
  return { x: (sin * ship.length + cos * ship.width) / 2, y: (cos * ship.length + sin * ship.width) / 2 };
}

export interface Interest {
  readonly selected: string | null;
  readonly hovered: string | null;
  readonly ready: ReadonlySet<string>;
}

const ASKED_FOR = 90;

function rank(ship: Ship, interest: Interest): number {
  if (ship.id === interest.selected) return ASKED_FOR + 10;
  if (ship.id === interest.hovered) return ASKED_FOR;
  return (able(ship) ? 0 : -20) + (ship.flagship ? 12 : 0) + (interest.ready.has(ship.id) ? 8 : 0) + (5 - ship.ship_class);
}

const UP_AND_DOWN: readonly Place[] = ['right', 'left', 'below', 'above'];
const ACROSS: readonly Place[] = ['below', 'above', 'right', 'left'];

/** The names that stand clear of one another when a hundredth of an inch is `k` pixels. */
export function legible(table: Table, ships: readonly Ship[], k: number, interest: Interest): ReadonlyMap<string, Place> {
  // So far out that names would hide the fleets, only those that are asked for stand.
  const small = 250 * k < 12;
  const labels: Label[] = [];
  for (const ship of ships) {
    const worth = rank(ship, interest);
    if (small && worth < 12) continue;
    const at = pose(ship, table);
    const half = extent(ship);
    const body = { left: (at.x - half.x) * k, right: (at.x + half.x) * k, top: (at.y - half.y) * k, bottom: (at.y + half.y) * k };
    const letters = lettered(called(table, ship)).length + (ship.flagship ? 2 : 0);
    labels.push({
      id: ship.id, body, width: Math.max(letters * LETTER, BAR + 14) + 4, height: HEIGHT, rank: worth, must: worth >= ASKED_FOR,
      places: half.y > half.x ? UP_AND_DOWN : ACROSS,
    });
  }
  return spread(labels);
}
