import { describe, expect, it } from 'vitest';
import { inArc, shot } from './aiming.svelte';
import { ship, viewOf } from './testing';

const mars = ship({ id: 'mars', side: 'british', heading: 90, x: 2000, y: 2000 });
const at = (x: number, y: number) => ship({ x: 2000 + x, y: 2000 + y });
const { table } = viewOf([mars]);

describe('the arcs as drawn', () => {
  it('lie abeam, port to the north of a ship that sails east', () => {
    expect(inArc(table, mars, at(0, 800))).toBe('port');
    expect(inArc(table, mars, at(0, -800))).toBe('starboard');
    expect(inArc(table, mars, at(900, 100))).toBeNull();
  });

  it('end with the last ring', () => {
    expect(inArc(table, mars, at(0, 1900))).toBeNull();
  });

  it('are as wide as the table has them', () => {
    const narrow = viewOf([mars], { settings: { arc: 10 } }).table;
    const enemy = at(500, 800);
    expect(inArc(table, mars, enemy)).toBe('port');
    expect(inArc(narrow, mars, enemy)).toBeNull();
  });
});

describe('a question about a ship', () => {
  it('is asked of the broadside she is nearer to, in the arc or not', () => {
    expect(shot(table, mars, at(0, 800))).toEqual({ type: 'fire', ship: 'mars', port: 'aigle' });
    expect(shot(table, mars, at(3000, -50))).toEqual({ type: 'fire', ship: 'mars', starboard: 'aigle' });
  });
});
