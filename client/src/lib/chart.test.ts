import { expect, test } from 'vitest';
import type { Chart } from '../api/types';
import { isCell, layout } from './chart';

const page = (axes: string[], cells: Chart['cells']): Chart => ({ name: 'A chart', source: 'a page', axes, across: [], cells });

test('two axes stand down and across, as printed', () => {
  const grid = layout(page(['range', 'die'], [
    { range: '0-5', die: 1, value: 'miss' }, { range: '0-5', die: 2, value: 1 },
    { range: '5-10', die: 1, value: 'miss' }, { range: '5-10', die: 2, value: -1 },
  ]));
  expect(grid.down).toEqual(['range']);
  expect(grid.heads).toEqual([[{ text: '1', span: 1 }, { text: '2', span: 1 }]]);
  expect(grid.rows.map((row) => row.cells.map((cell) => cell?.text))).toEqual([['miss', '1'], ['miss', '−1']]);
});

test('a third axis is a second line of headings over the columns it belongs to', () => {
  const grid = layout(page(['wind', 'type', 'nation'], [
    { wind: 'into', type: 'liner', nation: 'british', value: 0 }, { wind: 'into', type: 'liner', nation: 'allied', value: 0 },
    { wind: 'into', type: 'smaller', nation: 'any', value: 5 },
  ]));
  expect(grid.heads).toEqual([
    [{ text: 'liner', span: 2 }, { text: 'smaller', span: 1 }],
    [{ text: 'british', span: 1 }, { text: 'allied', span: 1 }, { text: 'any', span: 1 }],
  ]);
});

test('one die with one result each lies along a line', () => {
  const grid = layout(page(['die'], [1, 2, 3, 4, 5, 6].map((die) => ({ die, value: die > 3 ? 'held' : 'failure' }))));
  expect(grid.down).toEqual([]);
  expect(grid.rows).toHaveLength(1);
});

test('a chart that is wider than a page is turned', () => {
  const cells = [1, 2].flatMap((die) => Array.from({ length: 40 }, (_, strength) => ({ die, strength, value: strength * die })));
  expect(layout(page(['die', 'strength'], cells)).down).toEqual(['strength']);
});

test('values with several parts become columns', () => {
  const grid = layout(page(['difference'], [{ difference: 0, value: { loser: 1, hull: { H: 2 }, strikes: false } }]));
  expect(grid.heads[0]?.map((head) => head.text)).toEqual(['loser', 'hull: H', 'strikes']);
  expect(grid.rows[0]?.cells.map((cell) => cell?.text)).toEqual(['1', '2', '–']);
});

test('the cell of an account is found by its labels, numbers or not', () => {
  const grid = layout(page(['range', 'die'], [{ range: '0-5', die: 3, value: 2 }]));
  const key = grid.rows[0]?.cells[0]?.key ?? [];
  expect(isCell(key, ['0-5', 3])).toBe(true);
  expect(isCell(key, ['0-5', 4])).toBe(false);
});

test('what runs across is what the page has across', () => {
  const cells = [{ guns: 1, range: 'near', value: 2 }, { guns: 1, range: 'far', value: 1 }, { guns: 2, range: 'near', value: 3 }, { guns: 2, range: 'far', value: 0 }];
  const grid = layout({ ...page(['guns', 'range'], cells), across: ['guns'] });
  expect([grid.down, grid.across]).toEqual([['range'], ['guns']]);
  expect(grid.rows.map((row) => row.cells.map((cell) => cell?.text))).toEqual([['2', '3'], ['1', '0']]);
  expect(grid.rows[1]?.cells[0]?.key).toEqual(['1', 'far']);
});
