import { expect, it } from 'vitest';
import { bySide, figuresIn, sheetWords } from './ships';

const sheet = (name: string, side: string, marked: number) => ({ name, side, kind: '', tracks: [{ name: 'boxes', boxes: [6, 5], marked }], markers: [], notes: '' });

it('sheets stand by sides, in words', () => {
  const sheets = [sheet('Victory', 'british', 0), sheet('Aigle', 'allied', 1)];
  expect(bySide(sheets).map((group) => [group.side, group.sheets.length])).toEqual([['british', 1], ['allied', 1]]);
  expect(sheetWords(sheets[1]!)).toBe('1 of 2 boxes left');
});

it('boxes carry their figures, and squares none', () => {
  expect(figuresIn({ name: 'boxes', boxes: [6, 5, 1], marked: 0 })).toEqual(['6', '5', '1']);
  expect(figuresIn({ name: 'hull', boxes: [1, 1], marked: 1 })).toEqual(['', '']);
});
