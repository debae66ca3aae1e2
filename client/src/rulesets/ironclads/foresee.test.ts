import { expect, test } from 'vitest';
import { STILL } from './drafts';
import { pose } from './fleet';
import { centre, ghost, knees, met, outline, surely } from './foresee';
import { halves, funnels, mounts, outline as hullOf } from './looks';
import { enemy, ship, viewOf } from './testing';

const at = { x: 1000, y: 1000, heading: 0 };

test('run, turn, run on: the ghost lies where that ends', () => {
  const { pose: end, way } = ghost(at, { ...STILL, run: 100, turn: 90, then: 200 }, 400);
  expect(way).toHaveLength(4);
  expect([Math.round(end.x), Math.round(end.y), end.heading]).toEqual([1200, 900, 90]);
});

test('her speed ends a run that is too long', () => {
  const end = ghost(at, { ...STILL, run: 300, turn: -90, then: 300 }, 400).pose;
  expect([Math.round(end.x), Math.round(end.y), end.heading]).toEqual([900, 700, 270]);
});

test('astern she goes backwards on her heading', () => {
  expect(ghost(at, { ...STILL, run: -75 }, 300).pose).toMatchObject({ y: 1075, heading: 0 });
});

test('the helm has a grip at each end of a run', () => {
  expect(knees(at, { ...STILL, run: 100 })).toHaveLength(1);
  expect(knees(at, { ...STILL, run: 100, turn: 30, then: 100, second: 30, last: 50 })).toHaveLength(3);
});

test('what lies in the way is named, and what is gone does not', () => {
  const virginia = enemy();
  const { table } = viewOf([ship(), virginia]);
  const { way } = ghost(pose(ship(), table), { ...STILL, run: 500 }, 600);
  expect(met(table, ship(), way).map(({ id }) => id)).toEqual(['virginia']);
  expect(met(viewOf([ship(), enemy({ gone: 'sunk' })]).table, ship(), way)).toEqual([]);
});

test('where the server is sure, the ghost lies there', () => {
  const { table } = viewOf([ship({ x: 1200, y: 1300 })]);
  const preview = { decision: '', words: '', why_not: null, calls: [], outcome: { view: { table } as never, events: [] } };
  expect(surely(preview, 'monitor')).toEqual({ x: 1200, y: 2300, heading: 0 });
  expect(surely({ ...preview, outcome: null }, 'monitor')).toBeNull();
});

test('polygons of the table are drawn with north up', () => {
  expect(outline([[0, 0], [100, 0], [100, 50]], 1000)).toBe('M0 1000L100 1000L100 950Z');
  expect(centre([[0, 0], [100, 0], [100, 100], [0, 100]], 1000)).toEqual({ x: 50, y: 950 });
});

test('hulls keep inside their bases and differ by side', () => {
  const { a, b } = halves(ship());
  expect([a * 2 <= 225, b * 2 <= 70]).toEqual([true, true]);
  expect(hullOf(1, a, b)).not.toBe(hullOf(2, a, b));
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
