// Going back and forth through a match. Pure.
import type { Replay } from '../api/types';

export interface Stop {
  readonly turn: number;
  /** The first position of that turn. */
  readonly position: number;
}

/** Where each turn begins. */
export function turnsOf(replay: Pick<Replay, 'start' | 'positions'>): readonly Stop[] {
  const stops: Stop[] = [];
  if (replay.start.turn !== null) stops.push({ turn: replay.start.turn, position: 0 });
  for (const one of replay.positions) {
    if (one.turn !== null && one.turn !== stops[stops.length - 1]?.turn) stops.push({ turn: one.turn, position: one.position });
  }
  return stops;
}

/** All positions there are, the start included: a seat may not have heard of every one. */
export function placesOf(replay: Pick<Replay, 'positions'>): readonly number[] {
  return [0, ...replay.positions.map((one) => one.position)];
}

/** The place `by` steps from here, held to the ends. `here` need not be a place itself. */
export function move(places: readonly number[], here: number, by: number): number {
  let at = places.findIndex((place) => place >= here);
  if (at < 0) at = places.length - 1;
  return places[Math.max(0, Math.min(places.length - 1, at + by))] ?? 0;
}
