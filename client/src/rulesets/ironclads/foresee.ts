// Where an order would bring a ship, as it can be drawn: what she meets on the way is the server's to say.
import type { Json, Preview } from '../../api/types';
import { ahead, compass, distance, overlaps, swept, type Box, type Point, type Pose } from '../../freetable/geometry';
import { lengthOf, type Course } from './drafts';
import { base, find, here, pose } from './fleet';
import type { Ship, Table } from '../../served/ironclads';

export interface Ghost {
  readonly pose: Pose;
  /** Where she is after each run and turn, first as she lies. */
  readonly way: readonly Pose[];
}

/** The poses of a course: each run, then each turn about her middle, as far as her speed lasts. */
export function ghost(from: Pose, course: Course, most: number): Ghost {
  const way: Pose[] = [from];
  let at = from;
  let left = most;
  for (const [angle, far] of [[0, course.run], [course.turn, course.then], [course.second, course.last]] as const) {
    if (angle) {
      at = { ...at, heading: compass(at.heading + angle) };
      way.push(at);
    }
    const run = Math.max(-left, Math.min(left, far));
    if (run) {
      left -= Math.abs(run);
      at = { ...ahead(at, at.heading, run), heading: at.heading };
      way.push(at);
    }
  }
  return { pose: at, way };
}

/** Where the preview says that she will be, if nothing but her order decides it. */
export function surely(preview: Preview | null | undefined, ship: string): Pose | null {
  const view = preview?.outcome?.view as unknown as { readonly table?: Table } | Json | undefined;
  const table = view && typeof view === 'object' && 'table' in view ? (view.table as Table) : null;
  const found = table ? find(table, ship) : null;
  return table && found && !found.gone ? pose(found, table) : null;
}

/** What a way goes over, as drawn. */
export function met(table: Table, ship: Ship, way: readonly Pose[]): readonly Ship[] {
  const paths: Box[] = [];
  for (let i = 1; i < way.length; i++) {
    const [a, b] = [way[i - 1] as Pose, way[i] as Pose];
    if (distance(a, b) > 1) paths.push(swept(a, b, ship.length, ship.width));
    else paths.push({ ...b, length: ship.length, width: ship.width });
  }
  return here(table).filter((one) => one.id !== ship.id && paths.some((path) => overlaps(path, base(one, table))));
}

/** Where the helm's grips are: at the end of the first run, of the second, of the last. */
export function knees(from: Pose, course: Course): readonly Pose[] {
  const first = { ...ahead(from, from.heading, course.run), heading: from.heading };
  const found: Pose[] = [first];
  if (course.turn && course.run >= 0) {
    const heading = compass(from.heading + course.turn);
    const second = { ...ahead(first, heading, course.then), heading };
    found.push(second);
    if (course.second) {
      const on = compass(heading + course.second);
      found.push({ ...ahead(second, on, course.last), heading: on });
    }
  }
  return found;
}

export const left = (course: Course | null, most: number): number => Math.max(0, most - (course ? lengthOf(course) : 0));

/** A table's polygon on the chart, whose y goes down. */
export function outline(points: readonly (readonly [number, number])[], height: number): string {
  return points.length ? `M${points.map(([x, y]) => `${x} ${height - y}`).join('L')}Z` : '';
}

export function centre(points: readonly (readonly [number, number])[], height: number): Point {
  const sum = points.reduce((all, [x, y]) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: height - sum.y / points.length };
}
