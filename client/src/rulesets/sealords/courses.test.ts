// Standing courses: the ways that the rules give, read from their ends.
import { expect, it } from 'vitest';
import type { Hints } from '../../api/types';
import { wayTo } from './courses';

const HINTS: Hints = { lines: [], course: null, ends: [], followers: [], ways: { space_12: 'toulon', lion: 'space_12', mahon: 'lion' }, onward: {}, card: null };

it('is drawn along the way that the rules give', () => {
  expect(wayTo(HINTS, 'mahon')).toEqual(['space_12', 'lion', 'mahon']);
  expect([wayTo(HINTS, 'nowhere'), wayTo(HINTS, 'toulon'), wayTo(null, 'mahon')]).toEqual([[], [], []]);
});
