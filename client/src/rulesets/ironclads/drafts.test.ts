import { describe, expect, test } from 'vitest';
import {
  aimedAt, allAt, answers, bears, counterOrder, courseOf, nudged, offered, ran, ranOn, shotsOf, shotsOrder, steaming, steamOrder, STILL, targets, turned, turnedAgain,
} from './drafts';
import { listing } from '../testing';
import { enemy, ship, steamForms } from './testing';

const may = steaming(listing('monitor', [], steamForms('monitor')));
const twice = steaming(listing('monitor', [], steamForms('monitor', { twice: true })));

describe('steaming', () => {
  test('the forms say how far, how sharply, and what she may do where she meets an enemy', () => {
    expect(may).toEqual({ most: 300, least: 0, astern: 0, turn: { low: -45, high: 45 }, before: 100, twice: false, contacts: ['ram', 'board', 'stop'] });
    expect(steaming(listing('monitor', []))).toBeNull();
    expect(steaming(listing('monitor', [], steamForms('virginia')))).toBeNull();
  });

  test('a ship that backs has room astern, and one that cannot turn has no turn', () => {
    expect(steaming(listing('monitor', [], steamForms('monitor', { astern: 75 })))?.astern).toBe(75);
    expect(steaming(listing('monitor', [], steamForms('monitor', { turn: 0 })))?.turn).toBeNull();
  });

  test('an order leaves out what has its default, and is read back as it was', () => {
    const course = { ...STILL, run: 100, turn: -30, then: 200, contact: 'stop' as const };
    const order = steamOrder('monitor', course);
    expect(order).toEqual({ type: 'steam', ship: 'monitor', run: 100, turn: -30, then: 200, contact: 'stop' });
    expect(courseOf(order)).toEqual(course);
    expect(steamOrder('monitor', STILL)).toEqual({ type: 'steam', ship: 'monitor' });
  });

  test('the first turn comes as soon as she may, with the rest of her way after it', () => {
    expect(turned(null, 30, may!)).toEqual({ ...STILL, run: 100, turn: 30, then: 200 });
    expect(turned({ ...STILL, run: 180 }, 90, may!)).toEqual({ ...STILL, run: 100, turn: 45, then: 80 });
  });

  test('an order that binds her is the least of every course', () => {
    const bound = steaming(listing('monitor', [], steamForms('monitor', { least: 150 })))!;
    expect(bound.least).toBe(150);
    expect(ran(STILL, 0, bound)).toMatchObject({ run: 150 });
    expect(turned({ ...STILL, run: 120 }, 30, bound)).toMatchObject({ run: 100, turn: 30, then: 50 });
    expect(ranOn({ ...STILL, run: 100, turn: 30, then: 100 }, 0, bound)).toMatchObject({ then: 50 });
    expect(ran({ ...STILL, run: 200, turn: 30 }, 100, bound)).toMatchObject({ run: 100, then: 50 });
  });

  test('no turn joins both runs again', () => {
    expect(turned({ ...STILL, run: 100, turn: 30, then: 150 }, 0, may!)).toEqual({ ...STILL, run: 250 });
  });

  test('a longer run leaves less for what follows, and a turn needs its straight run', () => {
    const course = { ...STILL, run: 100, turn: 30, then: 200 };
    expect(ran(course, 220, may!)).toMatchObject({ run: 220, then: 80 });
    expect(ran(course, 10, may!)).toMatchObject({ run: 100, then: 200 });
    expect(ranOn(course, 900, may!)).toMatchObject({ then: 200 });
  });

  test('a second turn is for those that may', () => {
    const course = { ...STILL, run: 100, turn: 30, then: 200 };
    expect(turnedAgain(course, -30, may!)).toBe(course);
    expect(turnedAgain(course, -30, twice!)).toMatchObject({ then: 100, second: -30, last: 100 });
  });
});

const virginia = enemy();
const salvo = (...shots: readonly (readonly [number, string])[]) => ({ type: 'salvo', ship: 'virginia', shots: shots.map((shot) => [...shot]) });
const guns = listing('virginia', [salvo([1, 'monitor'], [3, 'monitor']), salvo([1, 'monitor'], [3, 'monitor'], [4, 'congress']), salvo([1, 'monitor']), salvo([3, 'monitor']), salvo([4, 'congress'])]);

describe('gunfire', () => {
  test('what is listed says who bears on whom', () => {
    expect(targets(guns, 'salvo')).toEqual(['monitor', 'congress']);
    expect([...offered(guns, 'salvo')]).toEqual([[1, ['monitor']], [3, ['monitor']], [4, ['congress']]]);
    expect(bears(guns, 'salvo', 'monitor')).toEqual([1, 3]);
    expect(targets(guns, 'launch')).toEqual([]);
  });

  test('one click lays all that bears on a target, a second takes it off', () => {
    const first = allAt(virginia, 'salvo', guns, [], 'monitor');
    expect(shotsOrder('salvo', 'virginia', first)).toEqual(salvo([1, 'monitor'], [3, 'monitor']));
    const both = allAt(virginia, 'salvo', guns, first, 'congress');
    expect(shotsOf(shotsOrder('salvo', 'virginia', both))).toEqual([[1, 'monitor'], [3, 'monitor'], [4, 'congress']]);
    expect(allAt(virginia, 'salvo', guns, first, 'monitor')).toEqual([]);
    expect(shotsOrder('salvo', 'virginia', [])).toBeNull();
  });

  test('guns that stand twice on the sheet fire once', () => {
    const yoshino = ship({
      batteries: [
        { kind: 'medium', dice: 2, ap: 3, sectors: ['bow'], group: 'a' }, { kind: 'medium', dice: 3, ap: 3, sectors: ['port'], group: 'a' },
        { kind: 'medium', dice: 4, ap: 2, sectors: ['port'] },
      ],
    });
    expect(aimedAt(yoshino, 'salvo', [[1, 'x'], [3, 'x']], 2, 'y')).toEqual([[3, 'x'], [2, 'y']]);
    expect(aimedAt(yoshino, 'salvo', [[3, 'x']], 3, null)).toEqual([]);
  });

  test('an answer is given with the guns that may answer', () => {
    const asked = listing('monitor', [{ type: 'counter', ship: 'monitor', guns: [1, 2] }, { type: 'counter', ship: 'monitor', guns: [1] }, { type: 'counter', ship: 'monitor' }]);
    expect(answers(asked)).toEqual([1, 2]);
    expect(counterOrder('monitor', [2, 1])).toEqual({ type: 'counter', ship: 'monitor', guns: [1, 2] });
    expect(counterOrder('monitor', [])).toEqual({ type: 'counter', ship: 'monitor' });
  });
});

describe('arrow keys', () => {
  const choices = listing('monitor', [], steamForms('monitor'));
  test('up runs, left and right turn, and Shift takes larger steps', () => {
    const first = nudged(choices, null, 'up', false);
    expect(first?.action).toEqual({ type: 'steam', ship: 'monitor', run: 300 });
    expect(nudged(choices, first, 'down', true)?.action).toEqual({ type: 'steam', ship: 'monitor', run: 200 });
    const right = nudged(choices, first, 'right', true);
    expect(right?.action).toEqual({ type: 'steam', ship: 'monitor', run: 100, turn: 15, then: 200 });
    expect(nudged(choices, right, 'down', false)?.action).toMatchObject({ then: 175 });
    expect(nudged(choices, right, 'left', true)?.action).toEqual({ type: 'steam', ship: 'monitor', run: 300 });
  });

  test('in every other step they go through the list', () => {
    const first = nudged(guns, null, 'down', false);
    expect(first?.action).toEqual(guns.actions[0]?.action);
    expect(nudged(guns, first, 'up', false)?.action).toEqual(guns.actions[4]?.action);
    expect(nudged(listing('monitor', []), null, 'down', false)).toBeNull();
  });
});
