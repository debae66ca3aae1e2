import { expect, it } from 'vitest';
import { sheets } from './sheets';
import { ship, viewOf } from './testing';

it('ships become sheets as the server lays them out', () => {
  const view = viewOf([
    ship({ id: 'victory', name: 'Victory', side: 'british', nation: 'british', rate: '1st_rate', guns: 100, sheet: [8, 8, 7], flag: true }),
    ship({ id: 'aigle', name: 'Aigle', side: 'allied', nation: 'french', rate: '3rd_rate', guns: 74, sheet: [6, 5], crossed: 1 }),
  ]);
  expect(sheets(view)).toEqual([
    { name: 'Victory', side: 'british', kind: 'British 1st rate, 100 guns', tracks: [{ name: 'boxes', boxes: [8, 8, 7], marked: 0 }], markers: ['flagship'], notes: '' },
    { name: 'Aigle', side: 'allied', kind: 'French 3rd rate, 74 guns', tracks: [{ name: 'boxes', boxes: [6, 5], marked: 1 }], markers: [], notes: '' },
  ]);
});
