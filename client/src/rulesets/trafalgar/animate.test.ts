import { describe, expect, it } from 'vitest';
import type { ReplayEvent } from '../../api/types';
import { plan, type Beat } from './animate';
import melee from './fixtures/melee.json';
import { told } from '../testing';
import { ship, viewOf } from './testing';
import full from './fixtures/trafalgar.json';
import type { Ship, Table, View } from '../../served/trafalgar';

const battle = melee as unknown as { from: View; scenes: { events: ReplayEvent[]; view: View }[] };

/** The table as a plan leaves it. */
function carried(from: Table, beats: readonly Beat[]): Table {
  let table = from;
  for (const beat of [...beats].sort((a, b) => a.at - b.at)) {
    if (beat.kind === 'table') table = { ...table, ...beat.to };
    if (beat.kind === 'change') table = { ...table, ships: table.ships.map((one) => (one.id === beat.ship ? { ...one, ...beat.to } : one)) };
  }
  return table;
}

const state = (one: Ship): unknown => ({ id: one.id, x: one.x, y: one.y, heading: one.heading, crossed: one.crossed ?? 0, struck: one.struck ?? false, gone: one.gone ?? false });

describe('a scene', () => {
  it('ends with every ship where and how the next view has her', () => {
    let from = battle.from;
    for (const { events, view } of battle.scenes) {
      const end = carried(from.table, plan(from.table, view.table, events));
      expect(end.ships.map(state)).toEqual(view.table.ships.map(state));
      expect(end.locks.map(({ one, other }) => [one, other])).toEqual(view.table.locks.map(({ one, other }) => [one, other]));
      from = view;
    }
  });

  it('turns a ship before she goes straight on', () => {
    const mars = ship({ id: 'mars', x: 1000, y: 1000, heading: 0 });
    const { table } = viewOf([mars]);
    const beats = plan(table, table, [
      told({ type: 'turned', ship: 'mars', angle: 90, heading: 90, manner: 'alone' }),
      told({ type: 'moved', ship: 'mars', distance: 300, x: 1300, y: 1000, heading: 90 }),
    ]);
    const [first, second] = beats.filter((beat) => beat.kind === 'glide');
    expect(first?.way.at(-1)).toMatchObject({ x: 1000, heading: 90 });
    expect(second?.at).toBeGreaterThanOrEqual((first?.at ?? 0) + (first?.lasts ?? 0));
    expect(second?.way[0]).toMatchObject({ heading: 90 });
  });

  it('crosses boxes off after the shot, and hauls the flag down after that', () => {
    const { table } = viewOf([ship({ id: 'mars', side: 'british' }), ship({ crossed: 8 })]);
    const beats = plan(table, table, [told({ type: 'fired', ship: 'mars', target: 'aigle', side: 'port', range: 300, boxes: 3, struck: true })]);
    expect(beats.map(({ kind }) => kind)).toEqual(['fire', 'change', 'change', 'strike', 'change']);
    expect(beats.map(({ at }) => at)).toEqual([...beats.map(({ at }) => at)].sort((a, b) => a - b));
    expect(carried(table, beats).ships[1]).toMatchObject({ crossed: 10, struck: true });
  });

  it('shakes ships that collide, and ropes them where they foul', () => {
    const { table } = viewOf([ship({ id: 'mars', side: 'british' }), ship()]);
    const beats = plan(table, table, [told({ type: 'collided', ship: 'mars', other: 'aigle', fouled: true })]);
    expect(beats.some(({ kind }) => kind === 'bump')).toBe(true);
    expect(carried(table, beats).locks).toEqual([{ one: 0, other: 1, how: 'fouled' }]);
  });

  it('of the whole battle lasts no longer than a player will wait', () => {
    const { table } = (full as unknown as { view: View }).view;
    const [first, other] = (['british', 'allied'] as const).map((side) => table.ships.find((ship) => ship.side === side)?.id ?? '');
    const each = table.ships.flatMap(({ id, side, x, y, heading }) => [
      told({ type: 'moved', ship: id, distance: 250, x: x + 250, y, heading }),
      told({ type: 'fired', ship: id, target: (side === 'british' ? other : first) ?? '', side: 'port', range: 400, boxes: 2, struck: false }),
    ]);
    const beats = plan(table, table, [...each.filter(({ type }) => type === 'moved'), ...each.filter(({ type }) => type === 'fired')]);
    expect(beats.length).toBeGreaterThan(table.ships.length * 3);
    expect(Math.max(...beats.map(({ at }) => at))).toBeLessThan(14_000);
  });

  it('has nothing to show for talk', () => {
    const { table } = viewOf([ship()]);
    expect(plan(table, table, [{ kind: 'talk', type: 'said', event: {}, words: 'Hello', account: [] }])).toEqual([]);
  });
});
