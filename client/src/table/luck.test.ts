import { expect, test } from 'vitest';
import type { Luck } from '../api/types';
import { course, filled, sharesOf, verdict } from './luck';

const luck: Luck = {
  seats: { british: { throws: 2, dice: 3, rolled: 15, expected: 10.5 }, allied: { throws: 0, dice: 0, rolled: 0, expected: 0 } },
  throws: [
    { position: 3, by: 'british', why: 'fire', dice: '1d6', faces: [6], rolled: 6, expected: 3.5 },
    { position: 5, by: 'british', why: 'fire', dice: '2d6', faces: [6, 3], rolled: 9, expected: 7 },
  ],
};

test('each seat has what it rolled above what could be expected, and how unusual that is', () => {
  const [british, allied] = sharesOf(luck);
  expect(british?.above).toBe(4.5);
  expect(british?.spread).toBeCloseTo(4.5 / Math.sqrt(3 * (35 / 12)));
  expect(allied?.spread).toBeNull();
});

test('the verdict says what the dice did', () => {
  expect([0.2, -0.7, 1.5, -2.4, null].map(verdict)).toEqual(['as could be expected', 'a little low', 'high', 'remarkably low', 'threw nothing']);
});

test('luck has a course through the match', () => {
  expect(course(luck, 'british')).toEqual([{ position: 3, sum: 2.5 }, { position: 5, sum: 4.5 }]);
});

test('a bar of luck is full only where dice fall as they hardly ever do', () => {
  expect([0, 1.5, -1.5, 3, -9, null].map(filled)).toEqual([0, 0.5, 0.5, 1, 1, 0]);
});
