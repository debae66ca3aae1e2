import { describe, expect, it } from 'vitest';
import type { Changes, Chart } from '../../api/types';
import { printed } from '../../lib/chart';
import { changed, drop, leaves, listed, meant, put, was, wordsOn } from './changes';

const factors: Chart = {
  name: 'Base factors', source: 'document 1', axes: ['shot'], across: [],
  cells: [{ shot: 'first', value: 2 }, { shot: 'second', value: 2 }, { shot: 'none', value: null }, { shot: 'far', value: 'miss' }],
};
const results: Chart = {
  name: 'Results', source: 'document 1', axes: ['total', 'band'], across: ['band'],
  cells: [1, 2].flatMap((total) => ['near', 'far'].map((band) => ({ total, band, value: { dp: total, hit: { hull: 1, crew: band === 'near' } } }))),
};
const book = { factors, results };

describe('a change of a cell', () => {
  it('stands on the chart instead of what is printed, and the page says what was', () => {
    const changes = put({}, 'factors', factors, ['first'], [], 4);
    expect(changes).toEqual({ factors: { first: 4 } });
    const now = changed(factors, changes['factors']);
    expect(now.cells.map((cell) => cell['value'])).toEqual([4, 2, null, 'miss']);
    const [first, second] = printed(now).rows.map((row) => row.cells[0]!);
    expect([first!.text, was(factors, changes['factors'], first!)]).toEqual(['4', '2']);
    expect(was(factors, changes['factors'], second!)).toBeNull();
    expect(factors.cells[0]!['value']).toBe(2);
  });

  it('is none where it is what is printed', () => {
    const one = put(put({}, 'factors', factors, ['first'], [], 4), 'factors', factors, ['second'], [], 3);
    expect(put(one, 'factors', factors, ['first'], [], 2)).toEqual({ factors: { second: 3 } });
    expect(put(put({}, 'factors', factors, ['none'], [], 1), 'factors', factors, ['none'], [], '.')).toEqual({});
    expect(drop(one, 'factors', 'first')).toEqual({ factors: { second: 3 } });
    expect(drop(drop(one, 'factors', 'first'), 'factors', 'second')).toEqual({});
  });

  it('may be of one part, and leaves the others', () => {
    let changes: Changes = put({}, 'results', results, ['1', 'near'], ['hit', 'crew'], false);
    changes = put(changes, 'results', results, ['1', 'near'], ['dp'], 7);
    expect(changes).toEqual({ results: { '1 near': { hit: { crew: false }, dp: 7 } } });
    expect(changed(results, changes['results']).cells[0]!['value']).toEqual({ dp: 7, hit: { hull: 1, crew: false } });
    expect(put(changes, 'results', results, ['1', 'near'], ['hit', 'crew'], true)).toEqual({ results: { '1 near': { dp: 7 } } });
    const row = printed(changed(results, changes['results'])).rows[0]!;
    const marks = row.cells.map((cell) => was(results, changes['results'], cell!));
    expect(marks.filter((mark) => mark !== null)).toEqual(['1', 'yes']);
    expect(listed(changes, book).map((one) => [one.words, one.from, one.to])).toEqual([['1 near, hit, crew', 'yes', '–'], ['1 near, dp', '1', '7']]);
  });

  it('may be a blank', () => {
    const changes = put({}, 'factors', factors, ['first'], [], '.');
    expect(changed(factors, changes['factors']).cells[0]!['value']).toBeNull();
    expect(listed(changes, book)).toEqual([{ chart: 'factors', cell: 'first', words: 'first', from: '2', to: '·' }]);
  });
});

describe('what is typed', () => {
  it('is a number, a word or a blank', () => {
    expect([' 4 ', '−1', '2,5', 'miss', '.', '·', ''].map(meant)).toEqual([4, -1, 2.5, 'miss', '.', '.', '.']);
  });
  it('is offered from the words that stand there', () => {
    expect(wordsOn(factors, [])).toEqual(['miss']);
    expect(wordsOn(results, ['dp'])).toEqual([]);
  });
  it('goes to the parts of a value, and not into lists', () => {
    expect(leaves({ dp: 1, hit: { hull: 1 }, ships: ['a'] })).toEqual([['dp'], ['hit', 'hull']]);
    expect(leaves(null)).toEqual([[]]);
  });
});
