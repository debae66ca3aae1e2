// The sea chart: where things lie.
import { describe as suite, expect, it } from 'vitest';
import { at, boxed, Chart, SCALE } from './chart';
import { ROOM } from './testing';

const chart = new Chart(ROOM);

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

suite('ways and lands', () => {
  it('tell apart what is attested and what was filled in', () => {
    expect(chart.lane('toulon', 'space_12')?.attested).toBe(true);
    expect(chart.lane('space_12', 'space_13')?.attested).toBe(false);
  });

  it('are smooth lines that close', () => {
    expect(chart.lands[0]?.path).toMatch(/^M0 0C.*Z$/);
  });
});
