// Forms filled in from sheets.
import { expect, test } from 'vitest';
import type { Field } from '../api/types';
import { dueTo, factOf, fed, sidesOf } from './feeding';

const SHEET = {
  tracks: [{ name: 'damage', boxes: [1, 1, 1, 1], marked: 3 }, { name: 'boxes', boxes: [6, 5, 4], marked: 1 }, { name: 'hull', boxes: [1, 1, 1, 1, 2, 2, 2, 2], marked: 2 }],
  facts: { cls: 'sol', dps: { of: 'damage', how: 'marked', each: 1 }, hull: { of: 'boxes', how: 'next', each: 1 }, left: { of: 'hull', how: 'left', each: 4 }, gone: { of: 'no such', how: 'left', each: 1 }, rating: 30 },
} as const;
const field = (name: string, more: Partial<Field> = {}): Field => ({ name, kind: 'int', ...more }) as Field;

test('what stands on a sheet is read off it', () => {
  expect(fed(SHEET, [field('cls', { kind: 'choice', choices: ['sol', 'galley'] }), field('dps'), field('hull'), field('left'), field('range')])).toEqual({ cls: 'sol', dps: 3, hull: 5, left: 1.5 });
});

test('sections are gone of which every box is marked', () => {
  const crew = (marked: number) => factOf({ tracks: [{ name: 'crew', boxes: [1, 1, 2, 2, 3], marked }], facts: { sections_lost: { of: 'crew', how: 'gone', each: 1 } } }, field('sections_lost'));
  expect([0, 1, 2, 4, 5].map(crew)).toEqual([0, 0, 1, 2, 3]);
});

test('a form knows whom a ship acts against by the names of its fields', () => {
  const { own, other, called } = sidesOf(['guns', 'target_crew', 'target_full_sails', 'range'].map((name) => field(name)));
  expect([own.map(({ name }) => name), other.map(({ name }) => name), called]).toEqual([['guns', 'range'], ['target_crew', 'target_full_sails'], 'target']);
  expect(sidesOf([field('squares')])).toMatchObject({ other: [], called: '' });
});

test('what a form does not take is not filled in', () => {
  expect(factOf(SHEET, field('cls', { kind: 'choice', choices: ['frigate'] }))).toBeUndefined();
  expect(factOf(SHEET, field('gone'))).toBeUndefined();
  expect(factOf(SHEET, field('rating', { low: 1, high: 20 }))).toBe(20);
});

test('what a result has for one side goes to the tracks of its sheets', () => {
  expect(dueTo('gauge', [['gauge_dps', 5], ['other_dps', 7], ['gauge_sail', 1], ['gauge_luck', 1]], [{ name: 'damage' }, { name: 'sail' }])).toEqual({ damage: 5, sail: 1 });
});
