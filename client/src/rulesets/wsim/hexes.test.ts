import { describe, expect, it } from 'vitest';
import { aimedBy, ahead, apart, attitude, bears, centre, distance, field, hexAt, pose, raked, sternOf, turned, windFrom } from './hexes';
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
      expect(distance([2, 3], ahead([2, 3], heading, 4))).toBe(4);
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
    expect(apart(ship(), ship({ bow: [0, 3] }))).toBe(2);
  });
});

describe('a broadside', () => {
  const firer = ship({ bow: [0, 0], heading: 1 });

  it('bears in rows that grow by one hex, as wide as her two hexes and the next', () => {
    const { full, half } = field(firer, 'right', 4);
    expect(full.length + half.length).toBe(3 + 4 + 5 + 6);
    // Only the first and the last hex of the near rows are served by half of the guns.
    expect(field(firer, 'right', 1).full).toHaveLength(1);
    expect(field(firer, 'right', 1).half).toHaveLength(2);
  });

  it('has the range of its rows, and bears on neither bow nor stern', () => {
    for (const at of field(firer, 'left').full) {
      expect(bears(firer, 'left', at)?.row).toBe(Math.min(distance(firer.bow, at), distance(sternOf(firer.bow, 1), at)));
      expect(bears(firer, 'right', at)).toBeNull();
    }
    expect(bears(firer, 'left', [0, -3])).toBeNull();
    expect(bears(firer, 'right', [0, 4])).toBeNull();
  });

  it('finds the side that bears on a ship, wholly if any of her hexes allows', () => {
    expect(aimedBy(firer, ship({ bow: [2, -1], heading: 1 }))).toEqual({ side: 'right', part: 'full' });
    expect(aimedBy(firer, ship({ bow: [-2, 0], heading: 1 }))?.side).toBe('left');
    expect(aimedBy(firer, ship({ bow: [0, -4], heading: 1 }))).toBeNull();
  });

  it('rakes a ship that cannot reply', () => {
    const target = ship({ bow: [3, 0], heading: 3 });
    expect(raked(firer, target)).toBe('stern');
    expect(raked(ship({ bow: ahead(target.bow, 3, 2), heading: 1 }), target)).toBe('bow');
    expect(raked(firer, ship({ bow: [2, -1], heading: 1 }))).toBe('');
  });
});

describe('the wind', () => {
  it('gives every heading its attitude', () => {
    // It blows to the south (4): a ship that heads north is in irons.
    expect([1, 2, 3, 4, 5, 6].map((heading) => attitude(heading, 4)).join('')).toBe('DCABAC');
    expect(windFrom(4)).toBe(0);
    expect(windFrom(2)).toBe(240);
  });
});
