// Shows a plan on the sea: ships glide their tracks, the rest flashes and is said over them.
import type { Effects } from '../../freetable/effects';
import { along, trackLength } from '../../freetable/geometry';
import type { Script } from '../../freetable/playhouse.svelte';
import { ease, type Cue } from '../../freetable/timeline';
import { plan, type Beat } from './animate';
import { find, hull } from './fleet';
import type { View } from '../../served/trafalgar';

function cue(beat: Beat, effects: Effects, change: (how: (now: View) => View) => void): Cue {
  const { at } = beat;
  switch (beat.kind) {
    case 'glide': {
      const length = trackLength(beat.way);
      return { at, lasts: beat.lasts, show: (share) => effects.place(beat.ship, along(beat.way, ease(share), length)) };
    }
    case 'change': {
      const { ship, to } = beat;
      const changed = (now: View): View => ({ ...now, table: { ...now.table, ships: now.table.ships.map((one) => (one.id === ship ? { ...one, ...to } : one)) } });
      return { at, lasts: 0, end: () => change(changed) };
    }
    case 'locks':
      return { at, lasts: 0, end: () => change((now) => ({ ...now, table: { ...now.table, locks: beat.locks } })) };
    case 'fire': {
      const words = beat.boxes === 0 ? null : beat.boxes === 1 ? '−1 box' : `−${beat.boxes} boxes`;
      return { at, lasts: 500, begin: () => effects.broadside(beat.ship, beat.target, beat.side === 'port' ? -1 : 1, beat.boxes, words) };
    }
    case 'bump':
      return { at, lasts: 420, begin: () => effects.bump(beat.ship, beat.other) };
    case 'fight':
      return { at, lasts: 1000, begin: () => effects.fight(beat.ship, beat.other) };
    case 'rope':
      return {
        at, lasts: 420,
        begin: () => {
          effects.rope(beat.ship, beat.other, beat.holds);
          effects.say(beat.ship, beat.holds ? 'held fast' : 'clear');
        },
      };
    case 'strike':
      return { at, lasts: 900, begin: () => effects.strike(beat.ship) };
    case 'say':
      return { at, lasts: 300, begin: () => effects.say(beat.ship, beat.words) };
  }
}

export const script: Script<View> = {
  cues: (scene, end, effects, change) => plan(scene.from.table, end.table, scene.events).map((beat) => cue(beat, effects, change)),
  craft: (view, id) => {
    const ship = find(view.table, id);
    return ship ? hull(ship, view) : null;
  },
  lee: (view) => view.table.wind + 180,
};
