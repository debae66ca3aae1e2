// Pictures of a hex map: flat-topped hexes, a hundred units from one to the next, headings 1 to 6 clockwise from the north.
// For drawing and for words only: what counts is measured by the server.
import { ahead as run, type Point, type Pose } from '../../freetable/geometry';
import type { Broadside, Ship } from '../../served/wsim';

/** Axial: q to the east, r to the south. */
export type Hex = Ship['bow'];
export type Attitude = 'A' | 'B' | 'C' | 'D';

/** From the middle of one hex to the middle of the next. */
export const APART = 100;
/** From the middle of a hex to its corners. */
export const SIDE = APART / Math.sqrt(3);
/** The farthest that guns carry. */
export const REACH = 10;

const STEPS: readonly Hex[] = [[0, 0], [0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]];
const POINTS = ['', 'N', 'NE', 'SE', 'S', 'SW', 'NW'] as const;
const SPOKEN = ['', 'north', 'north-east', 'south-east', 'south', 'south-west', 'north-west'] as const;

/** A heading so many steps of 60 degrees to the right, to the left if negative. */
export function turned(heading: number, by: number): number {
  return ((((heading - 1 + by) % 6) + 6) % 6) + 1;
}

/** Degrees clockwise from the north. */
export function degreesOf(heading: number): number {
  return (heading - 1) * 60;
}

/** "NE" */
export function pointOf(heading: number): string {
  return POINTS[heading] ?? '';
}

/** "north-east" */
export function spokenOf(heading: number): string {
  return SPOKEN[heading] ?? '';
}

export function ahead(place: Hex, heading: number, count = 1): Hex {
  const [q, r] = STEPS[heading] ?? [0, 0];
  return [place[0] + q * count, place[1] + r * count];
}

export function sternOf(bow: Hex, heading: number): Hex {
  return ahead(bow, heading, -1);
}

export function hexesOf(ship: Pick<Ship, 'bow' | 'heading'>): readonly [Hex, Hex] {
  return [ship.bow, sternOf(ship.bow, ship.heading)];
}

export function same(a: Hex, b: Hex): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** Hexes from one place to another; neighbours are 1 apart. */
export function distance(a: Hex, b: Hex): number {
  const [q, r] = [a[0] - b[0], a[1] - b[1]];
  return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
}

/** The range between two ships: the least distance between their hexes. */
export function apart(one: Pick<Ship, 'bow' | 'heading'>, other: Pick<Ship, 'bow' | 'heading'>): number {
  return Math.min(...hexesOf(one).flatMap((a) => hexesOf(other).map((b) => distance(a, b))));
}

/** The middle of a hex on the chart. */
export function centre([q, r]: Hex): Point {
  return { x: q * SIDE * 1.5, y: (r + q / 2) * APART };
}

/** The hex a point of the chart lies in. */
export function hexAt({ x, y }: Point): Hex {
  const q = x / (SIDE * 1.5);
  const r = y / APART - q / 2;
  let [rq, rr] = [Math.round(q), Math.round(r)];
  const rs = Math.round(-q - r);
  const [dq, dr, ds] = [Math.abs(rq - q), Math.abs(rr - r), Math.abs(rs + q + r)];
  if (dq > dr && dq > ds) rq = -rr - rs;
  else if (dr > ds) rr = -rq - rs;
  return [rq + 0, rr + 0];
}

/** Where a ship lies that has her bow there: the middle of her two hexes. */
export function poseAt(bow: Hex, heading: number): Pose {
  const at = run(centre(bow), degreesOf(heading), -APART / 2);
  return { ...at, heading: degreesOf(heading) };
}

export function pose(ship: Pick<Ship, 'bow' | 'heading'>): Pose {
  return poseAt(ship.bow, ship.heading);
}

/** The middle of a ship whose bow is at a point of the chart; she turns about her bow. */
export function behind(bow: Pose): Pose {
  return { ...run(bow, bow.heading, -APART / 2), heading: bow.heading };
}

const CORNERS = [0, 60, 120, 180, 240, 300].map((angle) => run({ x: 0, y: 0 }, angle + 30, SIDE));
const n = (value: number): string => String(Math.round(value * 10) / 10);

/** The outline of hexes as one path. */
export function outlines(places: readonly Hex[], scale = 1): string {
  return places
    .map((place) => {
      const at = centre(place);
      return `M${CORNERS.map((corner) => `${n(at.x + corner.x * scale)} ${n(at.y + corner.y * scale)}`).join('L')}Z`;
    })
    .join('');
}

// ---- broadsides --------------------------------------------------------------------------------------------------

/** Which guns bear on a hex of the play: all of them, or those of the after or the forward half. */
export type Part = 'full' | 'after' | 'fore';

/** Where a hex lies in the play of a broadside: the row, which is the range, and the guns that bear; null outside. */
export function bears(ship: Pick<Ship, 'bow' | 'heading'>, side: Broadside, at: Hex): { readonly row: number; readonly part: Part } | null {
  const [stern, out] = [sternOf(ship.bow, ship.heading), turned(ship.heading, side === 'left' ? -2 : 2)];
  const [a, b] = [STEPS[out] as Hex, STEPS[ship.heading] as Hex];
  const [dq, dr] = [at[0] - stern[0], at[1] - stern[1]];
  // at = stern + row·a + along·b
  const det = a[0] * b[1] - a[1] * b[0];
  const row = (dq * b[1] - dr * b[0]) / det;
  const along = (a[0] * dr - a[1] * dq) / det;
  if (row < 1 || along < 0 || along > row + 1) return null;
  return { row, part: partOf(row, along) };
}

function partOf(row: number, along: number): Part {
  const rim = Math.ceil(row / 4);
  return along < rim ? 'after' : along > row + 1 - rim ? 'fore' : 'full';
}

export interface Field {
  readonly full: readonly Hex[];
  readonly half: readonly Hex[];
  /** The middle of each row, from the nearest. */
  readonly marks: readonly { readonly range: number; readonly at: Point }[];
}

/** The hexes that a broadside can fire into, as far as guns carry. */
export function field(ship: Pick<Ship, 'bow' | 'heading'>, side: Broadside, reach = REACH): Field {
  const [stern, out] = [sternOf(ship.bow, ship.heading), turned(ship.heading, side === 'left' ? -2 : 2)];
  const full: Hex[] = [];
  const half: Hex[] = [];
  const marks: { range: number; at: Point }[] = [];
  for (let row = 1; row <= reach; row++) {
    const first = ahead(stern, out, row);
    for (let along = 0; along <= row + 1; along++) (partOf(row, along) === 'full' ? full : half).push(ahead(first, ship.heading, along));
    const [a, b] = [centre(first), centre(ahead(first, ship.heading, row + 1))];
    marks.push({ range: row, at: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } });
  }
  return { full, half, marks };
}

/** The broadside that bears on a ship, and with how much of it; null where none does. */
export function aimedBy(from: Pick<Ship, 'bow' | 'heading'>, to: Pick<Ship, 'bow' | 'heading'>): { readonly side: Broadside; readonly part: Part } | null {
  let best: { side: Broadside; part: Part } | null = null;
  for (const side of ['left', 'right'] as const) {
    for (const at of hexesOf(to)) {
      const found = bears(from, side, at);
      if (found && (!best || best.part !== 'full')) best = { side, part: found.part };
    }
  }
  return best;
}

/** How fire from one ship runs along the other, as the fields are drawn: she cannot reply, or lies right ahead or astern. */
export function raked(from: Pick<Ship, 'bow' | 'heading'>, to: Pick<Ship, 'bow' | 'heading'>): '' | 'bow' | 'stern' {
  const hexes = hexesOf(from);
  const before = ahead(to.bow, to.heading);
  const after = ahead(sternOf(to.bow, to.heading), to.heading, -1);
  if (hexes.some((at) => same(at, before))) return 'bow';
  if (hexes.some((at) => same(at, after))) return 'stern';
  if (hexes.some((at) => bears(to, 'left', at) || bears(to, 'right', at))) return '';
  const [bow, stern] = hexesOf(to);
  const near = (end: Hex): number => {
    const at = centre(end);
    return Math.min(...hexes.map((one) => Math.hypot(centre(one).x - at.x, centre(one).y - at.y)));
  };
  return near(bow) < near(stern) ? 'bow' : 'stern';
}

// ---- wind --------------------------------------------------------------------------------------------------------

/** A: the wind on the quarter, B: astern, C: close hauled, D: in irons. */
export function attitude(heading: number, wind: number): Attitude {
  return (['B', 'A', 'C', 'D', 'C', 'A'] as const)[(heading - wind + 6) % 6] ?? 'B';
}

export const ATTITUDES: { readonly [attitude in Attitude]: string } = {
  A: 'wind on the quarter', B: 'wind astern', C: 'close hauled', D: 'in irons',
};

/** Where the wind comes from, in degrees. */
export function windFrom(wind: number): number {
  return (degreesOf(wind) + 180) % 360;
}

export const VELOCITIES = ['becalmed', 'light breeze', 'moderate breeze', 'normal breeze', 'heavy breeze', 'gale', 'storm', 'hurricane'] as const;
