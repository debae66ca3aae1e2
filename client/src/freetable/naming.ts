// Names beside the ships of any sea: how they are lettered, which of them may stand, and on which side of their hulls.
import type { Tone } from '../rulesets/contract';
import type { Point } from './geometry';
import { spread, type Label, type Place, type Rect } from './labels';

/** A name as it is lettered on the chart: long ones are cut. */
export function lettered(name: string): string {
  return name.length <= 22 ? name : `${name.slice(0, 21).trimEnd()}…`;
}

/** Half of what a hull takes east and west, and north and south. */
export interface Extent {
  readonly x: number;
  readonly y: number;
}

/** The extent of a hull on a heading in degrees. */
export function extentOf(heading: number, length: number, width: number): Extent {
  const turned = (heading * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(turned)), Math.abs(Math.cos(turned))];
  return { x: (sin * length + cos * width) / 2, y: (cos * length + sin * width) / 2 };
}

/** What the player looks at now. */
export interface Interest {
  readonly selected: string | null;
  readonly hovered: string | null;
  readonly ready: ReadonlySet<string>;
}

/** A ship as her name needs her. */
export interface Named {
  readonly id: string;
  readonly side: Tone;
  readonly at: Point;
  readonly half: Extent;
  /** As she is called; cut where it is long. */
  readonly name: string;
  readonly flagship: boolean;
  /** How much she counts beside others: larger ships more, and less than nothing where she fights no more. */
  readonly worth: number;
  /** Pixels of the bar below her name. */
  readonly bar: number;
  /** She fights no more. */
  readonly out: boolean;
  /** How far about her a finger finds her where she is drawn small. */
  readonly touch: number;
  /** It is she who acts now. */
  readonly acting?: boolean;
}

/** How a title letters its names: pixels that one takes from top to bottom, the hull that decides when it is too far off, and how
 * far from the hull it stands: beside it, so much higher; above it. */
export interface Lettering {
  readonly height: number;
  readonly hull: number;
  readonly beside: readonly [away: number, up: number];
  readonly above: number;
}

const LETTER = 6.4;
const ASKED_FOR = 90;
const FLAGSHIP = 12;
const READY = 8;
/** A hull of fewer pixels is too far off for names. */
const SMALL = 12;
const UP_AND_DOWN: readonly Place[] = ['right', 'left', 'below', 'above'];
const ACROSS: readonly Place[] = ['below', 'above', 'right', 'left'];

function rank(ship: Named, interest: Interest): number {
  if (ship.id === interest.selected) return ASKED_FOR + 10;
  if (ship.id === interest.hovered) return ASKED_FOR;
  return ship.worth + (ship.flagship ? FLAGSHIP : 0) + (interest.ready.has(ship.id) ? READY : 0);
}

/** The names that stand clear of one another and of all hulls when a unit of the chart is `k` pixels, and on which side of their ships. */
export function legible(ships: readonly Named[], k: number, interest: Interest, lettering: Lettering): ReadonlyMap<string, Place> {
  // So far out that names would hide the fleets, only those that are asked for stand.
  const small = lettering.hull * k < SMALL;
  const labels: Label[] = [];
  const bare: Rect[] = [];
  for (const ship of ships) {
    const worth = rank(ship, interest);
    const { at, half } = ship;
    const body = { left: (at.x - half.x) * k, right: (at.x + half.x) * k, top: (at.y - half.y) * k, bottom: (at.y + half.y) * k };
    if (small && worth < FLAGSHIP) {
      bare.push(body);
      continue;
    }
    const letters = lettered(ship.name).length + (ship.flagship ? 2 : 0);
    labels.push({
      id: ship.id, body, width: Math.max(letters * LETTER, ship.bar) + 4, height: lettering.height, rank: worth, must: worth >= ASKED_FOR,
      places: half.y > half.x ? UP_AND_DOWN : ACROSS,
    });
  }
  return spread(labels, bare);
}
