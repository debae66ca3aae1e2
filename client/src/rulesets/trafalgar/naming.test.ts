import { describe, expect, it } from 'vitest';
import full from './fixtures/trafalgar.json';
import { afloat } from './fleet';
import { legible, lettered } from './naming';
import type { View } from './types';

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

  it('always show the chosen ship', () => {
    expect(legible(view.table, afloat(view), 0.04, { ...nobody, selected: 'ajax' }).has('ajax')).toBe(true);
  });

  it('are cut when they are long', () => {
    expect(lettered('San Francisco de Asís (Spanish)')).toBe('San Francisco de Asís…');
  });
});
