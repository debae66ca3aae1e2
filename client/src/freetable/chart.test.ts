import { describe, expect, it } from 'vitest';
import { chance, contour, depths, graduations, patches, rhumbs, soundings } from './chart';

describe('the printed chart', () => {
  it('is the same for the same table, and another for another', () => {
    const [a, b] = [chance('duel'), chance('duel')];
    expect([a(), a(), a()]).toEqual([b(), b(), b()]);
    expect(chance('duel')()).not.toBe(chance('Trafalgar')());
  });

  it('has soundings inside the table that agree with its depths', () => {
    const field = depths(4800, 3600, 'duel');
    const all = soundings(field, 4800, 3600, 'duel');
    expect(all.length).toBeGreaterThan(20);
    for (const { x, y, fathoms } of all) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(4800);
      expect(y).toBeLessThan(3600);
      expect(fathoms).toBeGreaterThanOrEqual(4);
    }
  });

  it('draws a contour only where the depth is found', () => {
    const field = depths(4800, 3600, 'duel');
    expect(contour(field, 30)).toMatch(/^M/);
    expect(contour(field, 900)).toBe('');
  });

  it('sorts strokes by where they begin, and loses none', () => {
    expect(patches('M10 10L20 20M1700 10q1 1 2 2M30 40L50 60', 1600)).toEqual(['M10 10L20 20M30 40L50 60', 'M1700 10q1 1 2 2']);
    expect(patches('')).toEqual([]);
  });

  it('ends rhumb lines at the edge', () => {
    const ends = [...rhumbs({ x: 100, y: 100 }, 400, 300, 8).matchAll(/L(-?\d+) (-?\d+)/g)];
    expect(ends).toHaveLength(8);
    for (const [, x, y] of ends) expect([0, 400].includes(Number(x)) || [0, 300].includes(Number(y))).toBe(true);
    expect(graduations(400, 300, 100, 10)).toContain('Z');
  });
});
