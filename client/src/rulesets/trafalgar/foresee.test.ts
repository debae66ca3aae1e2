import { describe, expect, it } from 'vitest';
import line from './fixtures/line.json';
import type { Action } from '../../api/types';
import { exactly, ghosts as drawn, inTheWay } from './foresee';
import { ship, viewOf } from './testing';
import type { View } from './types';

const ghosts = (table: View['table'], action: Action, straight: number, next: Action | null = null) => drawn(table, { action, next }, straight);
const van = (line as unknown as { view: View }).view.table;

describe('the ghost of an order', () => {
  it('goes straight ahead, less what a turn has taken', () => {
    const { table } = viewOf([ship({ id: 'mars', side: 'british', heading: 90, x: 1000 })]);
    const order = { type: 'move', ship: 'mars', distance: 400 };
    expect(ghosts(table, order, 1)[0]?.pose.x).toBeCloseTo(1400);
    expect(ghosts(table, order, 0.5)[0]?.pose.x).toBeCloseTo(1200);
  });

  it('sails on along the heading she has turned to', () => {
    const { table } = viewOf([ship({ id: 'mars', side: 'british', heading: 0, x: 1000, y: 1000 })]);
    const [ghost] = ghosts(table, { type: 'turn', ship: 'mars', angle: 90 }, 0.5, { type: 'move', ship: 'mars', distance: 400 });
    expect(ghost?.pose).toMatchObject({ heading: 90 });
    expect(ghost?.pose.x).toBeCloseTo(1200);
    expect(ghost?.way).toHaveLength(2);
  });

  it('brings the whole line with its lead, each in the wake of the next', () => {
    const found = ghosts(van, { type: 'move', ship: 'royal_sovereign', distance: 500 }, 1);
    expect(found).toHaveLength(6);
    const [lead, second] = found;
    expect((lead?.pose.x ?? 0) - (second?.pose.x ?? 0)).toBeGreaterThanOrEqual(249);
    expect(second?.pose.heading).toBeCloseTo(90);
  });

  it('moves a ship in the middle of the line by herself', () => {
    expect(ghosts(van, { type: 'move', ship: 'mars', distance: 500 }, 1)).toHaveLength(1);
  });

  it('turns the lead alone in succession, and every ship together', () => {
    expect(ghosts(van, { type: 'turn', ship: 'royal_sovereign', angle: 30, manner: 'succession' }, 1)).toHaveLength(1);
    const all = ghosts(van, { type: 'turn', ship: 'royal_sovereign', angle: 30, manner: 'together' }, 1);
    expect(all.map(({ pose }) => pose.heading)).toEqual(Array(6).fill(120));
  });

  it('sails a follower round the corner that lies before her', () => {
    const { table } = viewOf(
      [
        ship({ id: 'a', side: 'british', x: 1000, y: 1000, heading: 90 }),
        ship({ id: 'b', side: 'british', x: 900, y: 1150, heading: 180, wake: [[900, 1000, 90]] }),
      ],
      { squadrons: [{ name: 'two', side: 'british', ships: [0, 1] }] },
    );
    const [, second] = ghosts(table, { type: 'move', ship: 'a', distance: 400 }, 1);
    expect(second?.pose.heading).toBeCloseTo(90);
    expect(second?.pose.y).toBeCloseTo(table.height - 1000);
  });

  it('is nothing for orders that move nobody', () => {
    expect(ghosts(van, { type: 'fire', ship: 'mars', port: 'pluton' }, 1)).toEqual([]);
  });

  it('lies where the server says, once it has said so, and brings along whom it moves as well', () => {
    const ships = [ship({ id: 'mars', side: 'british', heading: 90, x: 1000 }), ship({ id: 'ajax', side: 'british', heading: 90, x: 500 }), ship({ id: 'orion', side: 'british', x: 100 })];
    const { table } = viewOf(ships);
    const after = viewOf([{ ...ships[0]!, x: 1390 }, { ...ships[1]!, heading: 95, x: 880 }, ships[2]!]).table;
    const found = exactly(table, ghosts(table, { type: 'move', ship: 'mars', distance: 400 }, 1), after);
    expect(found.map((one) => [one.ship.id, one.pose.x, one.pose.heading])).toEqual([['mars', 1390, 90], ['ajax', 880, 95]]);
    expect(found[0]?.way.map((at) => at.x)).toEqual([1000, 1390]);
  });

  it('says whom she would run over', () => {
    const { table } = viewOf([
      ship({ id: 'mars', side: 'british', heading: 90, x: 1000, y: 1000 }),
      ship({ id: 'pluton', x: 1350, y: 1000 }),
      ship({ id: 'aigle', x: 1350, y: 1400 }),
    ]);
    const run = (distance: number) => inTheWay(table, ghosts(table, { type: 'move', ship: 'mars', distance }, 1)).map(({ id }) => id);
    expect(run(400)).toEqual(['pluton']);
    expect(run(100)).toEqual([]);
  });
});
