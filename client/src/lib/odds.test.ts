import { expect, test } from 'vitest';
import { law } from '../rulesets/testing';
import { inOneLine, partWords, sureOf } from './odds';

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

test('the weather gauge and a battle are said of you and the enemy', () => {
  const ours = { procedure: 'weather_gauge', words: 'you have the weather gauge (you were there first), if all in sight engage' };
  const theirs = { ...ours, words: 'the enemy has the weather gauge (he was there first), if all in sight engage' };
  expect([partWords(ours, 'first_chance'), partWords(theirs, 'first_chance'), partWords(theirs, 'other_chance')]).toEqual(['points for you', 'points for the enemy', 'points for you']);
  expect(partWords({ procedure: 'battle', words: 'the battle at medium intensity, you to windward' }, 'other_dps')).toBe('damage to the enemy');
  expect(partWords({ procedure: 'battle', words: '' }, 'gauge_wins')).toBe('for the side to windward to win');
  expect(partWords({ procedure: 'fire', words: '' }, 'masts_lost')).toBe('masts lost');
  const odds = law({ first_has_it: [[true, 1]], first_chance: [[12, 1]], other_chance: [[5, 1]] });
  expect(sureOf({ ...ours, odds } as never)).toBe('certain for you to have it, points for you 12, points for the enemy 5');
});
