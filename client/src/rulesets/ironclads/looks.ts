// How a ship of iron and steam is drawn from above, in her own frame, bow up: hull by side, funnels by size, guns by battery.
import { mirrored } from '../../freetable/craft';
import type { Point } from '../../freetable/geometry';
import type { Tone } from '../contract';
import { batteries, has } from './fleet';
import type { GunType, Sector, Ship } from '../../served/ironclads';

const n = (value: number): string => String(Math.round(value * 10) / 10);

/** Half the length and half the breadth of the hull, which all but fills her base. */
export function halves(ship: Pick<Ship, 'length' | 'width'>): { readonly a: number; readonly b: number } {
  return { a: ship.length * 0.48, b: ship.width * 0.4 };
}

/** Sides differ by shape too: sharp ends and a round stern, or full bows and a square one. */
export function outline(tone: Tone, a: number, b: number): string {
  if (tone === 1) {
    return mirrored(-a, [
      [b * 0.34, -a * 0.84, b, -a * 0.6, b, -a * 0.12],
      [b, a * 0.34, b * 0.96, a * 0.66, b * 0.5, a * 0.92],
      [b * 0.34, a, b * 0.12, a, 0, a],
    ]);
  }
  return mirrored(-a, [
    [b * 0.3, -a * 0.98, b * 0.92, -a * 0.82, b, -a * 0.5],
    [b, -a * 0.2, b, a * 0.5, b * 0.97, a * 0.8],
    [b * 0.95, a * 0.92, b * 0.9, a, b * 0.74, a],
  ]);
}

/** A spur below the bow. */
export function spur(a: number, b: number): string {
  return `M${n(-b * 0.2)} ${n(-a * 0.93)}L0 ${n(-a * 1.09)}L${n(b * 0.2)} ${n(-a * 0.93)}Z`;
}

/** Where funnels stand along the keel. Ships under sail have none. */
export function funnels(ship: Ship): readonly number[] {
  if (ship.fort || has(ship, 'sails') || ship.knots === 0) return [];
  const { a } = halves(ship);
  const two = ship.ship_class === 1 || ship.knots >= (ship.ship_class === 2 ? 14 : 18);
  return two ? [-a * 0.14, a * 0.14] : [a * 0.04];
}

/** How many masts carry canvas. */
export function canvas(ship: Ship): number {
  return !ship.fort && has(ship, 'sails') ? (ship.ship_class >= 4 ? 2 : 3) : 0;
}

export interface Mount {
  /** Its place on the sheet, from 1. */
  readonly gun: number;
  readonly kind: GunType;
  readonly x: number;
  readonly y: number;
  /** A turret or pivot on the keel, or a row along a side. */
  readonly turret: boolean;
  /** Barrels as a path. */
  readonly barrels: string;
  readonly radius: number;
  readonly lost: boolean;
}

const CALIBRE: { readonly [kind in GunType]: number } = { main: 1, medium: 0.72, light: 0.5 };
/** How far along each side its rows of guns reach, shares of half the length. */
const ROWS: { readonly [kind in GunType]: readonly [number, number] } = { main: [-0.2, 0.26], medium: [-0.42, 0.46], light: [-0.56, 0.6] };

/** Her guns, battery by battery; guns that stand twice on the sheet for other bearings are drawn once. */
export function mounts(ship: Ship): readonly Mount[] {
  const { a, b } = halves(ship);
  const drawn = new Set<string>();
  const taken: number[] = [];
  const found: Mount[] = [];
  batteries(ship).forEach((battery, i) => {
    if (battery.group && drawn.has(battery.group)) return;
    if (battery.group) drawn.add(battery.group);
    const size = CALIBRE[battery.kind];
    const side = onlySide(battery.sectors);
    const common = { gun: i + 1, kind: battery.kind, lost: battery.lost ?? false };
    if (side) {
      const count = Math.min(9, Math.max(1, battery.kind === 'main' ? battery.dice : battery.dice + 1));
      const [from, to] = ROWS[battery.kind];
      let barrels = '';
      for (let g = 0; g < count; g++) {
        const y = count === 1 ? a * 0.02 : a * (from + ((to - from) * g) / (count - 1));
        barrels += `M${n(side * b * 0.8)} ${n(y)}h${n(side * b * (0.2 + 0.3 * size))}`;
      }
      found.push({ ...common, x: side * b, y: 0, turret: false, barrels, radius: b * 0.3 });
      return;
    }
    const ahead = battery.sectors.includes('bow');
    const astern = battery.sectors.includes('stern');
    const way = astern && !ahead ? 1 : -1;
    let y = way * a * (ahead && astern ? 0.36 : 0.58);
    while (taken.some((one) => Math.abs(one - y) < a * 0.12)) y -= way * a * 0.17;
    taken.push(y);
    const radius = b * (0.24 + 0.24 * size);
    const reach = radius * 1.9;
    const beside = battery.dice > 1 ? [-radius * 0.32, radius * 0.32] : [0];
    found.push({ ...common, x: 0, y, turret: true, radius, barrels: beside.map((x) => `M${n(x)} ${n(y)}v${n(way * reach)}`).join('') });
  });
  return found;
}

/** −1 to port, 1 to starboard, for guns that bear on one side alone. */
function onlySide(sectors: readonly Sector[]): -1 | 1 | null {
  if (sectors.length !== 1) return null;
  return sectors[0] === 'port' ? -1 : sectors[0] === 'starboard' ? 1 : null;
}

/** A work on the shore: a square fort or a round one, by side. */
export function works(tone: Tone, length: number, width: number): string {
  const [x, y] = [width / 2, length / 2];
  if (tone === 1) return `M${-x} 0A${x} ${y} 0 1 1 ${x} 0A${x} ${y} 0 1 1 ${-x} 0Z`;
  const [i, j] = [x * 0.42, y * 0.42];
  // Bastions at the corners.
  return `M${-x} ${-y}H${-i}L${-i * 0.8} ${-y * 0.78}H${i * 0.8}L${i} ${-y}H${x}V${-j}L${x * 0.78} ${-j * 0.8}V${j * 0.8}L${x} ${j}V${y}H${i}L${i * 0.8} ${y * 0.78}H${-i * 0.8}L${-i} ${y}H${-x}V${j}L${-x * 0.78} ${j * 0.8}V${-j * 0.8}L${-x} ${-j}Z`;
}

/** Holes by how much of her hull is gone. */
export function scars(ship: Ship): readonly { readonly x: number; readonly y: number; readonly r: number }[] {
  const { a, b } = halves(ship);
  const lost = ship.hull_full ? 1 - ship.hull / ship.hull_full : 0;
  const places = [[0.34, -0.3], [-0.4, 0.2], [0.1, 0.5], [-0.3, -0.55], [0.44, 0.16]] as const;
  return places.slice(0, Math.ceil(Math.min(1, lost) * places.length)).map(([x, y], i) => ({ x: x * b, y: y * a, r: b * (0.14 + 0.05 * (i % 3)) }));
}

/** A table's polygon on the chart, whose y goes down. */
export function coast(points: readonly (readonly [number, number])[], height: number): string {
  return points.length ? `M${points.map(([x, y]) => `${x} ${height - y}`).join('L')}Z` : '';
}

export function centre(points: readonly (readonly [number, number])[], height: number): Point {
  const sum = points.reduce((all, [x, y]) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: height - sum.y / points.length };
}
