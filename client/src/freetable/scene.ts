// Scenes of ships: what a title plans of a batch of events, beat by beat, and how the beats that all titles have are shown.
import type { ReplayEvent, TableEvent } from '../api/types';
import { rulesEvent } from '../rulesets/told';
import type { Effects } from './effects';
import { along, trackLength, type Box, type Pose } from './geometry';
import type { Script } from './playhouse.svelte';
import { ease, type Cue } from './timeline';

interface Hull {
  readonly id: string;
}

/** What is drawn of a table of ships. */
interface Sea<S extends Hull> {
  readonly ships: readonly S[];
}

/** Something to show at its moment, in milliseconds from the start of the scene. */
export type Beat<S extends Hull, T extends Sea<S>> = { readonly at: number } & (
  | { readonly kind: 'glide'; readonly lasts: number; readonly ship: string; readonly way: readonly Pose[] }
  | { readonly kind: 'bump' | 'fight'; readonly ship: string; readonly other: string }
  | { readonly kind: 'rope'; readonly ship: string; readonly other: string; readonly holds: boolean }
  | { readonly kind: 'say' | 'hurt' | 'strike'; readonly ship: string; readonly words: string }
  | { readonly kind: 'explode' | 'sink' | 'burst'; readonly ship: string }
  | { readonly kind: 'change'; readonly ship: string; readonly to: Partial<S> }
  | { readonly kind: 'table'; readonly lasts?: number; readonly to: Partial<T> }
);

/** A scene that would last longer is shown faster. */
const LONGEST = 13_000;
export const PAUSE = 220;

/** The plan of one scene. Later events start from where earlier ones leave the ships. */
export class Plan<S extends Hull, T extends Sea<S>, Own extends { readonly at: number }> {
  readonly beats: (Beat<S, T> | Own)[] = [];
  /** When the next thing may begin. */
  time = 0;
  readonly #ships = new Map<string, S>();

  constructor(readonly from: T) {}

  ship(id: string): S | null {
    return this.#ships.get(id) ?? this.from.ships.find((ship) => ship.id === id) ?? null;
  }

  change(id: string, to: Partial<S>, at = this.time): void {
    const ship = this.ship(id);
    if (!ship) return;
    this.#ships.set(id, { ...ship, ...to });
    this.beats.push({ kind: 'change', at, ship: id, to });
  }

  say(id: string, words: string, at = this.time, kind: 'say' | 'hurt' = 'say'): void {
    this.beats.push({ kind, at, ship: id, words });
  }

  /** Its beats, closer together where they would last too long. */
  get paced(): readonly (Beat<S, T> | Own)[] {
    const share = Math.min(1, LONGEST / this.time);
    return share === 1 ? this.beats : this.beats.map((beat) => ({ ...beat, at: beat.at * share, ...('lasts' in beat ? { lasts: Number(beat.lasts) * share } : {}) }));
  }
}

/** The rules' own part of what happened. */
export const toldIn = <E>(events: readonly (TableEvent | ReplayEvent)[]): readonly E[] => events.flatMap((event) => rulesEvent<E>(event) ?? []);

const LASTS = { bump: 420, fight: 1000, rope: 420, say: 300, hurt: 300, strike: 900, explode: 1400, sink: 1400, burst: 600 } as const;

/** How a title shows its scenes: what it plans, and how its own beats are shown beside those that all have. */
export function scripted<S extends Hull, T extends Sea<S>, V extends { readonly table: T }, Own extends { readonly at: number; readonly kind: string }>(title: {
  plan(from: T, to: T, events: readonly (TableEvent | ReplayEvent)[]): readonly (Beat<S, T> | Own)[];
  own(beat: Own, effects: Effects): Cue | null;
  craft(view: V, id: string): Box | null;
  lee(view: V): number;
}): Script<V> {
  return {
    craft: title.craft,
    lee: title.lee,
    cues: (scene, end, effects, change) =>
      title.plan(scene.from.table, end.table, scene.events).map((beat) => title.own(beat as Own, effects) ?? shown(beat as Beat<S, T>, effects, (how) => change((now) => ({ ...now, table: how(now.table) })))),
  };
}

function shown<S extends Hull, T extends Sea<S>>(beat: Beat<S, T>, effects: Effects, change: (how: (now: T) => T) => void): Cue {
  const { at } = beat;
  switch (beat.kind) {
    case 'glide': {
      const length = trackLength(beat.way);
      return { at, lasts: beat.lasts, show: (share) => effects.place(beat.ship, along(beat.way, ease(share), length)) };
    }
    case 'change':
      return { at, lasts: 0, end: () => change((now) => ({ ...now, ships: now.ships.map((ship) => (ship.id === beat.ship ? { ...ship, ...beat.to } : ship)) })) };
    case 'table':
      return { at, lasts: beat.lasts ?? 0, end: () => change((now) => ({ ...now, ...beat.to })) };
    case 'bump':
    case 'fight':
      return { at, lasts: LASTS[beat.kind], begin: () => effects[beat.kind](beat.ship, beat.other) };
    case 'rope':
      return { at, lasts: LASTS.rope, begin: () => effects.rope(beat.ship, beat.other, beat.holds) };
    case 'strike':
      return { at, lasts: LASTS.strike, begin: () => effects.strike(beat.ship, beat.words) };
    case 'say':
    case 'hurt':
      return { at, lasts: LASTS.say, begin: () => effects.say(beat.ship, beat.words, beat.kind === 'say' ? 'plain' : 'hit') };
    case 'explode':
    case 'sink':
    case 'burst':
      return { at, lasts: LASTS[beat.kind], begin: () => effects[beat.kind](beat.ship) };
  }
}
