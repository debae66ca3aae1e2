import { expect, test } from 'vitest';
import { knees, STILL } from './drafts';
import { centre, coast, funnels, halves, mounts, outline } from './looks';
import { enemy, ship } from './testing';

const at = { x: 1000, y: 1000, heading: 0 };

test('the helm has a grip at each end of a run', () => {
  expect(knees(at, { ...STILL, run: 100 })).toHaveLength(1);
  expect(knees(at, { ...STILL, run: 100, turn: 30, then: 100, second: 30, last: 50 })).toHaveLength(3);
});

test('polygons of the table are drawn with north up', () => {
  expect(coast([[0, 0], [100, 0], [100, 50]], 1000)).toBe('M0 1000L100 1000L100 950Z');
  expect(centre([[0, 0], [100, 0], [100, 100], [0, 100]], 1000)).toEqual({ x: 50, y: 950 });
});

test('hulls keep inside their bases and differ by side', () => {
  const { a, b } = halves(ship());
  expect([a * 2 <= 225, b * 2 <= 70]).toEqual([true, true]);
  expect(outline(1, a, b)).not.toBe(outline(2, a, b));
});

test('guns are drawn where they stand: turrets on the keel, broadsides along the sides, lost ones as lost', () => {
  const drawn = mounts(enemy());
  expect(drawn.map(({ turret }) => turret)).toEqual([true, true, false, false]);
  expect([drawn[0]!.y < 0, drawn[1]!.y > 0, drawn[2]!.x < 0, drawn[3]!.x > 0]).toEqual([true, true, true, true]);
  expect(mounts(ship({ batteries: [{ kind: 'main', dice: 4, ap: 6, sectors: ['bow'], group: 'a' }, { kind: 'main', dice: 2, ap: 6, sectors: ['port'], group: 'a' }] }))).toHaveLength(1);
  expect(mounts(ship({ batteries: [{ kind: 'main', dice: 1, ap: 1, sectors: ['bow'], lost: true }] }))[0]!.lost).toBe(true);
});

test('steamers have funnels, ships under sail and forts have none', () => {
  expect(funnels(ship())).toHaveLength(1);
  expect(funnels(ship({ ship_class: 1, knots: 14 }))).toHaveLength(2);
  expect(funnels(ship({ traits: ['sails'] }))).toEqual([]);
  expect(funnels(ship({ fort: true }))).toEqual([]);
});
