import { expect, test } from 'vitest';
import { engraved } from './figures';

const across = (path: string): readonly number[] => [...path.matchAll(/(-?\d+) -?\d+/g)].map(([, x]) => Number(x));

test('every figure has strokes of its own, and stands where it should', () => {
  const all = Array.from({ length: 10 }, (_, digit) => engraved(digit, { x: 500, y: 500 }, 100));
  expect(new Set(all).size).toBe(10);
  for (const path of all) {
    expect(path).toMatch(/^M[-\d MLCSZ]+$/);
    for (const x of across(path)) expect(Math.abs(x - 500)).toBeLessThan(50);
  }
});

test('a number of two figures is wider, about the same middle', () => {
  const [one, two] = [engraved(8, { x: 0, y: 0 }, 100), engraved(88, { x: 0, y: 0 }, 100)].map(across);
  const wide = (xs: readonly number[] = []): number => Math.max(...xs) - Math.min(...xs);
  expect(wide(two)).toBeGreaterThan(wide(one) * 1.8);
});
