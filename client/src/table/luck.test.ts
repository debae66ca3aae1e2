import { expect, test } from 'vitest';
import type { Luck } from '../api/types';
import { course, filled, sharesOf, verdict } from './luck';

const luck: Luck = {
  seats: {
    british: { throws: 2, dice: 3, rolled: 11, expected: 10.5, luck: 4.5 },
    allied: { throws: 0, dice: 0, rolled: 0, expected: 0, luck: 0 },
    table: { throws: 1, dice: 1, rolled: 6, expected: 3.5, luck: 0 },
  },
  throws: [
    { position: 3, by: 'british', why: 'fire', dice: '1d6', faces: [6], rolled: 6, expected: 3.5, typed: false, luck: 2.5 },
    { position: 5, by: 'british', why: 'hand to hand', dice: '2d6', faces: [2, 3], rolled: 5, expected: 7, typed: false, luck: 2 },
    { position: 6, by: 'table', why: 'fouled?', dice: '1d6', faces: [6], rolled: 6, expected: 3.5, typed: false, luck: 0 },
  ],
};

test('each seat has how much better than expected it threw, low where low is good, and how unusual that is', () => {
  const [british, allied, table] = sharesOf(luck);
  expect(british?.luck).toBe(4.5);
  expect(british?.spread).toBeCloseTo(4.5 / Math.sqrt(3 * (35 / 12)));
  expect(allied?.spread).toBeNull();
  expect(table?.spread).toBeNull();
});

test('the verdict says how kind the dice were', () => {
  const said = [0.2, -0.7, 1.5, -2.4, null].map((spread) => verdict('british', spread));
  expect(said).toEqual(['as could be expected', 'a little unlucky', 'lucky', 'remarkably unlucky', 'threw nothing']);
  expect(verdict('table', null)).toBe('nobody\u2019s luck');
});

test('luck has a course through the match', () => {
  expect(course(luck, 'british')).toEqual([{ position: 3, sum: 2.5 }, { position: 5, sum: 4.5 }]);
});

test('a bar of luck is full only where dice fall as they hardly ever do', () => {
  expect([0, 1.5, -1.5, 3, -9, null].map(filled)).toEqual([0, 0.5, 0.5, 1, 1, 0]);
});
