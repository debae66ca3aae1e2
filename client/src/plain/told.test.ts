import { expect, test } from 'vitest';
import type { Json } from '../api/types';
import { sentences, told, type Telling } from './told';

interface Boat { readonly name: string; readonly said: string }
type Boats = { readonly [id: string]: Boat };
const telling = {
  headline: (view: Json) => ({ scenario: 'A race', turn: 1, turns: null, step: String((view as { step: string }).step), wind: null }),
  groups: (view: Json) => [{ id: 'all', name: 'Boats', side: 'red', subjects: Object.keys((view as unknown as { boats: Boats }).boats) }],
  glance: (view: Json, id: string) => ({ name: (view as unknown as { boats: Boats }).boats[id]?.name ?? '' }),
  describe: (view: Json, _seat: string, id: string) => (view as unknown as { boats: Boats }).boats[id]?.said ?? '',
} as unknown as Telling;
const view = (step: string, boats: Boats): Json => ({ step, boats }) as unknown as Json;

test('sentences are told apart, and points in them are none', () => {
  expect(sentences('Lark, 3.5 inches off. Hull 2 of 4. St. John near.')).toEqual(['Lark, 3.5 inches off', 'Hull 2 of 4', 'St', 'John near']);
  expect(sentences('')).toEqual([]);
});

test('what is said now and was not said before is what has changed', () => {
  const before = view('rowing', { lark: { name: 'Lark', said: 'Lark, red. Hull 4 of 4.' }, wren: { name: 'Wren', said: 'Wren.' } });
  const now = view('racing', { lark: { name: 'Lark', said: 'Lark, red. Hull 3 of 4.' }, gull: { name: 'Gull', said: 'Gull.' } });
  expect(told(telling, before, now, 'red')).toEqual([
    { subject: null, name: 'A race', words: ['racing'] },
    { subject: 'lark', name: 'Lark', words: ['Hull 3 of 4'] },
    { subject: 'gull', name: 'Gull', words: ['comes onto the table'] },
    { subject: null, name: 'Wren', words: ['leaves the table'] },
  ]);
  expect(told(telling, now, now, 'red')).toEqual([]);
});
