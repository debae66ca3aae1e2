import { expect, test } from 'vitest';
import type { Action } from '../../api/types';
import { chosen, loading } from './loading';

const load = (broadside: string, shot: string): Action => ({ type: 'load', ship: 'java', broadside, shot });
const [port, starboard] = [load('left', 'double'), load('right', 'grape')];

test('before the action a load to starboard keeps the one to port', () => {
  const plan = loading(loading(null, port, 2), starboard, 2);
  expect(plan).toEqual({ action: port, next: starboard });
  expect([chosen(plan, port), chosen(plan, starboard), chosen(plan, load('left', 'chain'))]).toEqual([true, true, false]);
});

test('another shot takes the place of the one in its broadside', () => {
  const both = { action: port, next: starboard };
  expect(loading(both, load('left', 'chain'), 2)).toEqual({ action: starboard, next: load('left', 'chain') });
});

test('pressed again a load goes out, and the other stays', () => {
  expect(loading({ action: port, next: starboard }, port, 2)).toEqual({ action: starboard, next: null });
  expect(loading({ action: port, next: null }, port, 2)).toBeNull();
});

test('in the action she loads one broadside', () => {
  expect(loading({ action: port, next: null }, starboard, 1)).toEqual({ action: starboard, next: null });
});
