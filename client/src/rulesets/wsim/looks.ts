// How a ship of a class is drawn: her size inside her two hexes, her masts, and the colours she flies.
import { spars, type Shape, type Spar } from '../../freetable/craft';
import { hurt } from './fleet';
import type { Ship, Side, Table } from './types';

const SIZES: readonly { readonly length: number; readonly width: number; readonly ports: number; readonly masts: number }[] = [
  { length: 204, width: 96, ports: 12, masts: 3 },
  { length: 204, width: 96, ports: 12, masts: 3 },
  { length: 198, width: 90, ports: 11, masts: 3 },
  { length: 188, width: 82, ports: 9, masts: 3 },
  { length: 176, width: 76, ports: 8, masts: 3 },
  { length: 152, width: 68, ports: 6, masts: 2 },
  { length: 140, width: 62, ports: 3, masts: 1 },
  { length: 120, width: 58, ports: 2, masts: 1 },
];

export function sizeOf(ship: Pick<Ship, 'ship_class'>): { readonly length: number; readonly width: number; readonly ports: number; readonly masts: number } {
  return SIZES[ship.ship_class] ?? (SIZES[3] as (typeof SIZES)[number]);
}

/** The hull says who built her: a prize keeps it under her new colours. */
export function shapeOf(table: Pick<Table, 'sides'>, ship: Ship): Shape {
  return ship.built === table.sides[0] ? 'bluff' : 'fine';
}

export function rigOf(ship: Ship): readonly Spar[] {
  return spars(sizeOf(ship).masts, hurt(ship).rigging);
}

/** A flag in stripes and crosses: each part a colour and a path in a frame 20 across and 40 long, hoist at y −4. */
export interface Part {
  readonly ink: 'white' | 'red' | 'blue' | 'gold' | 'dark';
  readonly d: string;
  /** A line of this width, where it is no area. */
  readonly line?: number;
}

const WHOLE = 'M-10 -4Q-12 -16 -10 -26T-11 -44H9Q11 -34 9 -25T10 -4Z';
/** Bands along the fly: `from` and `to` are shares of the hoist from its top. */
const band = (ink: Part['ink'], from: number, to: number): Part => {
  const [a, b] = [-10 + 20 * from, -10 + 20 * to];
  return { ink, d: `M${a} -4Q${a - 2} -16 ${a} -26T${a - 1} -44H${b - 1}Q${b + 1} -34 ${b - 1} -25T${b} -4Z` };
};
const bands = (...inks: readonly Part['ink'][]): readonly Part[] => inks.map((ink, i) => band(ink, i / inks.length, (i + 1) / inks.length));
const cross = (ground: Part['ink'], ink: Part['ink']): readonly Part[] => [
  { ink: ground, d: WHOLE },
  { ink, d: 'M0 -4V-44M-10 -17H10', line: 4 },
];

const FLAGS: { readonly [nation: string]: readonly Part[] } = {
  british: [
    { ink: 'white', d: WHOLE },
    { ink: 'red', d: 'M-10 -24H9M0 -4V-44', line: 4 },
    { ink: 'blue', d: 'M-10 -4Q-11 -14 -10.4 -22H-1V-4Z' },
  ],
  american: [...bands('red', 'white', 'red', 'white', 'red'), { ink: 'blue', d: 'M-10 -4Q-12 -12 -10.6 -20H1V-4Z' }],
  french: [
    { ink: 'blue', d: 'M-10 -4Q-12 -12 -11 -17H9Q10 -10 10 -4Z' },
    { ink: 'white', d: 'M-11 -17Q-9 -24 -11 -31H9Q8 -24 9 -17Z' },
    { ink: 'red', d: 'M-11 -31Q-12 -38 -11 -44H9Q11 -38 9 -31Z' },
  ],
  spanish: [{ ink: 'gold', d: WHOLE }, band('red', 0, 0.25), band('red', 0.75, 1)],
  dutch: bands('red', 'white', 'blue'),
  danish: cross('red', 'white'),
  swedish: cross('blue', 'gold'),
  russian: [{ ink: 'white', d: WHOLE }, { ink: 'blue', d: 'M-10 -4L9 -44M10 -4L-11 -44', line: 4 }],
  turkish: [{ ink: 'red', d: WHOLE }, { ink: 'white', d: 'M-4 -18A7 7 0 1 0 -4 -30A5.4 5.4 0 1 1 -4 -18Z' }],
  barbary: [...bands('red', 'gold', 'red', 'gold', 'red')],
  allied: bands('white', 'blue', 'white'),
  venetian: [{ ink: 'red', d: WHOLE }, { ink: 'gold', d: 'M-6 -12H5V-28H-6Z' }],
};

export function flagOf(nation: string): readonly Part[] {
  return FLAGS[nation] ?? [{ ink: 'white', d: WHOLE }];
}

/** The flag a ship flies: the captor's over a prize. */
export function colours(ship: Ship): readonly Part[] {
  return flagOf(ship.prize ? (ship.side as Side) : ship.nation);
}
