import { expect, it } from 'vitest';
import { sheetOf } from './sheet';
import { enemy, ship, viewOf } from './testing';

it('is laid about the ships, stays while they stay on it, and is laid anew when they near its rim', () => {
  const { table } = viewOf([ship(), enemy()]);
  const first = sheetOf(table, null);
  expect(first.left).toBeLessThan(-1000);
  expect(sheetOf(viewOf([ship({ bow: [2, 2] }), enemy()]).table, first)).toBe(first);
  const far = sheetOf(viewOf([ship({ bow: [40, 0] }), enemy()]).table, first);
  expect(far).not.toBe(first);
  expect(far.left + far.width).toBeGreaterThan(40 * 86);
});
