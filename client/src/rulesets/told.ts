// What rules tell, as every board's log reads it.
import type { ReplayEvent, TableEvent } from '../api/types';
import type { LogHint, SignName } from './contract';

/** What rules tell, where a board only asks for its kind and for what it names. */
export interface Told {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The rules' own part of an event, or null where the table or the players speak. */
export function rulesEvent<E = Told>(event: TableEvent | ReplayEvent): E | null {
  return event.kind === 'rules' ? (event.event as unknown as E) : null;
}

/** "the British fire", of "Turn 4: the British fire.", in any language. */
export const stepWords = (words: string): string => words.replace(/^\S+ \d+ ?: /, '').replace(/\.$/, '');

/** What a title's log shows of its events. */
export interface Telling<E> {
  readonly signs: { readonly [type: string]: SignName };
  /** Worth a live announcement. */
  loud(type: string): boolean;
  /** Fields by which events name whom they are about: an id, a list of them, or a list of which each begins with one. */
  readonly named: readonly string[];
  /** A sign that depends on what came of it. */
  sign?(told: E): SignName | null;
}

function ids(value: unknown): readonly string[] {
  if (typeof value === 'string') return value ? [value] : [];
  return Array.isArray(value) ? value.flatMap((one: unknown) => ids(Array.isArray(one) ? one[0] : one)) : [];
}

/** How the log shows an event of a title, beside its sentence. */
export function telling<E extends { readonly type: string }>({ signs, loud, named, sign }: Telling<E>): (event: TableEvent | ReplayEvent) => LogHint {
  return (event) => {
    const told = rulesEvent(event);
    if (!told) return { sign: null, subjects: [], loud: false };
    if (told.type === 'began') return { sign: null, heading: { turn: told['turn'] as number, words: stepWords(event.words) }, subjects: [], loud: true };
    return { sign: sign?.(told as unknown as E) ?? signs[told.type] ?? null, subjects: named.flatMap((field) => ids(told[field])), loud: loud(told.type) };
  };
}
