import { expect, it } from 'vitest';
import { sidesAt, toneOf } from './tones';

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
