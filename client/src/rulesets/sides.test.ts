import { expect, it } from 'vitest';
import { laid, sideOf, sidesAt, sidesOf, toneOf } from './sides';

const sides = {
  british: { name: '', short: '', tone: 1 }, american: { name: '', short: '', tone: 2 }, french: { name: '', short: '', tone: 2 },
} as const;

it('are a side’s own where they differ, and never the same at one table', () => {
  const tones = (...seats: readonly string[]): unknown => seats.map((seat) => toneOf(sides, seats, seat));
  expect(tones('british', 'french')).toEqual([1, 2]);
  expect(tones('american', 'british')).toEqual([2, 1]);
  expect(tones('american', 'french')).toEqual([2, 1]);
  expect(toneOf(sides, ['british'], 'nobody')).toBeUndefined();
  expect(sidesAt(sides, ['american', 'french'])).toEqual({ ...sides, french: { ...sides.french, tone: 1 } });
});

it('are those that the server says of the title', () => {
  laid({ name: 'a_sea', seats: ['tsar', 'crown'], sides: { tsar: 'the Russians', crown: 'the Swedes' }, liveries: { tsar: { short: 'Russian', tone: 2 }, crown: { short: 'Swedish', tone: 1 } } });
  expect(sidesOf('a_sea')).toEqual({ tsar: { name: 'the Russians', short: 'Russian', tone: 2 }, crown: { name: 'the Swedes', short: 'Swedish', tone: 1 } });
  expect(sideOf('a_sea', 'crown').short).toBe('Swedish');
  expect(sideOf('a_sea', 'red_fleet')).toEqual({ name: 'red fleet', short: 'Red fleet', tone: 1 });
});
