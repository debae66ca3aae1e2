import { expect, test } from 'vitest';
import type { Chart, Guide, Word } from '../../api/types';
import { entries, found, nearest, roman } from './search';

const guide: Guide = {
  title: 'toy',
  topics: [
    { id: 'firing', title: 'Firing', order: 1, when: 'step 3', body: [{ kind: 'text', spans: [{ text: 'Broadsides win.' }] }], charts: ['fire_results'], rulings: ['TR01'], example: null },
    { id: 'raking', title: 'Raking', order: 2, when: 'step 3', body: [{ kind: 'text', spans: [{ text: 'Along the ' }, { text: 'deck', look: 'strong' }] }], charts: [], rulings: [], example: null },
  ],
  rulings: [{ id: 'TR01', title: 'Which band', open: [{ text: 'Shared ends.' }], ruling: [{ text: 'The farther.' }], reason: [], setting: [] }],
};
const words: readonly Word[] = [{ word: 'rake', forms: ['rake', 'raked'], words: 'Fire along a ship.', topic: 'raking' }];
const charts = { fire_results: { name: 'Fire results', source: 'page 2', axes: ['die'], across: [], cells: [] } as unknown as Chart };
const all = entries(guide, words, charts);
const ids = (asked: string): string[] => found(all, asked).map((entry) => `${entry.kind} ${entry.id}`);

test('words, pages, charts and rulings are found by name, and by what stands in them', () => {
  expect(ids('rake')).toEqual(['word rake']);
  expect(ids('raked')).toEqual(['word rake']);
  expect(ids('fir')).toEqual(['topic firing', 'chart fire_results', 'word rake']);
  expect(ids('tr01')).toEqual(['ruling TR01']);
  expect(ids('farther')).toEqual(['ruling TR01']);
  expect(ids('along deck')).toEqual(['topic raking']);
  expect(ids('   ')).toEqual([]);
  expect(ids('nothing of the kind')).toEqual([]);
});

test('a chart and a ruling know the page that they are read on', () => {
  expect(all.find((one) => one.id === 'fire_results')?.topic).toBe('firing');
  expect(all.find((one) => one.id === 'TR01')?.topic).toBe('firing');
});

test('a page that is gone has a nearest one, or none', () => {
  expect(nearest('rakeing', guide.topics)?.id).toBe('raking');
  expect(nearest('zzz', guide.topics)).toBe(null);
});

test('chapters are counted as in a handbook', () => expect([1, 4, 9, 14, 18].map(roman)).toEqual(['I', 'IV', 'IX', 'XIV', 'XVIII']));
