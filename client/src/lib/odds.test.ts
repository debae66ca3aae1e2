import { expect, test } from 'vitest';
import type { Odds } from '../api/types';
import { inOneLine } from './odds';

const law = (parts: Odds['parts'], means: Odds['means'] = {}, outcomes: Odds['outcomes'] = []): Odds => ({ outcomes, unresolved: '0', means, parts });

test('a broadside is the chance of any box and the mean', () => {
  const odds = law(
    { boxes: [{ value: 0, chance: '1/2', p: 0.5 }, { value: 2, chance: '1/3', p: 1 / 3 }, { value: 3, chance: '1/6', p: 1 / 6 }] },
    { boxes: { mean: '7/6', value: 7 / 6 } },
  );
  expect(inOneLine(odds)).toBe('50\u202f% any boxes, 1.2 on average');
});

test('a test is the chance that it is passed', () => {
  const odds = law({ passed: [{ value: false, chance: '2/3', p: 2 / 3 }, { value: true, chance: '1/3', p: 1 / 3 }] });
  expect(inOneLine(odds)).toBe('33\u202f% passed');
});

test('results that are no numbers are named, likeliest first', () => {
  const odds = law({}, {}, [{ value: 'clear', chance: '2/3', p: 2 / 3 }, { value: 'fouled', chance: '1/3', p: 1 / 3 }]);
  expect(inOneLine(odds)).toBe('67\u202f% clear, 33\u202f% fouled');
});
