import { describe, expect, it } from 'vitest';
import full from './fixtures/trafalgar.json';
import { stand } from '../../freetable/labels';
import { afloat, called, find, pose } from './fleet';
import { extent, legible, lettered } from './naming';
import type { View } from '../../served/trafalgar';

const { view } = full as unknown as { view: View };
const nobody = { selected: null, hovered: null, ready: new Set<string>() };

describe('names on the chart', () => {
  it('thin out as the camera goes farther away', () => {
    const near = legible(view.table, afloat(view), 0.4, nobody).size;
    const far = legible(view.table, afloat(view), 0.07, nobody).size;
    expect(near).toBeGreaterThan(60);
    expect(far).toBeLessThan(near);
    expect(far).toBeGreaterThan(5);
  });

  it('lie on no ship, however near or far the camera is', () => {
    for (const k of [0.04, 0.07, 0.1, 0.15, 0.2, 0.3, 0.4]) {
      const ships = afloat(view);
      const boxes = ships.map((ship) => {
        const [at, half] = [pose(ship, view.table), extent(ship)];
        return { id: ship.id, left: (at.x - half.x) * k, right: (at.x + half.x) * k, top: (at.y - half.y) * k, bottom: (at.y + half.y) * k };
      });
      const hidden = [...legible(view.table, ships, k, nobody)].flatMap(([id, place]) => {
        const body = boxes.find((box) => box.id === id)!;
        const width = lettered(called(view.table, find(view.table, id)!)).length * 6;
        const rect = stand({ id, body, width, height: 20, rank: 0, places: [place] }, place, 4);
        return boxes.filter((box) => box.left < rect.right && rect.left < box.right && box.top < rect.bottom && rect.top < box.bottom).map((box) => `${id} on ${box.id}`);
      });
      expect(hidden).toEqual([]);
    }
  });

  it('always show the chosen ship', () => {
    expect(legible(view.table, afloat(view), 0.04, { ...nobody, selected: 'ajax' }).has('ajax')).toBe(true);
  });

  it('are cut when they are long', () => {
    expect(lettered('San Francisco de Asís (Spanish)')).toBe('San Francisco de Asís…');
  });
});
