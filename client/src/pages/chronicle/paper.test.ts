import { expect, test } from 'vitest';
import { absolute, paragraphs } from './paper';

const said = (words: string, within = false, battle = '') => ({ position: 1, words, great: '' as const, battle, within });

test('a battle stands by itself, under its name', () => {
  const pieces = paragraphs([said('a'), said('b', true, 'Battle at Toulon'), said('c', true), said('d'), said('e', true, 'Battle at Nice')]);
  expect(pieces.map((piece) => [piece.battle, piece.told.map((one) => one.words).join('')])).toEqual([['', 'a'], ['Battle at Toulon', 'bc'], ['', 'd'], ['Battle at Nice', 'e']]);
});

test('links of a page that is kept lead back to where it was kept', () => {
  expect(absolute('<a href="#/replay/q?at=3">x</a>', 'https://table.test/?2#/chronicle/q')).toBe('<a href="https://table.test/?2#/replay/q?at=3">x</a>');
});
