// Names on the chart: which may stand, where, and how long they are.
import { spread, type Label, type Place, type Rect } from '../../freetable/labels';
import { called, pose } from './fleet';
import type { Ship, Table } from './types';

/** A name as it is lettered on the chart: long ones are cut. */
export function lettered(name: string): string {
  return name.length <= 22 ? name : `${name.slice(0, 21).trimEnd()}…`;
}

/** Half of what a hull takes east and west, and north and south. */
export function extent(ship: Ship): { readonly x: number; readonly y: number } {
  const turned = (ship.heading * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(turned)), Math.abs(Math.cos(turned))];
  return { x: (sin * ship.length * 0.9 + cos * ship.width) / 2, y: (cos * ship.length * 0.9 + sin * ship.width) / 2 };
}

const LETTER = 6.4;
const HEIGHT = 23;
const ASKED_FOR = 90;

export interface Interest {
  readonly selected: string | null;
  readonly hovered: string | null;
  readonly ready: ReadonlySet<string>;
}

function rank(ship: Ship, interest: Interest): number {
  if (ship.id === interest.selected) return ASKED_FOR + 10;
  if (ship.id === interest.hovered) return ASKED_FOR;
  const rate = { '1st_rate': 5, '2nd_rate': 4, '3rd_rate': 3, '4th_rate': 2, '5th_rate': 1, smaller: 0 }[ship.rate];
  return (ship.struck ? -20 : 0) + (ship.flag ? 12 : 0) + (interest.ready.has(ship.id) ? 8 : 0) + rate + ship.guns / 1000;
}

const UP_AND_DOWN: readonly Place[] = ['right', 'left', 'below', 'above'];
const ACROSS: readonly Place[] = ['below', 'above', 'right', 'left'];

/** The names that stand clear of one another and of all hulls when a hundredth of an inch is `k` pixels, and on which side of their ships. */
export function legible(table: Table, ships: readonly Ship[], k: number, interest: Interest): ReadonlyMap<string, Place> {
  // So far out that names would hide the fleets, only those that are asked for stand.
  const small = 200 * k < 12;
  const labels: Label[] = [];
  const bare: Rect[] = [];
  for (const ship of ships) {
    const worth = rank(ship, interest);
    const at = pose(ship, table);
    const half = extent(ship);
    const body = { left: (at.x - half.x) * k, right: (at.x + half.x) * k, top: (at.y - half.y) * k, bottom: (at.y + half.y) * k };
    if (small && worth < 12) {
      bare.push(body);
      continue;
    }
    const name = lettered(called(table, ship)).length + (ship.flag ? 2 : 0);
    labels.push({
      id: ship.id, body, width: Math.max(name * LETTER, ship.sheet.length * 5) + 4, height: HEIGHT, rank: worth, must: worth >= ASKED_FOR,
      places: half.y > half.x ? UP_AND_DOWN : ACROSS,
    });
  }
  return spread(labels, bare);
}
