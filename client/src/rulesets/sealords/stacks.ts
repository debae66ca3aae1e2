// How counters lie: in a heap where several are in one place, or fanned out on a tray when one of them is looked at.
import type { Point } from '../../freetable/geometry';
import type { Chart } from './chart';
import type { Piece } from './fleet';

export interface Stack {
  readonly place: string;
  readonly at: Point;
  readonly pieces: readonly Piece[];
  /** Where each lies, in the order of the pieces. */
  readonly spots: readonly Point[];
  readonly fanned: boolean;
  readonly tray: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

const SIDE = 48;
const APART = 55;
const HEAP = 4.5;
const COLUMNS = 5;

/** Stacks in the order in which they are drawn: the fanned one lies over all others. `scale` is units to one of a counter. */
export function stacked(chart: Chart, pieces: readonly Piece[], scale: number, chosen: string | null): readonly Stack[] {
  const heaps = new Map<string, Piece[]>();
  for (const piece of pieces) heaps.set(piece.place, [...(heaps.get(piece.place) ?? []), piece]);
  const found = [...heaps].map(([place, some]) => stack(place, chart.where(place), some, scale, chosen));
  return found.sort((a, b) => Number(a.fanned) - Number(b.fanned));
}

function stack(place: string, at: Point, pieces: readonly Piece[], scale: number, chosen: string | null): Stack {
  // The enemy's lie under ours; the one that is looked at lies uppermost.
  const rank = (piece: Piece): number => (piece.own ? 1 : 0);
  const sorted = [...pieces].sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1));
  const fanned = pieces.length > 1 && sorted.some((piece) => piece.id === chosen);
  const spots = sorted.map((_, n) => {
    if (!fanned) {
      const up = (n - (sorted.length - 1) / 2) * HEAP * scale;
      return { x: at.x + up, y: at.y - up };
    }
    const columns = Math.min(COLUMNS, sorted.length);
    const [row, column] = [Math.floor(n / columns), n % columns];
    return { x: at.x + (column - (columns - 1) / 2) * APART * scale, y: at.y + row * APART * scale };
  });
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  const room = (SIDE / 2 + 8) * scale;
  const [left, top] = [Math.min(...xs) - room, Math.min(...ys) - room];
  return { place, at, pieces: sorted, spots, fanned, tray: { x: left, y: top, width: Math.max(...xs) + room - left, height: Math.max(...ys) + room - top } };
}
