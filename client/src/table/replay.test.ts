import { expect, test } from 'vitest';
import { chapterAt, chaptersOf, move, placesOf } from './replay';

const position = (n: number, turn: number | null, battle = '') => ({ position: n, by: 'allied', types: [], words: [], turn, why: false, moment: turn === null ? '' : `turn ${turn}`, battle, great: '' as const, reason: false });
const replay = { start: { turn: 1, moment: 'turn 1' }, positions: [position(1, 1), position(3, 1), position(4, 2), position(7, 2, 'Battle at Toulon'), position(8, 3)] };

test('a turn begins at its first position, and a battle within it', () => {
  expect(chaptersOf(replay)).toEqual([
    { words: 'turn 1', position: 0, battle: false },
    { words: 'turn 2', position: 4, battle: false },
    { words: 'Battle at Toulon', position: 7, battle: true },
    { words: 'turn 3', position: 8, battle: false },
  ]);
  expect(chapterAt(chaptersOf(replay), 7)).toBe(2);
  expect(chapterAt(chaptersOf(replay), 3)).toBe(0);
});

test('a title without a count of turns has no chapters', () => {
  expect(chaptersOf({ start: { turn: null, moment: '' }, positions: [position(1, null)] })).toEqual([]);
});

test('positions a seat has not heard of are stepped over', () => {
  const places = placesOf(replay);
  expect(move(places, 1, 1)).toBe(3);
  expect(move(places, 3, -1)).toBe(1);
  expect(move(places, 5, 0)).toBe(7);
});

test('the ends hold, and an address that names no position leads to the start', () => {
  const places = placesOf(replay);
  expect(move(places, 0, -1)).toBe(0);
  expect(move(places, 8, 1)).toBe(8);
  expect(move(places, 99, 0)).toBe(8);
  expect(move(places, Number.NaN, 0)).toBe(0);
});

test('a match without moves has its start', () => {
  expect(placesOf({ positions: [] })).toEqual([0]);
  expect(move([0], 0, 1)).toBe(0);
});
