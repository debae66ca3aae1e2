// Standing courses: where a formation is bound for, so that one click takes every such formation a step on. By which way, and
// with which order, comes with the hints of each; winds are left to the player.
import type { Hints } from '../../api/types';
import { at } from './chart';
import { pieceOf } from './fleet';
import type { View } from '../../served/sealords';

export type Courses = ReadonlyMap<string, string>;

/** The places on the way to a goal, the goal last. Empty where there is none, or the ways are not known yet. */
export function wayTo(hints: Hints | null, goal: string): readonly string[] {
  const found: string[] = [];
  for (let here = goal; hints?.ways[here]; here = hints.ways[here] ?? '') found.unshift(here);
  return found;
}

/** Courses that are still to be run. */
export function kept(view: View, courses: Courses): Courses {
  const left = [...courses].filter(([id, goal]) => {
    const piece = pieceOf(view, id);
    return piece !== null && piece.place !== goal && at(piece.place) !== goal;
  });
  return left.length === courses.size ? courses : new Map(left);
}
