import { expect, test } from 'vitest';
import { battle, side } from './called';

test('a record’s names are read as players say them', () => {
  expect(battle('wsim', 'duel')).toBe('Wooden Ships: A duel of frigates');
  expect(side('wsim', 'british')).toBe('the British');
});

test('what this page does not know keeps its own name', () => {
  expect(battle('some_game', 'first_day')).toBe('Some game: first day');
  expect(battle('wsim', 'a_file_of_mine')).toBe('Wooden Ships: a file of mine');
  expect(side('wsim', 'red_side')).toBe('red side');
});
