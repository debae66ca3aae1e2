import { describe, expect, it } from 'vitest';
import { spread, type Label } from './labels';

const label = (id: string, x: number, y: number, rank = 0): Label => ({
  id, rank, width: 60, height: 20, body: { left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 }, places: ['right', 'left', 'below', 'above'],
});

describe('labels', () => {
  it('stand where they are liked best', () => {
    expect(spread([label('a', 0, 0)]).get('a')).toBe('right');
  });

  it('keep off other ships where another place is free', () => {
    const places = spread([label('a', 0, 0), label('b', 30, 0)]);
    expect(places.get('a')).toBe('left');
  });

  it('are left out rather than laid on a ship, unless they are asked for', () => {
    const about = [{ left: -200, right: 200, top: -30, bottom: -6 }, { left: -200, right: 200, top: 6, bottom: 30 }];
    const one = { ...label('a', 0, 0), places: ['below', 'above'] as const };
    expect(spread([one], about).size).toBe(0);
    expect(spread([{ ...one, must: true }], about).get('a')).toBe('below');
  });

  it('are left out rather than laid on one another, the lesser first', () => {
    const crowd = Array.from({ length: 12 }, (_, i) => label(`s${i}`, i * 3, 0, i));
    const places = spread(crowd);
    expect(places.has('s11')).toBe(true);
    expect(places.size).toBeLessThan(12);
  });
});
