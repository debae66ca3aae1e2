// The decoration of an open sea: depths that vary smoothly, their contours and soundings, rhumb lines, ripples before the
// wind. All of it follows from the table's size and name, so that a match looks the same tomorrow. None of it is a rule.
import { ahead, type Point } from './geometry';

/** Numbers from 0 to 1 that follow from a name. */
export function chance(name: string): () => number {
  let seed = 2166136261;
  for (const letter of name) seed = Math.imul(seed ^ letter.charCodeAt(0), 16777619);
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export interface Depths {
  readonly columns: number;
  readonly rows: number;
  readonly cell: number;
  /** Fathoms at each corner of the grid, row by row. */
  readonly values: Float64Array;
}

/** A smooth field of depths: shoaling towards the east, as off a coast, with banks and deeps. */
export function depths(width: number, height: number, name: string, cell = 150): Depths {
  const random = chance(name);
  const columns = Math.ceil(width / cell) + 1;
  const rows = Math.ceil(height / cell) + 1;
  const humps = Array.from({ length: 9 }, () => ({
    x: random() * width,
    y: random() * height,
    high: (random() - 0.45) * 26,
    wide: (0.1 + random() * 0.2) * Math.max(width, height),
  }));
  const values = new Float64Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = column * cell;
      const y = row * cell;
      let depth = 62 - 44 * (x / width) + 6 * Math.sin((y / height) * 5 + x / width);
      for (const hump of humps) {
        depth += hump.high * Math.exp(-((x - hump.x) ** 2 + (y - hump.y) ** 2) / (2 * hump.wide ** 2));
      }
      values[row * columns + column] = depth;
    }
  }
  return { columns, rows, cell, values };
}

/** The lines of one depth, as a path of short strokes (marching squares). */
export function contour(field: Depths, level: number): string {
  const { columns, rows, cell, values } = field;
  const at = (column: number, row: number): number => values[row * columns + column] as number;
  const between = (a: number, b: number): number => (level - a) / (b - a);
  let path = '';
  for (let row = 0; row < rows - 1; row++) {
    for (let column = 0; column < columns - 1; column++) {
      const nw = at(column, row);
      const ne = at(column + 1, row);
      const se = at(column + 1, row + 1);
      const sw = at(column, row + 1);
      const cuts: [number, number][] = [];
      if (nw < level !== ne < level) cuts.push([column + between(nw, ne), row]);
      if (ne < level !== se < level) cuts.push([column + 1, row + between(ne, se)]);
      if (sw < level !== se < level) cuts.push([column + between(sw, se), row + 1]);
      if (nw < level !== sw < level) cuts.push([column, row + between(nw, sw)]);
      for (let i = 0; i + 1 < cuts.length; i += 2) {
        const [a, b] = [cuts[i] as [number, number], cuts[i + 1] as [number, number]];
        path += `M${Math.round(a[0] * cell)} ${Math.round(a[1] * cell)}L${Math.round(b[0] * cell)} ${Math.round(b[1] * cell)}`;
      }
    }
  }
  return path;
}

/** Soundings scattered evenly, each with its depth in fathoms. */
export function soundings(field: Depths, width: number, height: number, name: string, apart = 520): readonly (Point & { readonly fathoms: number })[] {
  const random = chance(`${name} soundings`);
  const found: (Point & { fathoms: number })[] = [];
  for (let y = apart / 2; y < height; y += apart) {
    for (let x = apart / 2; x < width; x += apart) {
      const px = x + (random() - 0.5) * apart * 0.8;
      const py = y + (random() - 0.5) * apart * 0.8;
      if (random() < 0.2 || px < 60 || py < 60 || px > width - 60 || py > height - 60) continue;
      const column = Math.min(field.columns - 1, Math.round(px / field.cell));
      const row = Math.min(field.rows - 1, Math.round(py / field.cell));
      found.push({ x: Math.round(px), y: Math.round(py), fathoms: Math.max(4, Math.round(field.values[row * field.columns + column] as number)) });
    }
  }
  return found;
}

/** The strokes of a path sorted by where on the chart they begin: a browser then draws those alone that lie in what it paints. */
export function patches(path: string, side = 1600): readonly string[] {
  const found = new Map<string, string>();
  for (const [stroke, x, y] of path.matchAll(/M(-?[\d.]+) (-?[\d.]+)[^M]*/g)) {
    const place = `${Math.floor(Number(x) / side)} ${Math.floor(Number(y) / side)}`;
    found.set(place, (found.get(place) ?? '') + stroke);
  }
  return [...found.values()];
}

/** Lines of constant bearing from a rose to the edges of the chart. */
export function rhumbs(centre: Point, width: number, height: number, count: number): string {
  let path = '';
  for (let i = 0; i < count; i++) {
    const end = toEdge(centre, (360 / count) * i, width, height);
    path += `M${Math.round(centre.x)} ${Math.round(centre.y)}L${Math.round(end.x)} ${Math.round(end.y)}`;
  }
  return path;
}

function toEdge(from: Point, heading: number, width: number, height: number): Point {
  const way = ahead({ x: 0, y: 0 }, heading, 1);
  const runs = [
    way.x > 1e-9 ? (width - from.x) / way.x : way.x < -1e-9 ? -from.x / way.x : Infinity,
    way.y > 1e-9 ? (height - from.y) / way.y : way.y < -1e-9 ? -from.y / way.y : Infinity,
  ];
  return ahead(from, heading, Math.min(...runs));
}

/** Small ripples across the wind, all over the sea. */
export function ripples(width: number, height: number, wind: number, name: string, apart = 430): string {
  const random = chance(`${name} ripples`);
  let path = '';
  for (let y = apart / 2; y < height; y += apart) {
    for (let x = apart / 2; x < width; x += apart) {
      const at = { x: x + (random() - 0.5) * apart, y: y + (random() - 0.5) * apart };
      if (at.x < 80 || at.y < 80 || at.x > width - 80 || at.y > height - 80) continue;
      const half = 16 + random() * 18;
      const a = ahead(at, wind + 90, half);
      const b = ahead(at, wind - 90, half);
      const crest = ahead(at, wind + 180, half * 0.55);
      path += `M${Math.round(a.x)} ${Math.round(a.y)}Q${Math.round(crest.x)} ${Math.round(crest.y)} ${Math.round(b.x)} ${Math.round(b.y)}`;
    }
  }
  return path;
}

/** The graduated bars of a chart's border: every other unit, on each side, outside the table. */
export function graduations(width: number, height: number, unit: number, thick: number): string {
  let path = '';
  for (let x = 0; x < width; x += unit * 2) {
    const w = Math.min(unit, width - x);
    path += `M${x} ${-thick}h${w}v${thick}h${-w}ZM${x} ${height}h${w}v${thick}h${-w}Z`;
  }
  for (let y = 0; y < height; y += unit * 2) {
    const h = Math.min(unit, height - y);
    path += `M${-thick} ${y}h${thick}v${h}h${-thick}ZM${width} ${y}h${thick}v${h}h${-thick}Z`;
  }
  return path;
}

/** A star of a compass rose: points long and short in turn, each half dark. `light` gives the other halves. */
export function star(points: number, long: number, short: number, from = 0): { readonly dark: string; readonly light: string } {
  let dark = '';
  let light = '';
  for (let i = 0; i < points; i++) {
    const angle = from + (360 / points) * i;
    const tip = ahead({ x: 0, y: 0 }, angle, long);
    const right = ahead({ x: 0, y: 0 }, angle + 180 / points, short);
    const left = ahead({ x: 0, y: 0 }, angle - 180 / points, short);
    const p = (point: Point): string => `${Math.round(point.x * 10) / 10} ${Math.round(point.y * 10) / 10}`;
    dark += `M0 0L${p(tip)}L${p(right)}Z`;
    light += `M0 0L${p(tip)}L${p(left)}Z`;
  }
  return { dark, light };
}
