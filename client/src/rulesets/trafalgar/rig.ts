// How a ship is drawn from above: hull by nation, masts and yards by rate, sails by the wind. In her own frame, bow up.
import { turn } from '../../freetable/geometry';
import type { Nation, Rate, Ship } from './types';

const n = (value: number): string => String(Math.round(value * 10) / 10);

/** Half the length and half the breadth of the hull as drawn. */
export function halves(length: number, width: number): { readonly a: number; readonly b: number } {
  return { a: length * 0.45, b: width * 0.3 };
}

type Curve = readonly [x1: number, y1: number, x2: number, y2: number, x: number, y: number];

/** Both sides of a hull from its starboard half: curves from the stem to the stern, mirrored to port. */
function mirrored(stem: number, starboard: readonly Curve[]): string {
  let down = '';
  let up = '';
  let [x, y] = [0, stem];
  for (const [x1, y1, x2, y2, toX, toY] of starboard) {
    down += `C${[x1, y1, x2, y2, toX, toY].map(n).join(' ')}`;
    up = `C${[-x2, y2, -x1, y1, -x, y].map(n).join(' ')}${up}`;
    [x, y] = [toX, toY];
  }
  return `M0 ${n(stem)}${down}L${n(-x)} ${n(y)}${up}Z`;
}

/**
 * The outline of a hull, by nation so that sides differ by shape as well: bluff British bows, fine French ones, and
 * Spanish ships full-bodied with a broad stern.
 */
export function outline(nation: Nation, a: number, b: number): string {
  if (nation === 'british') {
    return mirrored(-a, [
      [b * 0.62, -a, b * 0.98, -a * 0.78, b, -a * 0.42],
      [b * 1.02, a * 0.1, b, a * 0.5, b * 0.9, a * 0.78],
      [b * 0.86, a * 0.9, b * 0.78, a * 0.97, b * 0.62, a],
    ]);
  }
  if (nation === 'french') {
    return mirrored(-a, [
      [b * 0.2, -a * 0.86, b * 0.86, -a * 0.62, b * 0.98, -a * 0.12],
      [b * 1.04, a * 0.24, b * 0.92, a * 0.66, b * 0.7, a * 0.9],
      [b * 0.64, a * 0.96, b * 0.58, a, b * 0.44, a],
    ]);
  }
  return mirrored(-a, [
    [b * 0.3, -a * 0.94, b, -a * 0.72, b * 1.04, -a * 0.3],
    [b * 1.06, a * 0.2, b * 1.02, a * 0.6, b * 1.02, a * 0.88],
    [b, a * 0.95, b * 0.96, a, b * 0.86, a],
  ]);
}

export interface Mast {
  /** Along the keel, bow up. */
  readonly y: number;
  /** Half the length of its lower yard. */
  readonly yard: number;
}

/** Masts from the bow aft. */
export function masts(rate: Rate, length: number, width: number): readonly Mast[] {
  const { a } = halves(length, width);
  const half = width / 2;
  if (rate === 'smaller') {
    return [
      { y: -a * 0.4, yard: half * 0.92 },
      { y: a * 0.3, yard: half },
    ];
  }
  return [
    { y: -a * 0.56, yard: half * 0.94 },
    { y: a * 0.02, yard: half * 1.06 },
    { y: a * 0.56, yard: half * 0.76 },
  ];
}

export interface Trim {
  /** How far yards are braced round from square: degrees clockwise. */
  readonly brace: number;
  readonly set: 'full' | 'flapping' | 'furled';
  /** How deep the canvas bellies, as a share of half a yard. */
  readonly belly: number;
}

/** No square-rigger can brace her yards farther than this. */
const SHARP = 52;

/** How yards are braced and canvas stands on a heading. The weather yardarm goes forward. */
export function trim(heading: number, wind: number, into: number, furled: boolean): Trim {
  const from = turn(heading, wind);
  const off = Math.abs(from);
  const brace = -Math.sign(from || 1) * Math.min(SHARP, (180 - off) / 2);
  if (furled) return { brace: brace * 0.3, set: 'furled', belly: 0 };
  if (off < into) return { brace: brace * 0.5, set: 'flapping', belly: 0.12 };
  return { brace, set: 'full', belly: 0.36 + 0.2 * (off / 180) };
}

/** A sail from above on its yard, which lies along x: a crescent before the wind, or slack cloth. */
export function sail(yard: number, trimmed: Trim, torn: boolean): string {
  const s = yard;
  const d = s * trimmed.belly;
  if (trimmed.set === 'furled') return '';
  if (trimmed.set === 'flapping') {
    const q = s / 2;
    return `M${n(-s)} 0q${n(q / 2)} ${n(-d * 2)} ${n(q)} 0t${n(q)} 0t${n(q)} 0t${n(q)} 0L${n(s)} ${n(s * 0.14)}q${n(-q / 2)} ${n(d * 2)} ${n(-q)} 0t${n(-q)} 0t${n(-q)} 0t${n(-q)} 0Z`;
  }
  if (torn) {
    return (
      `M${n(-s)} 0C${n(-s * 0.8)} ${n(-d * 1.1)} ${n(-s * 0.5)} ${n(-d * 1.4)} ${n(-s * 0.36)} ${n(-d * 1.2)}` +
      `L${n(-s * 0.3)} ${n(-d * 0.55)}L${n(-s * 0.12)} ${n(-d * 1.05)}L${n(s * 0.02)} ${n(-d * 0.4)}L${n(s * 0.16)} ${n(-d * 1.3)}` +
      `L${n(s * 0.4)} ${n(-d * 1.15)}L${n(s * 0.5)} ${n(-d * 0.5)}L${n(s * 0.64)} ${n(-d * 0.85)}L${n(s)} 0` +
      `C${n(s * 0.5)} ${n(-d * 0.2)} ${n(-s * 0.5)} ${n(-d * 0.2)} ${n(-s)} 0Z`
    );
  }
  return (
    `M${n(-s)} 0C${n(-s * 0.72)} ${n(-d * 1.55)} ${n(s * 0.72)} ${n(-d * 1.55)} ${n(s)} 0` +
    `C${n(s * 0.5)} ${n(-d * 0.22)} ${n(-s * 0.5)} ${n(-d * 0.22)} ${n(-s)} 0Z`
  );
}

/** The triangle of a jib between the foremast and the end of the bowsprit, bellied to leeward. */
export function jib(a: number, b: number, trimmed: Trim): string {
  const lee = trimmed.brace < 0 ? -1 : 1; // braced anticlockwise: wind from starboard, canvas to port
  const belly = trimmed.set === 'flapping' ? 0.1 : 0.55;
  return `M0 ${n(-a * 1.2)}Q${n(lee * b * belly * 1.5)} ${n(-a * 0.86)} ${n(lee * b * 0.5)} ${n(-a * 0.62)}Q${n(lee * b * 0.2)} ${n(-a * 0.8)} 0 ${n(-a * 1.2)}Z`;
}

export type Spar = 'whole' | 'torn' | 'fallen';

/** What is left of each mast, from the bow aft: the mizzen goes first, the mainmast last. */
export function spars(ship: Ship, count: number): readonly Spar[] {
  const lost = ship.sheet.length ? (ship.crossed ?? 0) / ship.sheet.length : 0;
  const order = count === 3 ? [1, 2, 0] : [0, 1]; // how late each falls, from the bow aft
  const step = count === 3 ? 0.2 : 0.3;
  return order.map((late) => (lost >= 0.52 + late * step ? 'fallen' : lost >= 0.18 + late * step ? 'torn' : 'whole'));
}

/** A row of guns run out of a side: short strokes outboard. `way` is −1 to port. */
export function guns(a: number, b: number, way: -1 | 1, count: number): string {
  let path = '';
  for (let i = 0; i < count; i++) {
    const y = -a * 0.52 + (a * 1.16 * i) / (count - 1);
    path += `M${n(way * b * 0.98)} ${n(y)}h${n(way * b * 0.3)}`;
  }
  return path;
}

/** How many guns are drawn along a side. */
export function gunsDrawn(rate: Rate): number {
  return { '1st_rate': 12, '2nd_rate': 11, '3rd_rate': 10, '4th_rate': 9, '5th_rate': 8, smaller: 5 }[rate];
}
