// Pictures of an open table: points and headings as they are drawn. Chart coordinates are hundredths of an inch with y
// downwards, headings degrees clockwise from north. For drawing and for words only: what counts is measured by the server.

import { figure, known, t } from '../lib/languages/index.svelte';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where something lies and which way it points. */
export interface Pose extends Point {
  readonly heading: number;
}

/** An oriented rectangle: a base or a hull. */
export interface Box extends Pose {
  readonly length: number;
  readonly width: number;
}

const RADIANS = Math.PI / 180;

/** A heading from 0 to under 360. */
export function compass(heading: number): number {
  return ((heading % 360) + 360) % 360;
}

/** The turn from one heading to another, −180 to 180; positive is to starboard. */
export function turn(from: number, to: number): number {
  const apart = compass(to - from);
  return apart > 180 ? apart - 360 : apart;
}

/** Where a straight run ends. */
export function ahead(from: Point, heading: number, distance: number): Point {
  return { x: from.x + distance * Math.sin(heading * RADIANS), y: from.y - distance * Math.cos(heading * RADIANS) };
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The compass bearing of one point from another. */
export function bearing(from: Point, to: Point): number {
  return compass(Math.atan2(to.x - from.x, from.y - to.y) / RADIANS);
}

export function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** A point in the frame of a pose: `along` towards the bow, `beam` to starboard. */
export function local(pose: Pose, point: Point): { readonly along: number; readonly beam: number } {
  const sin = Math.sin(pose.heading * RADIANS);
  const cos = Math.cos(pose.heading * RADIANS);
  const dx = point.x - pose.x;
  const dy = point.y - pose.y;
  return { along: dx * sin - dy * cos, beam: dx * cos + dy * sin };
}

export function corners(box: Box): readonly Point[] {
  const bow = ahead(box, box.heading, box.length / 2);
  const stern = ahead(box, box.heading, -box.length / 2);
  const half = box.width / 2;
  return [
    ahead(bow, box.heading + 90, half),
    ahead(bow, box.heading - 90, half),
    ahead(stern, box.heading - 90, half),
    ahead(stern, box.heading + 90, half),
  ];
}

/** The point of a box that is nearest to a point. */
export function nearestOn(box: Box, point: Point): Point {
  const { along, beam } = local(box, point);
  const clamp = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value));
  const keel = ahead(box, box.heading, clamp(along, box.length / 2));
  return ahead(keel, box.heading + 90, clamp(beam, box.width / 2));
}

/** The nearest points of two boxes. Where one corner lies in the other box they are the same point. */
export function nearest(a: Box, b: Box): { readonly gap: number; readonly from: Point; readonly to: Point } {
  let best = { gap: Infinity, from: a as Point, to: b as Point };
  for (const corner of corners(a)) {
    const to = nearestOn(b, corner);
    const gap = distance(corner, to);
    if (gap < best.gap) best = { gap, from: corner, to };
  }
  for (const corner of corners(b)) {
    const from = nearestOn(a, corner);
    const gap = distance(corner, from);
    if (gap < best.gap) best = { gap, from, to: corner };
  }
  return best;
}

// ---- tracks ----------------------------------------------------------------------------------------------------

/** The way from one pose to another as a ship sails it: she turns where she lies or at a corner, then goes straight. */
export function track(from: Pose, to: Pose): readonly Pose[] {
  const turned = Math.abs(turn(from.heading, to.heading)) > 0.5;
  if (!turned) return [from, to];
  // In line she sails on to where the line turned: there her old course meets the new one.
  const corner = crossing(from, to);
  if (corner !== null) {
    return [from, { ...corner, heading: from.heading }, { ...corner, heading: to.heading }, to];
  }
  return [from, { x: from.x, y: from.y, heading: to.heading }, to];
}

/** Where the course ahead of one pose meets the course astern of another, or null. */
function crossing(from: Pose, to: Pose): Point | null {
  const a = ahead({ x: 0, y: 0 }, from.heading, 1);
  const b = ahead({ x: 0, y: 0 }, to.heading, -1);
  const cross = a.x * b.y - a.y * b.x;
  if (Math.abs(cross) < 0.05) return null;
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const run = (dx * b.y - dy * b.x) / cross;
  const rest = (dx * a.y - dy * a.x) / cross;
  const whole = Math.hypot(dx, dy);
  return run > 1 && rest >= 0 && run + rest < whole * 2 + 1 ? ahead(from, from.heading, run) : null;
}

/** How much of a glide a turn of one degree takes, as if it were so many hundredths of an inch. */
const TURNING = 1.6;

function legLength(a: Pose, b: Pose): number {
  return distance(a, b) + Math.abs(turn(a.heading, b.heading)) * TURNING;
}

export function trackLength(poses: readonly Pose[]): number {
  let total = 0;
  for (let i = 1; i < poses.length; i++) total += legLength(poses[i - 1] as Pose, poses[i] as Pose);
  return total;
}

/** The pose at a share (0 to 1) of a track of this length. */
export function along(poses: readonly Pose[], share: number, length = trackLength(poses)): Pose {
  const last = poses[poses.length - 1] as Pose;
  if (share >= 1 || poses.length < 2) return last;
  let left = Math.max(0, share) * length;
  for (let i = 1; i < poses.length; i++) {
    const a = poses[i - 1] as Pose;
    const b = poses[i] as Pose;
    const leg = legLength(a, b);
    if (left <= leg && leg > 0) {
      const t = left / leg;
      return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, heading: a.heading + turn(a.heading, b.heading) * t };
    }
    left -= leg;
  }
  return last;
}

// ---- shapes as paths, in the frame of a ship whose bow is up ----------------------------------------------------

const round = (value: number): string => String(Math.round(value * 100) / 100);

/** Everything within `reach` of a rectangle: a rectangle with round corners. */
export function around(length: number, width: number, reach: number): string {
  const x = width / 2 + reach;
  const y = length / 2 + reach;
  const r = round(reach);
  const arc = (ex: number, ey: number): string => `A${r} ${r} 0 0 1 ${round(ex)} ${round(ey)}`;
  return (
    `M${round(-width / 2)} ${round(-y)}H${round(width / 2)}${arc(x, -length / 2)}V${round(length / 2)}${arc(width / 2, y)}` +
    `H${round(-width / 2)}${arc(-x, length / 2)}V${round(-length / 2)}${arc(-width / 2, -y)}Z`
  );
}

/** A wedge from the middle: `axis` degrees clockwise from the bow, `half` to each side. */
export function wedge(axis: number, half: number, reach: number): string {
  const a = ahead({ x: 0, y: 0 }, axis - half, reach);
  const b = ahead({ x: 0, y: 0 }, axis + half, reach);
  const large = half > 90 ? 1 : 0;
  return `M0 0L${round(a.x)} ${round(a.y)}A${round(reach)} ${round(reach)} 0 ${large} 1 ${round(b.x)} ${round(b.y)}Z`;
}

/** The arc of a circle round the middle, from one bearing clockwise to another. */
export function arc(from: number, to: number, radius: number): string {
  const a = ahead({ x: 0, y: 0 }, from, radius);
  const b = ahead({ x: 0, y: 0 }, to, radius);
  const large = to - from > 180 ? 1 : 0;
  return `M${round(a.x)} ${round(a.y)}A${round(radius)} ${round(radius)} 0 ${large} 1 ${round(b.x)} ${round(b.y)}`;
}

// ---- words -----------------------------------------------------------------------------------------------------

const POINTS = ['N', 'NNE', 'NE', 'ENE', 'E', 'ESE', 'SE', 'SSE', 'S', 'SSW', 'SW', 'WSW', 'W', 'WNW', 'NW', 'NNW'] as const;
const SPOKEN = [
  'north', 'north-north-east', 'north-east', 'east-north-east', 'east', 'east-south-east', 'south-east', 'south-south-east',
  'south', 'south-south-west', 'south-west', 'west-south-west', 'west', 'west-north-west', 'north-west', 'north-north-west',
] as const;

const pointOf = (heading: number): number => Math.round(compass(heading) / 22.5) % 16;

/** "WNW" */
export function point(heading: number): string {
  return known(POINTS[pointOf(heading)] ?? 'N');
}

/** "west-north-west" */
export function spoken(heading: number): string {
  return known(SPOKEN[pointOf(heading)] ?? 'north');
}

/** "045" */
export function degrees(heading: number): string {
  return String(Math.round(compass(heading)) % 360).padStart(3, '0');
}

/** Hundredths as inches: "2.5". */
export function inches(hundredths: number, places = 2): string {
  return figure(String(Number((hundredths / 100).toFixed(places))));
}

/** Where something lies as seen from a ship's deck: "fine on the starboard bow". */
export function relative(from: Pose, to: Point): string {
  const angle = turn(from.heading, bearing(from, to));
  const port = angle < 0;
  const off = Math.abs(angle);
  if (off < 8) return t('right ahead');
  if (off < 30) return t(port ? 'fine on the port bow' : 'fine on the starboard bow');
  if (off < 67) return t(port ? 'on the port bow' : 'on the starboard bow');
  if (off < 113) return t(port ? 'on the port beam' : 'on the starboard beam');
  if (off < 150) return t(port ? 'on the port quarter' : 'on the starboard quarter');
  if (off < 172) return t(port ? 'fine on the port quarter' : 'fine on the starboard quarter');
  return t('right astern');
}
