// Which names stand on the chart, and where: sea zones and key ports first, the rest as the camera comes nearer.
import type { Point } from '../../freetable/geometry';
import { spread, type Label, type Place as Side } from '../../freetable/labels';
import { RIM, type Chart } from './chart';
import { longPlace, shortPlace } from './fleet';
import type { Stack } from './stacks';
import type { Place } from '../../served/sealords';

export interface Name {
  readonly id: string;
  readonly words: string;
  readonly at: Point;
  /** Half of what the mark takes, in units of the board. */
  readonly body: Point;
  readonly look: 'zone' | 'port key' | 'port' | 'space' | 'number' | 'strait';
  readonly rank: number;
}

/** From this many pixels to a unit on, every space has its name. */
const NEAR = 0.3;
const MIDDLE = 0.16;

function nameOf(place: Place, k: number, at: Point): Name | null {
  const body = { x: RIM[place.kind] * 0.9, y: RIM[place.kind] * 0.9 };
  switch (place.kind) {
    case 'sea_zone':
      return { id: place.id, words: place.name, at, body: { x: 0, y: 0 }, look: 'zone', rank: 90 };
    case 'port':
      return { id: place.id, words: shortPlace(place.name), at, body, look: place.port === 'key' ? 'port key' : 'port', rank: place.port === 'key' ? 80 : 50 };
    case 'strait':
    case 'entry':
      return { id: place.id, words: shortPlace(place.name), at, body: { x: 40, y: 36 }, look: 'strait', rank: place.kind === 'strait' ? 60 : 40 };
    default: {
      if (k < MIDDLE) return null;
      const named = k >= NEAR;
      const words = named ? longPlace(place.name).replace(/ \((#?\w+)\)$/, '') : shortPlace(place.name);
      return { id: place.id, words, at, body, look: named ? 'space' : 'number', rank: 20 };
    }
  }
}

export function lettering(chart: Chart, k: number): readonly Name[] {
  return chart.room.places.flatMap((place) => nameOf(place, k, chart.where(place.id)) ?? []);
}

const LETTER: { readonly [look in Name['look']]: number } = { zone: 10.5, 'port key': 7.6, port: 6.6, space: 6.2, number: 7, strait: 6.4 };

const widthOf = (name: Name): number => name.words.length * LETTER[name.look] + 4;

/** The names that stand clear of one another and of the counters when a unit is `k` pixels. */
export function legible(names: readonly Name[], stacks: readonly Stack[], k: number, scale: number, wide: number): ReadonlyMap<string, Side> {
  const half = 25 * scale * k;
  const bodies = stacks.flatMap((stack) => stack.spots.map(({ x, y }) => ({ left: x * k - half, right: x * k + half, top: y * k - half, bottom: y * k + half })));
  // At the edges of the chart names are written inwards, and so are those that would run over it.
  const inwards = (name: Name, width: number): boolean => name.at.x > wide * 0.86 || (name.at.x + name.body.x) * k + width > wide * k;
  const labels: Label[] = names.map((name) => ({
    id: name.id, width: widthOf(name), height: name.look === 'zone' ? 18 : 14, rank: name.rank, must: name.look === 'zone',
    places: name.look === 'zone' ? ['below', 'above'] : inwards(name, widthOf(name)) ? ['left', 'below', 'above', 'right'] : ['right', 'left', 'below', 'above'],
    body: { left: (name.at.x - name.body.x) * k, right: (name.at.x + name.body.x) * k, top: (name.at.y - name.body.y) * k, bottom: (name.at.y + name.body.y) * k },
  }));
  return spread(labels, bodies);
}
