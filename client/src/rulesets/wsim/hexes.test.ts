import { describe, expect, it } from 'vitest';
import { ahead, centre, hexAt, placed, pose, sternOf, turned, windFrom } from './hexes';
import { ship } from './testing';

describe('hexes on the chart', () => {
  it('lie with 1 to the north, and turn clockwise', () => {
    expect(centre([0, -1])).toMatchObject({ x: 0, y: -100 });
    expect(centre([1, 0]).y).toBeCloseTo(50);
    expect([1, 2, 3, 4, 5, 6].map((heading) => ahead([0, 0], heading))).toEqual([[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]]);
    expect([turned(1, -1), turned(6, 1), turned(3, 2)]).toEqual([6, 1, 5]);
  });

  it('are a hundred apart, whichever way', () => {
    for (let heading = 1; heading <= 6; heading++) {
      const [a, b] = [centre([2, 3]), centre(ahead([2, 3], heading))];
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(100);
    }
  });

  it('are found again under a point', () => {
    for (const at of [[0, 0], [3, -5], [-4, 2], [7, 7]] as const) {
      const { x, y } = centre(at);
      expect(hexAt({ x: x + 20, y: y - 30 })).toEqual(at);
    }
  });

  it('hold a ship between her bow and her stern', () => {
    const at = pose(ship({ bow: [0, 0], heading: 4 }));
    expect(at).toMatchObject({ heading: 180 });
    expect(at.y).toBeCloseTo(-50);
    expect(sternOf([0, 0], 4)).toEqual([0, -1]);
  });
});

describe('a hex of a field of fire', () => {
  it('turns with the ship and lies where she lies', () => {
    const all = [1, 2, 3, 4, 5, 6].map((heading) => placed([0, -1], { bow: [5, 5], heading }));
    expect(all).toEqual([1, 2, 3, 4, 5, 6].map((heading) => ahead([5, 5], heading)));
    expect(placed([2, -1], { bow: [0, 0], heading: 4 })).toEqual([-2, 1]);
  });
});

describe('the wind', () => {
  it('comes from where it does not blow to', () => {
    expect(windFrom(4)).toBe(0);
    expect(windFrom(2)).toBe(240);
  });
});
