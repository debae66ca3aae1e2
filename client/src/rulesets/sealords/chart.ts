// Where things lie on the sea chart: places and their boxes, lanes and the winds on them, and what a gale reaches.
import type { Point } from '../../freetable/geometry';
import type { ChartRoom, Lane, Link, Place } from '../../served/sealords';

/** Units of the board to one of the map. */
export const SCALE = 8;
/** The rim of a space, a port and a sea zone, in units of the board. */
export const RIM: { readonly [kind in Place['kind']]: number } = { space: 30, strait: 30, coastal: 26, port: 30, sea_zone: 150, entry: 46 };

export interface Location {
  readonly place: string;
  readonly box: '' | 'harbour' | 'in' | 'out';
  /** The place an In box leads from, or an Out box to. */
  readonly other: string;
}

/** A location taken apart. */
export function boxed(location: string): Location {
  const [place = '', box = '', other = ''] = location.split('/');
  return { place, box: box === 'harbour' || box === 'in' || box === 'out' ? box : '', other };
}

/** The place of the map that a location belongs to. */
export const at = (location: string): string => location.split('/', 1)[0] ?? location;

export interface LandShape {
  readonly name: string;
  readonly path: string;
  /** Where its name is written. */
  readonly middle: Point;
  readonly wide: number;
}

/** A way between two places, ready to be drawn. */
export interface Way {
  readonly id: string;
  readonly from: Point;
  readonly to: Point;
  readonly middle: Point;
  readonly attested: boolean;
}

export interface LaneWay extends Way {
  readonly lane: Lane;
}

export interface LinkWay extends Way {
  readonly link: Link;
  readonly into: Point;
  readonly out: Point;
}

const mix = (a: Point, b: Point, share: number): Point => ({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share });
const apart = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y) || 1;

/** A point so far from another on the way to a third. */
export function towards(from: Point, to: Point, far: number): Point {
  return mix(from, to, far / apart(from, to));
}

/** Where the boxes of a way into a sea zone stand, from the zone's middle: clear of both ends. */
const BOX = { far: 150, side: 34, clear: 62 } as const;
const HARBOUR = 74;

/** The sea chart of a title, with everything in its place. */
export class Chart {
  readonly width: number;
  readonly height: number;
  readonly lands: readonly LandShape[];
  readonly lanes: readonly LaneWay[];
  readonly links: readonly LinkWay[];
  readonly #places: ReadonlyMap<string, Place>;
  readonly #near = new Map<string, Set<string>>();
  readonly #lane = new Map<string, LaneWay>();
  readonly #link = new Map<string, LinkWay>();

  constructor(readonly room: ChartRoom) {
    const { sheet } = room;
    this.width = sheet.width * SCALE;
    this.height = sheet.height * SCALE;
    this.#places = new Map(room.places.map((place) => [place.id, place]));
    for (const { a, b } of room.lanes) this.#join(a, b);
    for (const { zone, other } of room.links) this.#join(zone, other);
    this.lands = sheet.lands.map(({ name, points }) => shape(name, points.map(([x, y]) => ({ x: x * SCALE, y: y * SCALE })), this));
    this.lanes = room.lanes.flatMap((lane) => {
      const [a, b] = [this.#places.get(lane.a), this.#places.get(lane.b)];
      if (!a || !b) return [];
      const [from, to] = this.#trimmed(a, b);
      const way = { id: `${lane.a} ${lane.b}`, lane, from, to, middle: mix(from, to, 0.5), attested: lane.evidence !== '' };
      this.#lane.set(way.id, way);
      this.#lane.set(`${lane.b} ${lane.a}`, way);
      return [way];
    });
    this.links = room.links.flatMap((link) => {
      const [zone, other] = [this.#places.get(link.zone), this.#places.get(link.other)];
      if (!zone || !other) return [];
      const [a, b] = [this.#middle(zone), this.#middle(other)];
      const far = apart(a, b);
      // Two zones have their boxes half way; else they stand about the zone, clear of the place they lead to.
      const stand = other.kind === 'sea_zone' ? far / 2 : Math.max(Math.min(far - RIM[other.kind] - BOX.clear, far * 0.62), Math.min(BOX.far, far / 2));
      const middle = towards(a, b, stand);
      const across = { x: (-(b.y - a.y) / far) * BOX.side, y: ((b.x - a.x) / far) * BOX.side };
      const way = {
        id: `${link.zone} ${link.other}`, link, from: towards(a, b, Math.min(far / 3, 70)), to: towards(b, a, RIM[other.kind] * 0.9), middle, attested: link.evidence !== '',
        into: { x: middle.x + across.x, y: middle.y + across.y }, out: { x: middle.x - across.x, y: middle.y - across.y },
      };
      this.#link.set(way.id, way);
      return [way];
    });
  }

  #join(a: string, b: string): void {
    for (const [one, other] of [[a, b], [b, a]] as const) {
      const found = this.#near.get(one);
      if (found) found.add(other);
      else this.#near.set(one, new Set([other]));
    }
  }

  #middle(place: Place): Point {
    return { x: place.x * SCALE, y: place.y * SCALE };
  }

  #trimmed(a: Place, b: Place): readonly [Point, Point] {
    const [from, to] = [this.#middle(a), this.#middle(b)];
    return [towards(from, to, RIM[a.kind]), towards(to, from, RIM[b.kind])];
  }

  place(id: string): Place | null {
    return this.#places.get(at(id)) ?? null;
  }

  /** Places joined to one. */
  near(id: string): readonly string[] {
    return [...(this.#near.get(at(id)) ?? [])];
  }

  lane(one: string, other: string): LaneWay | null {
    return this.#lane.get(`${at(one)} ${at(other)}`) ?? null;
  }

  /** The way into a sea zone, from either end; of two zones, the one it is written under. */
  link(one: string, other: string): LinkWay | null {
    return this.#link.get(`${at(one)} ${at(other)}`) ?? this.#link.get(`${at(other)} ${at(one)}`) ?? null;
  }

  /** Where a location is drawn. A harbour lies on the land side of its port; a box beside its way. */
  where(location: string): Point {
    const { place: id, box, other } = boxed(location);
    const place = this.#places.get(id);
    if (!place) return { x: this.width / 2, y: this.height / 2 };
    const middle = this.#middle(place);
    if (box === 'harbour') return this.#harbour(id, middle);
    if (box === 'in' || box === 'out') {
      const way = this.link(id, other);
      if (!way) return middle;
      // Of two zones, what leads into the first one leads out of the second.
      const into = way.link.zone === id ? box === 'in' : box === 'out';
      return into ? way.into : way.out;
    }
    return middle;
  }

  #harbour(id: string, middle: Point): Point {
    const near = this.near(id).flatMap((one) => this.#places.get(one) ?? []).map((one) => this.#middle(one));
    if (!near.length) return { x: middle.x, y: middle.y - HARBOUR };
    const mean = { x: near.reduce((sum, one) => sum + one.x, 0) / near.length, y: near.reduce((sum, one) => sum + one.y, 0) / near.length };
    const far = apart(mean, middle);
    return { x: middle.x + ((middle.x - mean.x) / far) * HARBOUR, y: middle.y + ((middle.y - mean.y) / far) * HARBOUR };
  }
}

/** A closed coast line, and where there is room for its name. */
function shape(name: string, points: readonly Point[], sheet: { readonly width: number; readonly height: number }): LandShape {
  const path = smooth(points);
  const inside = points.filter(({ x, y }) => x >= 0 && y >= 0 && x <= sheet.width && y <= sheet.height);
  const xs = (inside.length ? inside : points).map(({ x }) => x);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  return { name, path, middle: centroid(points), wide: right - left };
}

/** A closed line through the points without their corners: each stretch leaves a point as its neighbours lie. */
function smooth(points: readonly Point[]): string {
  const all = points.length;
  const of = (n: number): Point => points[(n + all) % all] ?? { x: 0, y: 0 };
  const round = (value: number): number => Math.round(value);
  let path = `M${of(0).x} ${of(0).y}`;
  for (let n = 0; n < all; n++) {
    const [before, from, to, beyond] = [of(n - 1), of(n), of(n + 1), of(n + 2)];
    const far = apart(from, to);
    // No farther out than a third of the way, so that long stretches do not swing about short ones.
    const lean = (a: Point, b: Point, sign: 1 | -1, at: Point): Point => {
      const length = apart(a, b);
      const by = Math.min(length / 6, far / 3);
      return { x: at.x + ((sign * (b.x - a.x)) / length) * by, y: at.y + ((sign * (b.y - a.y)) / length) * by };
    };
    const [one, two] = [lean(before, to, 1, from), lean(from, beyond, -1, to)];
    path += `C${round(one.x)} ${round(one.y)} ${round(two.x)} ${round(two.y)} ${to.x} ${to.y}`;
  }
  return `${path}Z`;
}

function centroid(points: readonly Point[]): Point {
  let [area, x, y] = [0, 0, 0];
  points.forEach((a, i) => {
    const b = points[(i + 1) % points.length] ?? a;
    const cross = a.x * b.y - b.x * a.y;
    area += cross;
    x += (a.x + b.x) * cross;
    y += (a.y + b.y) * cross;
  });
  return area ? { x: x / (3 * area), y: y / (3 * area) } : (points[0] ?? { x: 0, y: 0 });
}

// ---- winds -------------------------------------------------------------------------------------------------------

/** Where each wind comes from, degrees clockwise from north, as in nature. */
const WINDS: { readonly [wind: string]: number } = {
  levanter: 90, vendavales: 225, mistral: 330, marin: 150, libeccio: 225, tramontana: 0, scirocco: 150, gregales: 45, bora: 45,
  westerly: 270, easterly: 90, northerly: 0, southerly: 180, portuguese_trade: 20,
};

export const windFrom = (wind: string): number | null => WINDS[wind] ?? null;
