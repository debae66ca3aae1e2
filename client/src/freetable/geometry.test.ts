import { describe, expect, it } from 'vitest';
import { ahead, along, around, bearing, degrees, inches, nearest, point, relative, track, trackLength, turn, wedge } from './geometry';

describe('headings', () => {
  it('go clockwise from north with y downwards', () => {
    expect(ahead({ x: 0, y: 0 }, 90, 10).x).toBeCloseTo(10);
    expect(ahead({ x: 0, y: 0 }, 0, 10).y).toBeCloseTo(-10);
    expect(bearing({ x: 0, y: 0 }, { x: -5, y: 0 })).toBeCloseTo(270);
  });

  it('turn the short way, starboard positive', () => {
    expect(turn(350, 10)).toBe(20);
    expect(turn(10, 350)).toBe(-20);
    expect(turn(0, 180)).toBe(180);
  });

  it('are said by point and by three figures', () => {
    expect(point(292)).toBe('WNW');
    expect(point(350)).toBe('N');
    expect(degrees(7)).toBe('007');
    expect(degrees(359.7)).toBe('000');
  });

  it('place another ship as she is seen from the deck', () => {
    const here = { x: 0, y: 0, heading: 90 };
    expect(relative(here, { x: 100, y: 0 })).toBe('right ahead');
    expect(relative(here, { x: 0, y: -100 })).toBe('on the port beam');
    expect(relative(here, { x: -100, y: 60 })).toBe('on the starboard quarter');
  });
});

describe('the nearest points of two boxes', () => {
  it('are on the sides that face', () => {
    const one = { x: 0, y: 0, heading: 0, length: 180, width: 45 };
    const two = { x: 200, y: 20, heading: 0, length: 180, width: 45 };
    expect(nearest(one, two).gap).toBeCloseTo(155);
  });

  it('measure a crossing ship from her corner', () => {
    const one = { x: 0, y: 0, heading: 90, length: 100, width: 40 };
    const two = { x: 0, y: -200, heading: 0, length: 100, width: 40 };
    const { gap, to } = nearest(one, two);
    expect(gap).toBeCloseTo(130);
    expect(to.y).toBeCloseTo(-150);
  });
});

describe('a track', () => {
  it('turns first and then goes straight', () => {
    const way = track({ x: 0, y: 0, heading: 0 }, { x: 300, y: 0, heading: 90 });
    expect(way[1]).toMatchObject({ x: 0, y: 0, heading: 90 });
    expect(along(way, 1)).toMatchObject({ x: 300, heading: 90 });
  });

  it('turns at the corner of the line where courses cross ahead', () => {
    const way = track({ x: 0, y: 300, heading: 0 }, { x: 200, y: 0, heading: 90 });
    expect(way).toHaveLength(4);
    expect(way[1]?.x).toBeCloseTo(0);
    expect(way[1]?.y).toBeCloseTo(0);
  });

  it('is followed at an even pace', () => {
    const way = track({ x: 0, y: 0, heading: 90 }, { x: 100, y: 0, heading: 90 });
    expect(along(way, 0.25).x).toBeCloseTo(25);
    expect(trackLength(way)).toBeCloseTo(100);
  });
});

describe('shapes', () => {
  it('are closed paths of plain numbers', () => {
    expect(around(180, 45, 500)).toMatch(/^M[-\d. AHVZ]+$/);
    expect(wedge(90, 45, 100)).toMatch(/^M0 0L[-\d. AL]+Z$/);
  });

  it('inches drop trailing zeros', () => {
    expect(inches(250)).toBe('2.5');
    expect(inches(300)).toBe('3');
    expect(inches(855, 1)).toBe('8.6');
  });
});
