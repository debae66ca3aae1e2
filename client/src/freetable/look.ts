// Where a camera looks, as numbers: what it shows whole, how far it may go, and the way from one look to another.

export interface Look {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

/** A rectangle: of the chart, or of a window. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Pixels at the window's edges that something else covers. */
export interface Inset {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

const BARE: Inset = { top: 0, right: 0, bottom: 0, left: 0 };

/** The transform that shows a rectangle of the chart whole and in the middle of what is free of a window. */
export function framed({ left, top, right, bottom }: Box, width: number, height: number, most: number, inset: Inset = BARE): Look {
  const free = { x: Math.max(1, width - inset.left - inset.right), y: Math.max(1, height - inset.top - inset.bottom) };
  const k = Math.min(free.x / Math.max(1, right - left), free.y / Math.max(1, bottom - top), most);
  return { k, x: inset.left + free.x / 2 - (k * (left + right)) / 2, y: inset.top + free.y / 2 - (k * (top + bottom)) / 2 };
}

/** Nearer or farther by a factor, within limits; the point of the window stays over the same point of the chart. */
export function scaled({ k, x, y }: Look, factor: number, at: { readonly x: number; readonly y: number }, [least, most]: readonly [number, number]): Look {
  const next = Math.min(most, Math.max(least, k * factor));
  return { k: next, x: at.x - ((at.x - x) / k) * next, y: at.y - ((at.y - y) / k) * next };
}

/** So far along one axis that the window shows nothing beyond these ends of the chart; in their middle where it is wider than they are. */
function within(shift: number, k: number, size: number, low: number, high: number): number {
  const [before, after] = [-shift / k - low, (size - shift) / k - high];
  return shift + k * (after > before ? (before + after) / 2 : Math.min(0, before) || Math.max(0, after));
}

/** The same look, moved so that it shows nothing beyond a rectangle of the chart. */
export function held({ k, x, y }: Look, width: number, height: number, { left, top, right, bottom }: Box): Look {
  return { k, x: within(x, k, width, left, right), y: within(y, k, height, top, bottom) };
}

/** A part of the way, from 0 to 1: begun and ended gently, one point of the chart standing still where the scale changes. */
export function between(from: Look, to: Look, part: number): Look {
  const t = part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
  if (t >= 1) return to;
  const k = from.k * (to.k / from.k) ** t;
  const along = Math.abs(to.k / from.k - 1) < 1e-3 ? t : (k - from.k) / (to.k - from.k);
  return { k, x: from.x + (to.x - from.x) * along, y: from.y + (to.y - from.y) * along };
}
