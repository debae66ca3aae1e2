import { expect, test } from 'vitest';
import { plan } from './animate';
import { told } from '../testing';
import { enemy, ship, viewOf } from './testing';

const { table } = viewOf([ship(), enemy()]);
const kinds = (beats: ReturnType<typeof plan>): readonly string[] => beats.map(({ kind }) => kind);

test('a track is glided along from where she lay, and she lies at its end afterwards', () => {
  const beats = plan(table, table, [told({ type: 'steamed', ship: 'monitor', track: [[1000, 1100, 0], [1000, 1100, 30], [1100, 1273, 30]] })]);
  const glide = beats[0];
  expect(glide).toMatchObject({ kind: 'glide', ship: 'monitor' });
  if (glide?.kind === 'glide') {
    expect(glide.way[0]).toEqual({ x: 1000, y: 2600, heading: 0 });
    expect(glide.way).toHaveLength(4);
  }
  expect(beats[1]).toMatchObject({ kind: 'change', to: { x: 1100, y: 1273, heading: 30 } });
});

test('a ship that keeps her place does not glide', () => {
  expect(plan(table, table, [told({ type: 'steamed', ship: 'monitor', track: [[1000, 1000, 0]] })])).toEqual([]);
});

test('a salvo and its answer go off together, and what they cost is shown when they hit', () => {
  const fired = { type: 'fired', range: 340, band: 'close', guns: [1], hits: 2, through: 1 } as const;
  const beats = plan(table, table, [
    told({ ...fired, ship: 'virginia', target: 'monitor', quarters: 2 }),
    told({ ...fired, ship: 'monitor', target: 'virginia', quarters: 0, hits: 0, through: 0, counter: true }),
  ]);
  expect(kinds(beats)).toEqual(['salvo', 'change', 'salvo']);
  expect(beats[0]).toMatchObject({ words: '−½ hull', hits: 2 });
  expect(beats[1]).toMatchObject({ to: { hull: 14 } });
  expect(beats[2]).toMatchObject({ words: null });
});

test('losses add up over one scene', () => {
  const hit = told({ type: 'struck', ship: 'monitor', effect: 'fire', quarters: 1 });
  const hulls = plan(table, table, [hit, hit]).flatMap((beat) => (beat.kind === 'change' && beat.to.hull !== undefined ? [beat.to.hull] : []));
  expect(hulls).toEqual([15, 14]);
});

test('rams, mines, torpedoes, explosions and sinkings have something to see', () => {
  const beats = plan(table, table, [
    told({ type: 'rammed', ship: 'virginia', target: 'monitor', struck: true, lost: [1, 4] }),
    told({ type: 'mined', ship: 'virginia', field: 'a', hits: 1 }),
    told({ type: 'torpedoed', ship: 'virginia', target: 'monitor', tube: 1, hit: true, range: 300 }),
    told({ type: 'fate', ship: 'monitor', what: 'sunk' }),
    told({ type: 'fate', ship: 'virginia', what: 'blown_up' }),
  ]);
  for (const kind of ['bump', 'burst', 'torpedo', 'sink', 'explode']) expect(kinds(beats)).toContain(kind);
  const times = beats.map(({ at }) => at);
  expect(times.length).toBeGreaterThan(5);
  expect(Math.max(...times)).toBeLessThan(13_000);
});

test('a long scene is shown faster', () => {
  const many = Array.from({ length: 60 }, () => told({ type: 'held', ship: 'monitor' }));
  expect(Math.max(...plan(table, table, many).map(({ at }) => at))).toBeLessThanOrEqual(13_000);
});

test('orders that are placed are nothing to see', () => {
  expect(plan(table, table, [told({ type: 'placed', ship: 'monitor', order: 'full' }), told({ type: 'committed', side: 'union' })])).toEqual([]);
});
