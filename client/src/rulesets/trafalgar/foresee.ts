// The ghost of an order: where ships would lie if nothing came in the way. A picture to order by; what really happens is the
// server's to say, with its tests, its collisions and each ship's own limits.
import { ahead, bearing, compass, distance, overlaps, sailAlong, swept, type Box, type Point, type Pose } from '../../freetable/geometry';
import { able, base, company, number, pose, squadronOf } from './fleet';
import type { Plan } from '../contract';
import { mannerOf } from './drafts';
import type { Ship, Table } from './types';

export interface Ghost {
  readonly ship: Ship;
  readonly pose: Pose;
  /** The way there, for a line on the chart. */
  readonly way: readonly Point[];
}

/** Ships in line keep this far apart, base from base, as drawn. */
const STATION = 50;

/**
 * Ghosts of a turn, a run, or one after the other, the ordered ship first. `straight` is the share of a run that is left for
 * sailing on after the turn she has made or is to make.
 */
export function ghosts(table: Table, { action, next }: Plan, straight: number): readonly Ghost[] {
  const n = number(table, String(action['ship']));
  const ship = table.ships[n];
  if (!ship) return [];
  if (action.type === 'move') return moved(table, n, Number(action['distance']), straight);
  if (action.type !== 'turn') return [];
  const about = turned(table, n, Number(action['angle']), mannerOf(action) === 'together');
  if (next?.type !== 'move') return about;
  const headings = new Map(about.map((one) => [one.ship.id, one.pose.heading]));
  const ships = table.ships.map((one) => ({ ...one, heading: headings.get(one.id) ?? one.heading }));
  return moved({ ...table, ships }, n, Number(next['distance']), straight);
}

/** The ghosts moved to where the server says that the ships will lie; others that it moves as well are added. */
export function exactly(table: Table, drawn: readonly Ghost[], after: Table): readonly Ghost[] {
  const first = drawn.map(({ ship }) => ship);
  const ships = [...first, ...table.ships.filter((ship) => !first.includes(ship))];
  return ships.flatMap((ship) => {
    const [from, then] = [pose(ship, table), after.ships.find((one) => one.id === ship.id)];
    const ghost = drawn.find((one) => one.ship === ship);
    if (!then) return ghost ? [ghost] : [];
    const to = pose(then, after);
    const moved = to.x !== from.x || to.y !== from.y;
    if (!moved && to.heading === from.heading) return [];
    const corners = ghost?.way.slice(1, -1).filter((one) => distance(from, one) < distance(from, to)) ?? [];
    return [{ ship, pose: to, way: moved ? [from, ...corners, to] : [] }];
  });
}

function turned(table: Table, n: number, angle: number, together: boolean): readonly Ghost[] {
  const who = together ? company(table, n) : [n];
  return who.flatMap((one) => {
    const ship = table.ships[one];
    if (!ship) return [];
    const at = pose(ship, table);
    return [{ ship, pose: { ...at, heading: compass(at.heading + angle) }, way: [] }];
  });
}

function moved(table: Table, n: number, far: number, straight: number): readonly Ghost[] {
  const line = company(table, n);
  const lead = table.ships[n] as Ship;
  const found = [sailed(table, lead, far * straight)];
  const abreast = squadronOf(table, n)?.abreast ?? false;
  let before = found[0] as Ghost;
  for (const one of line.slice(1)) {
    const ship = table.ships[one];
    if (!ship) continue;
    const ghost: Ghost = abreast ? sailed(table, ship, far) : followed(table, ship, before, far);
    found.push(ghost);
    before = ghost;
  }
  return found;
}

function corners(table: Table, ship: Ship): readonly Point[] {
  return (ship.wake ?? []).map(([x, y]) => ({ x, y: table.height - y }));
}

/** A run ahead, round the corners of the line that still lie before her. */
function sailed(table: Table, ship: Ship, far: number): Ghost {
  const at = pose(ship, table);
  const marks = corners(table, ship);
  if (marks.length === 0 || far <= 0) {
    const end = ahead(at, at.heading, far);
    return { ship, pose: { ...end, heading: at.heading }, way: [at, end] };
  }
  const heading = (ship.wake ?? [])[marks.length - 1]?.[2] ?? at.heading;
  const last = marks[marks.length - 1] as Point;
  return along(ship, [at, ...marks, ahead(last, heading, far)], far);
}

/** In the wake of the ship ahead, as far as there is room. */
function followed(table: Table, ship: Ship, before: Ghost, far: number): Ghost {
  const at = pose(ship, table);
  const leader = pose(before.ship, table);
  const passed = (ship.wake ?? []).length - (before.ship.wake ?? []).length;
  const points = [at, ...corners(table, ship).slice(0, Math.max(0, passed)), leader, ...before.way.slice(1)].filter(
    (one, i, all) => i === 0 || distance(one, all[i - 1] as Point) > 1,
  );
  const whole = points.reduce((sum, one, i) => (i ? sum + distance(one, points[i - 1] as Point) : 0), 0);
  const room = whole - (ship.length + before.ship.length) / 2 - STATION;
  return along(ship, points, Math.max(0, Math.min(far, room)), at.heading);
}

function along(ship: Ship, points: readonly Point[], far: number, heading?: number): Ghost {
  const end = far > 0 || heading === undefined ? sailAlong(points, far) : { ...(points[0] as Point), heading };
  const way: Point[] = [];
  let left = far;
  for (let i = 0; i < points.length; i++) {
    const leg = i ? distance(points[i] as Point, points[i - 1] as Point) : 0;
    if (leg > left && i) break;
    left -= leg;
    way.push(points[i] as Point);
  }
  return { ship, pose: end, way: [...way, end] };
}

/** Ships whose bases the ghosts run over, as drawn: there she keeps clear or touches, which the server decides. */
export function inTheWay(table: Table, drawn: readonly Ghost[]): readonly Ship[] {
  const going = new Set(drawn.map(({ ship }) => ship.id));
  const paths = drawn.flatMap(({ ship, way }) => legs(ship, way));
  return table.ships.filter((ship) => able(ship) && !going.has(ship.id) && paths.some((path) => overlaps(path, base(ship, table))));
}

function legs(ship: Ship, way: readonly Point[]): readonly Box[] {
  return way.slice(1).map((to, i) => {
    const from = way[i] as Point;
    return swept({ ...from, heading: distance(from, to) > 1 ? bearing(from, to) : ship.heading }, to, ship.length, ship.width);
  });
}
