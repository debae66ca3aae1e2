// Standing courses: where a formation is bound for, so that one click takes every such formation a step on. The page only
// proposes the next step along the shortest way; the server says whether it may be taken, and winds are left to the player.
import type { Action } from '../../api/types';
import { at, boxed, type Chart } from './chart';
import { pieceOf } from './fleet';
import type { View } from '../../served/sealords';

export type Courses = ReadonlyMap<string, string>;

/** The shortest way between two places, without its start; through no map edge. Empty where there is none. */
export function wayTo(chart: Chart, from: string, goal: string): readonly string[] {
  const came = new Map<string, string>([[from, '']]);
  const queue = [from];
  for (let here = queue.shift(); here !== undefined && !came.has(goal); here = queue.shift()) {
    for (const next of chart.near(here)) {
      if (came.has(next) || (chart.place(next)?.kind === 'entry' && next !== goal)) continue;
      came.set(next, here);
      queue.push(next);
    }
  }
  if (!came.has(goal)) return [];
  const found: string[] = [];
  for (let here = goal; here !== from; here = came.get(here) ?? from) found.unshift(here);
  return found;
}

/** The location that the next MP makes for: into a sea zone and out of it by its boxes. Null where the goal is reached. */
export function nextStep(chart: Chart, location: string, goal: string): string | null {
  const { place, box, other } = boxed(location);
  if (box === 'harbour') return place;
  // Who is in a box goes on through it, unless he has thought better of it.
  if (box === 'in') return place;
  if (box === 'out' && wayTo(chart, place, goal)[0] === other) return other;
  const [next] = wayTo(chart, place, goal);
  if (next === undefined) return null;
  if (chart.place(place)?.kind === 'sea_zone') return `${place}/out/${next}`;
  return chart.place(next)?.kind === 'sea_zone' ? `${next}/in/${place}` : next;
}

/** What each formation under a course could be ordered now, the plainest first. Where the wind stands against it, it is left alone. */
export function stepsOf(view: View, chart: Chart, courses: Courses, subjects: readonly string[]): readonly (readonly Action[])[] {
  const { phase } = view.table;
  if (phase.type !== 'plotting' && phase.type !== 'sailing') return [];
  return subjects.flatMap((formation) => {
    const goal = courses.get(formation);
    const piece = pieceOf(view, formation);
    const to = goal && piece ? nextStep(chart, piece.place, goal) : null;
    if (!to) return [];
    if (phase.type === 'plotting') return [[{ type: 'plot', formation, to }]];
    // Between a box and its zone there is nothing but to catch the wind.
    const crossing = boxed(piece?.place ?? '').box === 'in' || boxed(piece?.place ?? '').box === 'out';
    return [[{ type: 'move', formation, to }, ...(crossing ? [{ type: 'catch', formation, to }] : [])]];
  });
}

/** Courses that are still to be run. */
export function kept(view: View, courses: Courses): Courses {
  const left = [...courses].filter(([id, goal]) => {
    const piece = pieceOf(view, id);
    return piece !== null && piece.place !== goal && at(piece.place) !== goal;
  });
  return left.length === courses.size ? courses : new Map(left);
}
