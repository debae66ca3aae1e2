// Shows a plan on the sea: ships are put where they glide, the rest flashes and is said over them.
import { halves } from '../../freetable/craft';
import type { Effects } from '../../freetable/effects';
import { turn, type Box, type Pose } from '../../freetable/geometry';
import type { Script } from '../../freetable/playhouse.svelte';
import { ease, type Cue } from '../../freetable/timeline';
import { plan, type Beat, type Stand } from './animate';
import { find } from './fleet';
import { behind, centre, degreesOf, pose } from './hexes';
import { sizeOf } from './looks';
import type { View } from '../../served/wsim';

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

function cue(beat: Beat, effects: Effects, change: (how: (now: View) => View) => void): Cue {
  const { at } = beat;
  switch (beat.kind) {
    case 'glide':
      return { at, lasts: beat.lasts, show: (share) => effects.place(beat.ship, between(beat.from, beat.to, ease(share))) };
    case 'change': {
      const to = beat.to;
      return {
        at, lasts: 0,
        end: () => change((now) => ({ ...now, table: { ...now.table, ships: now.table.ships.map((ship) => (ship.id === beat.ship ? { ...ship, ...to } : ship)) } })),
      };
    }
    case 'locks':
      return { at, lasts: 0, end: () => change((now) => ({ ...now, table: { ...now.table, locks: beat.locks } })) };
    case 'fire':
      return { at, lasts: 500, begin: () => effects.broadside(beat.ship, beat.target, beat.side === 'left' ? -1 : 1, beat.hits, beat.words) };
    case 'bump':
      return { at, lasts: 420, begin: () => effects.bump(beat.ship, beat.other) };
    case 'fight':
      return { at, lasts: 1000, begin: () => effects.fight(beat.ship, beat.other) };
    case 'rope':
      return { at, lasts: 420, begin: () => effects.rope(beat.ship, beat.other, beat.holds) };
    case 'strike':
      return { at, lasts: 900, begin: () => effects.strike(beat.ship, beat.words) };
    case 'explode':
      return { at, lasts: 1400, begin: () => effects.explode(beat.ship) };
    case 'say':
      return { at, lasts: 300, begin: () => effects.say(beat.ship, beat.words) };
  }
}

export const script: Script<View> = {
  cues: (scene, end, effects, change) => plan(scene.from.table, end.table, scene.events).map((beat) => cue(beat, effects, change)),
  craft,
  lee: (view) => degreesOf(view.table.wind),
};
