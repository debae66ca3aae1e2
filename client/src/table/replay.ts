// Going back and forth through a match. Pure.
import type { Replay } from '../api/types';

/** A place to turn to: a turn, or a battle within it. */
export interface Chapter {
  readonly words: string;
  /** Its first position. */
  readonly position: number;
  readonly battle: boolean;
}

/** Where each turn begins, and each battle. A position is dated by what it leads to, as its log is headed. */
export function chaptersOf(replay: Pick<Replay, 'start' | 'positions'>): readonly Chapter[] {
  const chapters: Chapter[] = [];
  const dated = (moment: string, position: number) => {
    if (moment && moment !== chapters.findLast((one) => !one.battle)?.words) chapters.push({ words: moment, position, battle: false });
  };
  dated(replay.start.moment, 0);
  for (const one of replay.positions) {
    dated(one.moment, one.position);
    if (one.battle) chapters.push({ words: one.battle, position: one.position, battle: true });
  }
  return chapters;
}

/** The turn, and the battle if one was begun in it, that stand at a position. */
export const chapterAt = (chapters: readonly Chapter[], here: number): number => chapters.findLastIndex((one) => one.position <= here);

/** All positions there are, the start included: a seat may not have heard of every one. */
export function placesOf(replay: Pick<Replay, 'positions'>): readonly number[] {
  return [0, ...replay.positions.map((one) => one.position)];
}

/** The place `by` steps from here, held to the ends. `here` need not be a place itself. */
export function move(places: readonly number[], here: number, by: number): number {
  let at = places.findIndex((place) => place >= here);
  if (at < 0) at = Number.isNaN(here) ? 0 : places.length - 1;
  return places[Math.max(0, Math.min(places.length - 1, at + by))] ?? 0;
}
