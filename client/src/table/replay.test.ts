import { expect, test } from 'vitest';
import { move, placesOf, turnsOf } from './replay';

const position = (n: number, turn: number | null) => ({ position: n, by: 'allied', types: [], words: [], turn, why: false });
const replay = { start: { turn: 1 }, positions: [position(1, 1), position(3, 1), position(4, 2), position(7, 2), position(8, 3)] };

test('a turn begins at its first position', () => {
  expect(turnsOf(replay)).toEqual([{ turn: 1, position: 0 }, { turn: 2, position: 4 }, { turn: 3, position: 8 }]);
});

test('positions a seat has not heard of are stepped over', () => {
  const places = placesOf(replay);
  expect(move(places, 1, 1)).toBe(3);
  expect(move(places, 3, -1)).toBe(1);
  expect(move(places, 5, 0)).toBe(7);
});

test('the ends hold', () => {
  const places = placesOf(replay);
  expect(move(places, 0, -1)).toBe(0);
  expect(move(places, 8, 1)).toBe(8);
  expect(move(places, 99, 0)).toBe(8);
});

test('a match without moves has its start', () => {
  expect(placesOf({ positions: [] })).toEqual([0]);
  expect(move([0], 0, 1)).toBe(0);
});
