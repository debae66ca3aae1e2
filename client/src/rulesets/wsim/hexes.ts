// Pictures of a hex map: flat-topped hexes, a hundred units from one to the next, headings 1 to 6 clockwise from the north.
// For drawing and for words only: what counts is measured by the server.
import { ahead as run, type Point, type Pose } from '../../freetable/geometry';
import type { Ship, View } from '../../served/wsim';

/** Axial: q to the east, r to the south. */
export type Hex = Ship['bow'];
export type Attitude = 'A' | 'B' | 'C' | 'D';

/** From the middle of one hex to the middle of the next. */
export const APART = 100;
/** From the middle of a hex to its corners. */
export const SIDE = APART / Math.sqrt(3);
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

/** A hex that lies so from a ship with her bow in 0, 0 and heading 1, as it lies from one who lies elsewhere. */
export function placed([q, r]: Hex, ship: Pick<Ship, 'bow' | 'heading'>): Hex {
  let at: Hex = [q, r];
  for (let by = 1; by < ship.heading; by++) at = [-at[1], at[0] + at[1]];
  return [ship.bow[0] + at[0], ship.bow[1] + at[1]];
}

// ---- wind --------------------------------------------------------------------------------------------------------

/** A: the wind on the quarter, B: astern, C: close hauled, D: in irons; as the server says, which says nothing of ships that are gone. */
export const attitude = (view: View, id: string): Attitude | '' => (view.sea?.ships[id]?.wind as Attitude | undefined) ?? '';

export const ATTITUDES: { readonly [attitude in Attitude | '']: string } = {
  '': '',
  A: 'wind on the quarter', B: 'wind astern', C: 'close hauled', D: 'in irons',
};

/** Where the wind comes from, in degrees. */
export function windFrom(wind: number): number {
  return (degreesOf(wind) + 180) % 360;
}

export const VELOCITIES = ['becalmed', 'light breeze', 'moderate breeze', 'normal breeze', 'heavy breeze', 'gale', 'storm', 'hurricane'] as const;
