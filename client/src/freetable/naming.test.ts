import { describe, expect, it } from 'vitest';
import { extentOf, legible, lettered, type Named } from './naming';

const nobody = { selected: null, hovered: null, ready: new Set<string>() };
const LETTERING = { height: 20, hull: 200, beside: [5, 10], above: 27 } as const;
const ship = (id: string, x: number, y: number, more: Partial<Named> = {}): Named => ({
  id, side: 1, at: { x, y }, half: extentOf(0, 200, 50), name: id, flagship: false, worth: 1, bar: 40, out: false, touch: 75, ...more,
});

describe('names beside ships', () => {
  it('stand to the side of a hull that points up or down, and below one that lies across', () => {
    expect(legible([ship('mars', 0, 0)], 0.3, nobody, LETTERING).get('mars')).toBe('right');
    expect(legible([ship('mars', 0, 0, { half: extentOf(90, 200, 50) })], 0.3, nobody, LETTERING).get('mars')).toBe('below');
  });

  it('leave room to those that count more', () => {
    const crowd = Array.from({ length: 30 }, (_, i) => ship(`s${i}`, (i % 6) * 120, Math.floor(i / 6) * 120, { worth: i === 17 ? 9 : 1 }));
    const shown = legible(crowd, 0.2, nobody, LETTERING);
    expect(shown.has('s17')).toBe(true);
    expect(shown.size).toBeLessThan(crowd.length);
  });

  it('are asked for, of a flagship, or not shown from far away', () => {
    const fleet = [ship('mars', 0, 0), ship('argo', 9000, 0, { flagship: true }), ship('orion', 0, 9000), ship('vega', 9000, 9000)];
    const far = { selected: 'orion', hovered: 'vega', ready: new Set(['mars']) };
    expect([...legible(fleet, 0.02, far, LETTERING).keys()].sort()).toEqual(['argo', 'orion', 'vega']);
  });

  it('keep off a hull whose own name is not shown', () => {
    const beside = ship('pluton', 900, 0);
    expect(legible([ship('mars', 0, 0), beside], 0.05, { ...nobody, selected: 'mars' }, LETTERING).get('mars')).not.toBe('right');
  });

  it('are cut when they are long', () => {
    expect(lettered('San Francisco de Asís (Spanish)')).toBe('San Francisco de Asís…');
    expect(lettered('Monitor')).toBe('Monitor');
  });
});
