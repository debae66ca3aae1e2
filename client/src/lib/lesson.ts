// Lessons: begun, and how far each of their moments has come.
import { learn } from '../api/calls';
import type { Summary } from '../api/types';
import { session } from './session.svelte';

/** Begins a moment of a title's lesson; without a name its first. */
export async function beginLesson(title: string, moment?: string): Promise<Summary> {
  await session.ensure();
  return learn(title, moment);
}

/** Of each moment the match that has come farthest: one that is done, else the newest that goes on. */
export function farthest(title: string, moment: string, matches: readonly Summary[]): Summary | null {
  const those = matches.filter((match) => match.title === title && match.lesson?.moment === moment);
  return those.find((match) => match.lesson?.done) ?? those.find((match) => match.status === 'playing') ?? null;
}

/** Whether nothing is left to do in it: a lesson that was gone through to its end and is not played on. */
export const gone = ({ lesson, status }: Pick<Summary, 'lesson' | 'status'>): boolean => status === 'playing' && Boolean(lesson?.done && !lesson.left);
