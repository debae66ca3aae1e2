// Courses: by which way a formation goes, and with which order, comes with the hints of each.
import type { Hints } from '../../api/types';

/** The places on the way to a goal, the goal last. Empty where there is none, or the ways are not known yet. */
export function wayTo(hints: Hints | null, goal: string): readonly string[] {
  const found: string[] = [];
  for (let here = goal; hints?.ways[here]; here = hints.ways[here] ?? '') found.unshift(here);
  return found;
}
