// Shows a plan on the sea: beside what all titles show there are steps from hex to hex, and broadsides.
import { halves } from '../../freetable/craft';
import { turn, type Box, type Pose } from '../../freetable/geometry';
import { scripted } from '../../freetable/scene';
import { ease } from '../../freetable/timeline';
import { plan, type Own, type Stand } from './animate';
import { find } from './fleet';
import { behind, centre, degreesOf, pose } from './hexes';
import { sizeOf } from './looks';
import type { Ship, Table, View } from '../../served/wsim';

/** Between two stands: the bow goes from hex to hex, and she turns about it. */
export function between(from: Stand, to: Stand, share: number): Pose {
  const [a, b] = [centre(from.bow), centre(to.bow)];
  const heading = degreesOf(from.heading) + turn(degreesOf(from.heading), degreesOf(to.heading)) * share;
  return behind({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, heading });
}

export function craft(view: View, id: string): Box | null {
  const ship = find(view.table, id);
  if (!ship || ship.gone) return null;
  const { length, width } = sizeOf(ship);
  const { a, b } = halves(length, width);
  return { ...pose(ship), length: a * 2, width: b * 2 };
}

export const script = scripted<Ship, Table, View, Own>({
  plan,
  own: (beat, effects) => {
    if (beat.kind === 'step') return { at: beat.at, lasts: beat.lasts, show: (share) => effects.place(beat.ship, between(beat.from, beat.to, ease(share))) };
    return beat.kind === 'fire' ? { at: beat.at, lasts: 500, begin: () => effects.broadside(beat.ship, beat.target, beat.side === 'left' ? -1 : 1, beat.hits, beat.words) } : null;
  },
  craft,
  lee: (view) => degreesOf(view.table.wind),
});
