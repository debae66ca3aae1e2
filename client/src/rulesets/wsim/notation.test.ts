import { describe, expect, it } from 'vitest';
import { added, ends, following, items, plots, pressed, sails, steered, tidied, toEnd, written } from './notation';
import { nudged } from './nudge';
import { plotChoices } from './testing';

describe('the language of the log', () => {
  it('is read item by item and written back', () => {
    expect(items('L1R2')).toEqual(['L', '1', 'R', '1', '1']);
    expect(items(' l1 r2')).toEqual(['L', '1', 'R', '1', '1']);
    expect(items('')).toEqual([]);
    expect(items('L1X')).toBeNull();
    for (const moves of ['L1R2', '3', '0', 'W', 'W3', 'BW', 'RW', '1BT2', 'L1AB', '(A)', 'a', 'D']) expect(written(items(moves) ?? [])).toBe(moves);
  });

  it('keeps the small a of a cut cable', () => {
    expect(tidied('lrtb')).toBe('LRTB');
    expect(tidied('a')).toBe('a');
  });

  it('knows what leads through the hexes', () => {
    expect(sails(items('L1R2') ?? [])).toBe(true);
    expect(['W', '0', 'A', 'BW'].some((moves) => sails(items(moves) ?? []))).toBe(false);
  });
});

describe('what may follow', () => {
  const listed = plots(plotChoices('java', '1', '2', 'L1', 'L1R1', 'R2', 'W', '0'));

  it('is what some legal plot goes on with', () => {
    expect([...following(listed, [])].sort()).toEqual(['0', '1', 'L', 'R', 'W']);
    expect([...following(listed, ['L'])]).toEqual(['1']);
    expect([...following(listed, ['L', '1'])]).toEqual(['R']);
    expect([...following(listed, ['R', '1', '1'])]).toEqual([]);
    expect([...following(listed, ['1', 'L'])]).toEqual([]);
  });

  it('gathers what the server says by hex and heading, the shortest way first', () => {
    const at = (moves: string, q: number, r: number, heading: number) => ({ moves, at: [q, r, heading] as const });
    const found = ends([at('1', 0, -1, 1), at('R1L1', 1, -2, 1), at('R2', 2, -2, 2), at('1R1', 1, -2, 2), at('L1R1', 0, -1, 1)]);
    expect(found.map(({ bow }) => bow.join())).toEqual(['0,-1', '1,-2', '2,-2']);
    expect(found[0]?.headings).toEqual([{ heading: 1, plots: ['1', 'L1R1'] }]);
    expect(found[1]?.headings.map(({ heading }) => heading)).toEqual([1, 2]);
  });

  it('takes the next way to the same place with the next click', () => {
    const same = ['R1', 'R1L', 'L'];
    expect(toEnd(same, null)).toBe('R1');
    expect(toEnd(same, 'R1')).toBe('R1L');
    expect(toEnd(same, 'L')).toBe('R1');
    expect(toEnd([], null)).toBeNull();
  });
});

describe('keys', () => {
  const type = (keys: string): string => written([...keys].reduce<readonly string[]>((now, key) => pressed(now, key) ?? now, []));

  it('write the plot', () => {
    expect(type('l1r2')).toBe('L1R2');
    expect(type('12')).toBe('3');
    expect(type('w3')).toBe('W3');
    expect(type('1Ab')).toBe('1AB');
    expect(type('bw')).toBe('BW');
    expect(pressed(['L', '1'], 'Backspace')).toEqual(['L']);
    expect(['c', 'n', 'u', 'Enter', 'ArrowUp', 'Tab'].map((key) => pressed([], key))).toEqual([null, null, null, null, null, null]);
  });

  it('let signs that stand alone stand alone', () => {
    expect(added(['L', '1'], '0')).toEqual(['0']);
    expect(added(['W'], 'L')).toEqual(['L']);
  });

  it('steer with the arrows, and go through lists in other steps', () => {
    expect(steered(['L'], 'up')).toEqual(['L', '1']);
    const choices = plotChoices('java', 'L1', '1');
    expect(nudged(choices, null, 'left')?.action).toEqual({ type: 'plot', ship: 'java', moves: 'L' });
    expect(nudged(choices, { action: { type: 'plot', ship: 'java', moves: 'L' }, next: null }, 'up')?.action['moves']).toBe('L1');
    const fires = { ...choices, actions: ['hull', 'rigging'].map((aim) => ({ action: { type: 'fire', ship: 'java', broadside: 'left', target: 'x', aim }, words: '' })) };
    const first = nudged(fires, null, 'down');
    expect(first?.action['aim']).toBe('hull');
    expect(nudged(fires, first, 'down')?.action['aim']).toBe('rigging');
  });
});
