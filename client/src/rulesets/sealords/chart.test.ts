// The sea chart: where things lie, which wind counts, and what a gale reaches.
import { describe as suite, expect, it } from 'vitest';
import { arrowOf, at, boxed, Chart, helpOf, SCALE } from './chart';
import { ROOM } from './testing';

const chart = new Chart(ROOM);
const lane = (a: string, b: string) => chart.lane(a, b)?.lane as NonNullable<ReturnType<Chart['lane']>>['lane'];

suite('a location', () => {
  it('is a place, a harbour, or a box of a sea zone', () => {
    expect(boxed('toulon/harbour')).toEqual({ place: 'toulon', box: 'harbour', other: '' });
    expect(boxed('lion/in/space_12')).toEqual({ place: 'lion', box: 'in', other: 'space_12' });
    expect(at('lion/out/mahon')).toBe('lion');
  });

  it('is drawn where its place is; a harbour on the land side of its port', () => {
    expect(chart.where('space_12')).toEqual({ x: 100 * SCALE, y: 120 * SCALE });
    expect(chart.where('toulon/harbour').y).toBeLessThan(70 * SCALE);
  });

  it('has the two boxes of a way beside each other, between the zone and the place', () => {
    const [into, out] = [chart.where('lion/in/space_12'), chart.where('lion/out/space_12')];
    expect(Math.hypot(into.x - out.x, into.y - out.y)).toBeGreaterThan(50);
    for (const box of [into, out]) {
      expect(box.y).toBeGreaterThan(120 * SCALE);
      expect(box.y).toBeLessThan(220 * SCALE);
    }
  });
});

suite('the wind on a lane', () => {
  it('is the prevailing one while none of those marked on it blows', () => {
    expect(arrowOf(lane('space_12', 'space_13'), [])).toEqual({ towards: 'space_13', wind: '' });
    expect(arrowOf(lane('narrows', 'space_12'), ['mistral'])).toEqual({ towards: 'space_12', wind: '' });
    expect(arrowOf(lane('toulon', 'space_12'), ['mistral'])).toBeNull();
  });

  it('is overridden by one that blows, and contrary ones cancel', () => {
    expect(arrowOf(lane('space_12', 'space_13'), ['mistral'])).toEqual({ towards: 'space_12', wind: 'mistral' });
    expect(arrowOf(lane('space_12', 'space_13'), ['mistral', 'marin'])).toBeNull();
  });

  it('helps into a sea zone or out of it', () => {
    const link = chart.link('lion', 'space_12')?.link;
    expect(link && helpOf(link, ['marin'])).toEqual({ way: 'out', wind: 'marin' });
    expect(link && helpOf(link, [])).toBeNull();
  });
});

suite('a gale', () => {
  const gale = (force: number, freak = false) => ({ wind: 'mistral', force, place: 'space_13', hurricane: false, lasts: false, freak });
  it('reaches as many steps as its force says', () => {
    expect(chart.reach(gale(8))).toEqual(['space_13']);
    expect([...chart.reach(gale(9))].sort()).toEqual(['coastal_a', 'space_12', 'space_13']);
    expect(chart.reach(gale(10))).toContain('toulon');
  });

  it('stays where it is when it came out of nothing', () => {
    expect(chart.reach(gale(9, true))).toEqual(['space_13']);
  });
});

suite('ways and lands', () => {
  it('tell apart what is attested and what was filled in', () => {
    expect(chart.lane('toulon', 'space_12')?.attested).toBe(true);
    expect(chart.lane('space_12', 'space_13')?.attested).toBe(false);
  });

  it('are smooth lines that close', () => {
    expect(chart.lands[0]?.path).toMatch(/^M0 0C.*Z$/);
  });
});
