// Shows a plan on the sea: ships are put where they glide, the rest flashes and is said over them.
import type { Effects } from '../../freetable/effects';
import { along, trackLength, type Box } from '../../freetable/geometry';
import type { Script } from '../../freetable/playhouse.svelte';
import { ease, type Cue } from '../../freetable/timeline';
import { plan, type Beat } from './animate';
import { find, pose } from './fleet';
import { halves } from './looks';
import type { Ship, View } from '../../served/ironclads';

export function craft(view: View, id: string): Box | null {
  const ship = find(view.table, id);
  if (!ship || ship.gone) return null;
  const { a, b } = halves(ship);
  return { ...pose(ship, view.table), length: a * 2, width: b * 2 };
}

function changed(view: View, id: string, to: Partial<Ship>): View {
  return { ...view, table: { ...view.table, ships: view.table.ships.map((ship) => (ship.id === id ? { ...ship, ...to } : ship)) } };
}

function cue(beat: Beat, effects: Effects, change: (how: (now: View) => View) => void): Cue {
  const { at } = beat;
  switch (beat.kind) {
    case 'glide': {
      const length = trackLength(beat.way);
      return { at, lasts: beat.lasts, show: (share) => effects.place(beat.ship, along(beat.way, ease(share), length)) };
    }
    case 'change':
      return { at, lasts: 0, end: () => change((now) => changed(now, beat.ship, beat.to)) };
    case 'wind':
      return { at, lasts: 600, end: () => change((now) => ({ ...now, table: { ...now.table, wind: beat.wind, level: beat.level } })) };
    case 'salvo':
      return { at, lasts: 700, begin: () => effects.salvo(beat.ship, beat.target, beat.guns, beat.hits, beat.words) };
    case 'torpedo':
      return { at, lasts: 1300, begin: () => effects.torpedo(beat.ship, beat.target, beat.hit) };
    case 'bump':
      return { at, lasts: 420, begin: () => effects.bump(beat.ship, beat.other) };
    case 'fight':
      return { at, lasts: 1000, begin: () => effects.fight(beat.ship, beat.other) };
    case 'strike':
      return { at, lasts: 900, begin: () => effects.strike(beat.ship, beat.words) };
    case 'explode':
      return { at, lasts: 1400, begin: () => effects.explode(beat.ship) };
    case 'sink':
      return { at, lasts: 1400, begin: () => effects.sink(beat.ship) };
    case 'burst':
      return { at, lasts: 600, begin: () => effects.burst(beat.ship) };
    case 'say':
    case 'hurt':
      return { at, lasts: 300, begin: () => effects.say(beat.ship, beat.words, beat.kind === 'say' ? 'plain' : 'hit') };
  }
}

export const script: Script<View> = {
  cues: (scene, end, effects, change) => plan(scene.from.table, end.table, scene.events).map((beat) => cue(beat, effects, change)),
  craft,
  lee: (view) => view.table.wind + 180,
};
