import { describe, expect, it } from 'vitest';
import full from './fixtures/trafalgar.json';
import { stand } from '../../freetable/labels';
import { afloat, called, find } from './fleet';
import { legible, lettered, type Interest } from '../../freetable/naming';
import { LETTERING, named } from './naming';
import type { View } from '../../served/trafalgar';

const { view } = full as unknown as { view: View };
const tags = afloat(view).map((ship) => named(ship, view));
const standing = (k: number, interest: Interest = nobody) => legible(tags, k, interest, LETTERING);
const nobody = { selected: null, hovered: null, ready: new Set<string>() };

describe('names on the chart', () => {
  it('thin out as the camera goes farther away', () => {
    const near = standing(0.4).size;
    const far = standing(0.07).size;
    expect(near).toBeGreaterThan(60);
    expect(far).toBeLessThan(near);
    expect(far).toBeGreaterThan(5);
  });

  it('lie on no ship, however near or far the camera is', () => {
    for (const k of [0.04, 0.07, 0.1, 0.15, 0.2, 0.3, 0.4]) {
      const boxes = tags.map(({ id, at, half }) => ({ id, left: (at.x - half.x) * k, right: (at.x + half.x) * k, top: (at.y - half.y) * k, bottom: (at.y + half.y) * k }));
      const hidden = [...standing(k)].flatMap(([id, place]) => {
        const body = boxes.find((box) => box.id === id)!;
        const width = lettered(called(view.table, find(view.table, id)!)).length * 6;
        const rect = stand({ id, body, width, height: 20, rank: 0, places: [place] }, place, 4);
        return boxes.filter((box) => box.left < rect.right && rect.left < box.right && box.top < rect.bottom && rect.top < box.bottom).map((box) => `${id} on ${box.id}`);
      });
      expect(hidden).toEqual([]);
    }
  });

  it('always show the chosen ship', () => {
    expect(standing(0.04, { ...nobody, selected: 'ajax' }).has('ajax')).toBe(true);
  });

  it('are cut when they are long', () => {
    expect(lettered('San Francisco de Asís (Spanish)')).toBe('San Francisco de Asís…');
  });
});
