import { describe, expect, it } from 'vitest';
import type { Json } from '../../api/types';
import { bySide, sheetsOf, sheetWords } from './ships';

const view: Json = {
  table: {
    ships: [
      { id: 'victory', name: 'Victory', side: 'british', nation: 'british', rate: '1st_rate', guns: 100, sheet: [8, 8, 7], x: 1, y: 2, flag: true },
      { id: 'aigle', name: 'Aigle', side: 'allied', nation: 'french', rate: '3rd_rate', guns: 74, sheet: [6, 5], crossed: 1 },
      { id: 3 },
    ],
  },
};

describe('ships of a view', () => {
  it('become sheets as the server lays them out', () => {
    expect(sheetsOf(view)).toEqual([
      { name: 'Victory', side: 'british', kind: 'British 1st rate, 100 guns', tracks: [{ name: 'boxes', boxes: [8, 8, 7], marked: 0 }], markers: ['flagship'], notes: '' },
      { name: 'Aigle', side: 'allied', kind: 'French 3rd rate, 74 guns', tracks: [{ name: 'boxes', boxes: [6, 5], marked: 1 }], markers: [], notes: '' },
    ]);
  });
  it('are none where a view has none', () => {
    for (const other of [null, 3, {}, { table: {} }, { ships: 3 }] as Json[]) expect(sheetsOf(other)).toEqual([]);
  });
  it('stand by sides, in words', () => {
    const sheets = sheetsOf(view);
    expect(bySide(sheets).map((group) => [group.side, group.sheets.length])).toEqual([['british', 1], ['allied', 1]]);
    expect(sheetWords(sheets[1]!)).toBe('1 of 2 boxes left');
  });
});
