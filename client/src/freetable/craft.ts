// How a sailing ship is drawn from above: hull by shape, masts and yards, sails by the wind. In her own frame, bow up.
import { turn } from './geometry';

/** Sides differ by shape as well as by colour: bluff bows, fine ones, or a full body with a broad stern. */
export type Shape = 'bluff' | 'fine' | 'full';
/** What is left of a mast. */
export type Spar = 'whole' | 'torn' | 'fallen';

const n = (value: number): string => String(Math.round(value * 10) / 10);

/** Half the length and half the breadth of the hull as drawn. */
export function halves(length: number, width: number): { readonly a: number; readonly b: number } {
  return { a: length * 0.45, b: width * 0.3 };
}

export type Curve = readonly [x1: number, y1: number, x2: number, y2: number, x: number, y: number];

/** Both sides of a hull from its starboard half: curves from the stem to the stern, mirrored to port. */
export function mirrored(stem: number, starboard: readonly Curve[]): string {
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

export function outline(shape: Shape, a: number, b: number): string {
  if (shape === 'bluff') {
    return mirrored(-a, [
      [b * 0.62, -a, b * 0.98, -a * 0.78, b, -a * 0.42],
      [b * 1.02, a * 0.1, b, a * 0.5, b * 0.9, a * 0.78],
      [b * 0.86, a * 0.9, b * 0.78, a * 0.97, b * 0.62, a],
    ]);
  }
  if (shape === 'fine') {
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
export function masts(count: number, length: number, width: number): readonly Mast[] {
  const { a } = halves(length, width);
  const half = width / 2;
  if (count <= 1) return [{ y: -a * 0.06, yard: half * 1.1 }];
  if (count === 2) {
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

/** How yards are braced and canvas stands on a heading, with the wind from there. The weather yardarm goes forward. */
export function trim(heading: number, wind: number, into: number, furled: boolean): Trim {
  const from = turn(heading, wind);
  const off = Math.abs(from);
  const brace = -Math.sign(from || 1) * Math.min(SHARP, (180 - off) / 2);
  if (furled) return { brace: brace * 0.3, set: 'furled', belly: 0 };
  if (off < into) return { brace: brace * 0.5, set: 'flapping', belly: 0.12 };
  return { brace, set: 'full', belly: 0.36 + 0.2 * (off / 180) };
}

/** Points of a path in the frame of a yard, which lies along x: `at` puts them where it hangs. */
type Place = (x: number, y: number) => string;

function braced(y: number, degrees: number): Place {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return (px, py) => `${n(px * cos - py * sin)} ${n(y + px * sin + py * cos)}`;
}

/** A full sail from above: a crescent before the wind. */
function full(at: Place, s: number, d: number): string {
  return (
    `M${at(-s, 0)}C${at(-s * 0.72, -d * 1.55)} ${at(s * 0.72, -d * 1.55)} ${at(s, 0)}` +
    `C${at(s * 0.5, -d * 0.22)} ${at(-s * 0.5, -d * 0.22)} ${at(-s, 0)}Z`
  );
}

/** What shot has left of a sail. */
function tattered(at: Place, s: number, d: number): string {
  const edge: readonly (readonly [number, number])[] = [
    [-0.36, 1.2], [-0.3, 0.55], [-0.12, 1.05], [0.02, 0.4], [0.16, 1.3], [0.4, 1.15], [0.5, 0.5], [0.64, 0.85], [1, 0],
  ];
  return (
    `M${at(-s, 0)}C${at(-s * 0.8, -d * 1.1)} ${at(-s * 0.5, -d * 1.4)} ${at(-s * 0.36, -d * 1.2)}` +
    edge.map(([x, y]) => `L${at(x * s, -y * d)}`).join('') +
    `C${at(s * 0.5, -d * 0.2)} ${at(-s * 0.5, -d * 0.2)} ${at(-s, 0)}Z`
  );
}

/** Slack cloth that shakes in the wind. */
function flapping(at: Place, s: number): string {
  let path = `M${at(-s, 0)}`;
  for (let i = 0; i < 4; i++) path += `Q${at(-s + s * (i * 0.5 + 0.25), i % 2 ? s * 0.2 : -s * 0.2)} ${at(-s + s * (i + 1) * 0.5, 0)}`;
  path += `L${at(s, s * 0.16)}`;
  for (let i = 3; i >= 0; i--) path += `Q${at(-s + s * (i * 0.5 + 0.25), (i % 2 ? s * 0.2 : -s * 0.2) + s * 0.2)} ${at(-s + s * i * 0.5, s * 0.16)}`;
  return `${path}Z`;
}

/** A mast that has gone over the side, with its yard and a rag of canvas. */
function overboard(y: number, yard: number, lee: number): { readonly spar: string; readonly rag: string } {
  const at = braced(y, lee * 68);
  return {
    spar: `M${at(0, 0)}L${at(0, -yard * 1.5)}M${at(-yard * 0.5, -yard * 0.8)}L${at(yard * 0.6, -yard * 0.95)}`,
    rag: `M${at(-yard * 0.4, -yard * 0.82)}Q${at(-yard * 0.1, -yard * 1.3)} ${at(yard * 0.06, -yard * 0.92)}T${at(yard * 0.5, -yard * 0.94)}Z`,
  };
}

/** The triangle of a jib between the foremast and the end of the bowsprit, bellied to leeward. */
function jib(a: number, b: number, trimmed: Trim): string {
  const lee = trimmed.brace < 0 ? -1 : 1; // braced anticlockwise: wind from starboard, canvas to port
  const belly = trimmed.set === 'flapping' ? 0.1 : 0.55;
  return `M0 ${n(-a * 1.2)}Q${n(lee * b * belly * 1.5)} ${n(-a * 0.86)} ${n(lee * b * 0.5)} ${n(-a * 0.62)}Q${n(lee * b * 0.2)} ${n(-a * 0.8)} 0 ${n(-a * 1.2)}Z`;
}

/** Everything aloft as few paths: so a fleet of seventy is still quickly drawn. */
export interface Aloft {
  readonly spars: string;
  readonly sound: string;
  readonly upper: string;
  readonly torn: string;
  readonly furled: string;
}

/** `spread` is how much of her canvas is set, for ships that may carry less: 1 is all of it. */
export function aloft(length: number, width: number, rig: readonly Mast[], left: readonly Spar[], trimmed: Trim, spread = 1): Aloft {
  const { a, b } = halves(length, width);
  const made = { spars: `M0 ${n(-a * 0.94)}V${n(-a * 1.22)}`, sound: '', upper: '', torn: '', furled: '' };
  if (trimmed.set !== 'furled' && left[0] !== 'fallen') made[left[0] === 'torn' ? 'torn' : 'sound'] += jib(a, b, trimmed);
  rig.forEach(({ y, yard }, i) => {
    if (left[i] === 'fallen') {
      const wreck = overboard(y, yard, trimmed.brace < 0 ? -1 : 1);
      made.spars += wreck.spar;
      made.torn += wreck.rag;
      return;
    }
    const at = braced(y, trimmed.brace);
    made.spars += `M${at(-yard, 0)}L${at(yard, 0)}`;
    const cloth = yard * spread;
    const d = cloth * trimmed.belly;
    if (trimmed.set === 'furled') made.furled += `M${at(-yard * 0.86, 0)}L${at(yard * 0.86, 0)}`;
    else if (left[i] === 'torn') made.torn += tattered(at, cloth, Math.max(d, cloth * 0.3));
    else if (trimmed.set === 'flapping') made.sound += flapping(at, cloth);
    else {
      made.sound += full(at, cloth, d);
      const over: Place = (x, py) => at(x, py - d * 0.2);
      made.upper += full(over, cloth * 0.66, d * 0.66);
    }
  });
  return made;
}

/** What is left of each mast, from the bow aft, when so much of the rig is shot away: the mizzen goes first, the mainmast last. */
export function spars(count: number, lost: number): readonly Spar[] {
  const order = count === 3 ? [1, 2, 0] : count === 2 ? [0, 1] : [1]; // how late each falls, from the bow aft
  const step = count === 3 ? 0.2 : 0.3;
  return order.map((late) => (lost >= 0.52 + late * step ? 'fallen' : lost >= 0.18 + late * step ? 'torn' : 'whole'));
}

/** A row of guns run out of a side: short strokes outboard. `way` is −1 to port. */
export function guns(a: number, b: number, way: -1 | 1, count: number): string {
  let path = '';
  for (let i = 0; i < count; i++) {
    const y = -a * 0.52 + (a * 1.16 * i) / Math.max(1, count - 1);
    path += `M${n(way * b * 0.98)} ${n(y)}h${n(way * b * 0.3)}`;
  }
  return path;
}

/** Oars out on both sides. */
export function oars(a: number, b: number, count = 9): string {
  let path = '';
  for (let i = 0; i < count; i++) {
    const y = -a * 0.55 + (a * 1.2 * i) / (count - 1);
    for (const way of [-1, 1]) path += `M${n(way * b * 0.9)} ${n(y)}L${n(way * b * 2)} ${n(y + a * 0.12)}`;
  }
  return path;
}
