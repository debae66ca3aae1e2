import { describe, expect, it } from 'vitest';
import type { Json } from '../api/types';
import { litBy, matches, printed, ranges, textsOf, wordsOf } from './chart';

const chart = (axes: readonly string[], cells: readonly (readonly Json[])[], more: object = {}) => ({
  name: 'A chart',
  source: 'document 1',
  axes,
  across: axes.slice(1),
  cells: cells.map((cell) => ({ ...Object.fromEntries(axes.map((axis, n) => [axis, cell[n] ?? null])), value: cell[axes.length] ?? null })),
  ...more,
});
const texts = (page: ReturnType<typeof printed>) => page.rows.map((row) => [...row.labels.map((label) => label.text), ...row.cells.map((cell) => cell?.text ?? null)]);

describe('a printed page', () => {
  it('joins whole numbers that read alike', () => {
    const page = printed(chart(['die'], [1, 2, 3, 4, 5, 6].map((die) => [die, die <= 2]), { roll: '1d6 on die' }));
    expect(texts(page)).toEqual([['1–2', 'yes'], ['3–6', 'no']]);
    expect(litBy(page.rows[1]!.cells[0]!, [[5]])).toBe(true);
    expect(litBy(page.rows[0]!.cells[0]!, [[5]])).toBe(false);
  });

  it('puts the last axis across, and marks what was reconstructed', () => {
    const made = chart(['guns', 'range'], [[1, 1, 2], [1, 2, 1], [2, 1, 3], [2, 2, null]]);
    const doubtful = { ...made, cells: made.cells.map((cell, n) => (n === 1 ? { ...cell, reconstructed: true } : cell)) };
    const page = printed(doubtful);
    expect(page).toMatchObject({ down: ['guns'], across: ['range'], doubtful: true });
    expect(texts(page)).toEqual([['1', '2', '1'], ['2', '3', '·']]);
    expect(page.rows[0]!.cells.map((cell) => cell?.doubtful)).toEqual([false, true]);
  });

  it('has across what the page has across', () => {
    const cells = [[1, 'near', 2], [1, 'far', 1], [2, 'near', 3], [2, 'far', 0]] as const;
    const page = printed(chart(['guns', 'range'], cells, { across: ['guns'] }));
    expect(page).toMatchObject({ down: ['range'], across: ['guns'] });
    expect(texts(page)).toEqual([['near', '2', '3'], ['far', '1', '0']]);
    expect(page.rows[1]!.cells[0]!.keys).toEqual([['1', 'far']]);
    expect(printed(chart(['guns', 'range'], cells, { across: [] }))).toMatchObject({ down: ['guns', 'range'], across: [] });
  });

  it('gives each part of a value its column', () => {
    const page = printed(chart(['total'], [['1-4', { hull: { H: 1, C: 0 }, critical: null }], ['5+', { hull: { H: 2, C: 1 }, critical: 3 }]]));
    expect(page.heads).toEqual([[{ text: 'hull: H', span: 1 }, { text: 'hull: C', span: 1 }, { text: 'critical', span: 1 }]]);
    expect(texts(page)).toEqual([['1-4', '1', '0', '·'], ['5+', '2', '1', '3']]);
  });

  it('lists the dice inside the cells where a page has three axes', () => {
    const cells = ['bora', 'etesian'].flatMap((wind) => ['spring', 'summer'].flatMap((season) => [0, 1, 2, 3].map((die) => [wind, season, die, die < 2 ? 8 : season === 'spring' ? 9 : 'none'])));
    const page = printed(chart(['wind', 'season', 'die'], cells, { roll: '1d10 on die' }));
    expect(page.heads[0]).toEqual([{ text: 'spring', span: 2 }, { text: 'summer', span: 2 }]);
    expect(page.heads[1]?.map((head) => head.text)).toEqual(['8', '9', '8', 'none']);
    expect(texts(page)[0]).toEqual(['bora', '0–1', '2–3', '0–1', '2–3']);
    expect(litBy(page.rows[0]!.cells[1]!, [['bora', 'spring', 3]])).toBe(true);
  });

  it('writes ranges', () => {
    expect(ranges(['0', '1', '2', '5', '7', '8'])).toBe('0–2, 5, 7–8');
    expect(ranges([])).toBe('');
  });
});

describe('finding', () => {
  it('looks at names first, then at everything printed', () => {
    const found = textsOf('fire_base', chart(['guns'], [['a_few', 'no_effect']], { name: 'Fire Base', note: 'Read from the log.' }));
    expect(matches(found, wordsOf('fire base'))).toBe(2);
    expect(matches(found, wordsOf('fire_base'))).toBe(2);
    expect(matches(found, wordsOf('no effect'))).toBe(1);
    expect(matches(found, wordsOf('fire effect'))).toBe(1);
    expect(matches(found, wordsOf('torpedo'))).toBe(0);
  });
});
