import { expect, test } from 'vitest';
import { law } from '../rulesets/testing';
import { inOneLine } from './odds';

test('a broadside is the chance of any box and the mean', () => {
  const odds = law(
    { boxes: [[0, 0.5], [2, 1 / 3], [3, 1 / 6]] },
    { boxes: 7 / 6 },
  );
  expect(inOneLine(odds)).toBe('50\u202f% any boxes, 1.2 on average');
});

test('a test is the chance that it is passed', () => {
  const odds = law({ passed: [[false, 2 / 3], [true, 1 / 3]] });
  expect(inOneLine(odds)).toBe('33\u202f% passed');
});

test('results that are no numbers are named, likeliest first', () => {
  const odds = law({}, {}, [{ value: 'clear', chance: '2/3', p: 2 / 3 }, { value: 'fouled', chance: '1/3', p: 1 / 3 }]);
  expect(inOneLine(odds)).toBe('67\u202f% clear, 33\u202f% fouled');
});
