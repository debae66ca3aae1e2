// Standing courses: the ways that the rules give, read from their ends.
import { expect, it } from 'vitest';
import type { Hints } from '../../api/types';
import { kept, wayTo } from './courses';
import { formation, viewOf } from './testing';

const BOUND = new Map([['b1', 'mahon']]);
const HINTS: Hints = { lines: [], course: null, ends: [], followers: [], ways: { space_12: 'toulon', lion: 'space_12', mahon: 'lion' }, onward: {}, card: null };

it('is drawn along the way that the rules give', () => {
  expect(wayTo(HINTS, 'mahon')).toEqual(['space_12', 'lion', 'mahon']);
  expect([wayTo(HINTS, 'nowhere'), wayTo(HINTS, 'toulon'), wayTo(null, 'mahon')]).toEqual([[], [], []]);
});

it('is forgotten by who has arrived or is no more', () => {
  expect(kept(viewOf([formation({ place: 'mahon/harbour' })]), BOUND).size).toBe(0);
  expect(kept(viewOf([]), BOUND).size).toBe(0);
  expect(kept(viewOf([formation()]), BOUND)).toBe(BOUND);
});
