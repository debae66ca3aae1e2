import { describe, expect, it } from 'vitest';
import { lose, plan, type Beat } from './animate';
import { pose } from './hexes';
import { between } from './script';
import { told } from '../testing';
import { enemy, ship, viewOf } from './testing';
import type { Table } from '../../served/wsim';

/** The table as a plan leaves it. */
function carried(from: Table, beats: readonly Beat[]): Table {
  let table = from;
  for (const beat of [...beats].sort((a, b) => a.at - b.at)) {
    if (beat.kind === 'table') table = { ...table, ...beat.to };
    if (beat.kind === 'change') table = { ...table, ships: table.ships.map((one) => (one.id === beat.ship ? { ...one, ...beat.to } : one)) };
  }
  return table;
}

const { table } = viewOf([ship(), enemy()]);

describe('a scene', () => {
  it('moves all ships together, step by step', () => {
    const beats = plan(table, table, [
      told({ type: 'plotted', ship: 'java', moves: 'R1' }), told({ type: 'plotted', ship: 'constitution', moves: '2' }),
      told({ type: 'stepped', number: 1, moves: [['java', 'R', 0, 0, 2], ['constitution', '1', 4, -5, 1]] }),
      told({ type: 'stepped', number: 2, moves: [['java', '1', 1, -1, 2], ['constitution', '1', 4, -6, 1]] }),
    ]);
    const glides = beats.filter((beat) => beat.kind === 'step');
    expect(glides[0]?.at).toBe(glides[1]?.at);
    expect(glides[2]?.at).toBeGreaterThanOrEqual((glides[0]?.at ?? 0) + (glides[0]?.lasts ?? 0));
    expect(glides[2]?.from).toEqual({ bow: [0, 0], heading: 2 });
    expect(carried(table, beats).ships.map(({ bow, heading }) => [bow, heading])).toEqual([[[1, -1], 2], [[4, -6], 1]]);
  });

  it('turns a ship about her bow, the short way round', () => {
    const [from, to] = [{ bow: [0, 0], heading: 1 }, { bow: [0, 0], heading: 6 }] as const;
    expect(between(from, to, 1).heading).toBe(-60);
    const end = between(from, to, 1);
    expect([end.x, end.y]).toEqual([expect.closeTo(pose(to).x), expect.closeTo(pose(to).y)]);
    expect(between(from, to, 0)).toMatchObject({ heading: 0 });
  });

  it('crosses squares out after the shot, section by section', () => {
    expect(lose([2, 4, 4], 3)).toEqual([0, 3, 4]);
    const beats = plan(table, table, [
      told({ type: 'fired', ship: 'java', broadside: 'right', target: 'constitution', aim: 'hull', shot: 'round', range: 2, number: 30, hull: 3, crew: 7, rigging: 1, rake: 'stern' }),
      told({ type: 'fate', ship: 'constitution', what: 'strikes' }),
    ]);
    const fire = beats.find((beat) => beat.kind === 'fire');
    expect(fire).toMatchObject({ side: 'right', hits: 11, words: 'stern rake: −3 hull, −7 crew, −1 rigging' });
    expect(carried(table, beats).ships[1]).toMatchObject({ hull: 9, crew: [0, 3, 4], rigging: [4, 5, 5, 5], colours: 'struck' });
    expect(carried(table, beats).ships[0]).toMatchObject({ fresh: ['left'] });
  });

  it('ropes ships that foul or grapple, counts grapples, and lets go', () => {
    const beats = plan(table, table, [
      told({ type: 'collided', ship: 'java', other: 'constitution', place: [0, 0], fouled: true }),
      told({ type: 'grappled', ship: 'constitution', other: 'java', held: true }), told({ type: 'grappled', ship: 'java', other: 'constitution', held: true }),
      told({ type: 'fended', ship: 'java', other: 'constitution', off: 1, left: 1 }), told({ type: 'unfouled', ship: 'java', other: 'constitution', free: true }),
    ]);
    expect(carried(table, beats).locks).toEqual([[0, 1, 'grapple']]);
  });

  it('takes a ship that blows up off the sea', () => {
    const beats = plan(table, table, [told({ type: 'fate', ship: 'java', what: 'explodes' })]);
    expect(beats.some(({ kind }) => kind === 'explode')).toBe(true);
    expect(carried(table, beats).ships[0]).toMatchObject({ gone: 'exploded' });
  });

  it('lasts no longer than a player will wait, and shows nothing for talk', () => {
    const shot = told({ type: 'fired', ship: 'java', broadside: 'left', target: 'constitution', aim: 'hull', shot: 'round', range: 2, number: 30, hull: 1 });
    const steps = Array.from({ length: 40 }, (_, n) => told({ type: 'stepped', number: n, moves: [['java', '1', 0, -n, 1]] }));
    const beats = plan(table, table, [...steps, ...Array.from({ length: 60 }, () => shot)]);
    expect(Math.max(...beats.map(({ at }) => at))).toBeLessThan(14_000);
    expect(plan(table, table, [{ kind: 'talk', type: 'said', event: {}, words: 'Hello', account: [] }])).toEqual([]);
  });
});
