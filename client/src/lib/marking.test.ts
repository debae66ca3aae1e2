import { expect, test } from 'vitest';
import { closed, Lexicon } from './marking';

const word = (name: string, ...forms: string[]) => ({ word: name, forms: [name, ...forms], words: `${name}.`, topic: 'firing' });
const lexicon = new Lexicon([word('rake', 'raking'), word('prize'), word('leadership test'), word('leadership'), word('LR'), word('foul', 'fouled'), word('list')]);
const marked = (text: string, names: readonly string[] = [], seen?: Set<string>): string =>
  lexicon.mark(text, names, seen).map((piece) => (piece.word ? `[${piece.text}]` : piece.text)).join('');

test('words are marked whole, in all their forms, the longest first', () => {
  expect(marked('Mars fires, raking her stern: fouled after a leadership test.')).toBe('Mars fires, [raking] her stern: [fouled] after a [leadership test].');
  expect(marked('Three rakes and a listing shift')).toBe('Three rakes and a listing shift');
});

test('each is marked where it first stands, and not again in what belongs together', () => {
  expect(marked('A rake, and a rake')).toBe('A [rake], and a rake');
  const seen = new Set<string>();
  expect(marked('raking', [], seen)).toBe('[raking]');
  expect(marked('raking again', [], seen)).toBe('raking again');
});

test('a word may begin a sentence with a capital, and is none inside a name', () => {
  expect(marked('Prize of war')).toBe('[Prize] of war');
  expect(marked('Prize strikes.', ['Prize'])).toBe('Prize strikes.');
  expect(marked('The Prize lies here. Raking follows.')).toBe('The Prize lies here. [Raking] follows.');
});

test('what is written with capitals is meant so', () => {
  expect(marked('Admiral, LR 3')).toBe('Admiral, [LR] 3');
  expect(marked('an lr or Lr')).toBe('an lr or Lr');
});

test('a hyphen and an apostrophe are a part of a word, a possessive is not', () => {
  expect(marked("the half-rake and the prize's crew")).toBe("the half-rake and the [prize]'s crew");
});

test('without words a text stays whole', () => {
  expect(new Lexicon([]).mark('raking')).toEqual([{ text: 'raking', word: null }]);
  expect(lexicon.mark('')).toEqual([{ text: '', word: null }]);
});

test('a word holds the marks that close it, and nothing of the text is lost', () => {
  const pieces = closed(lexicon.mark('A rake, then a prize. List?'));
  expect(pieces.map(({ text, after }) => [text, after ?? null])).toEqual([['A ', null], ['rake', ','], [' then a ', null], ['prize', '.'], [' ', null], ['List', '?']]);
});
