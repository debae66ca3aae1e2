import { expect, it } from 'vitest';
import { keepCommits, keepHead, keepWords, keptOf, pending, settled } from './kept';

const shelf = () => {
  const kept = new Map<string, string>();
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) };
};

it('keeps heads once, and the first hash for good', () => {
  const store = shelf();
  keepHead('m1', 'aa', null, store);
  keepHead('m1', 'aa', 'h1', store);
  keepHead('m1', 'aa', 'h1', store);
  keepHead('m1', 'bb', 'h2', store);
  expect(keptOf('m1', null, store)).toEqual({ match: 'm1', seedHash: 'aa', heads: ['h1', 'h2'] });
  expect(keptOf(null, 'aa', store)?.match).toBe('m1');
  expect(keptOf(null, 'bb', store)).toBeNull();
});

it('does not grow for ever, and survives what is not its own', () => {
  const store = shelf();
  for (let n = 0; n < 100; n += 1) keepHead('m', 'aa', `h${n}`, store);
  const heads = keptOf('m', null, store)?.heads ?? [];
  expect(heads.length).toBeLessThanOrEqual(24);
  expect([heads[0], heads.at(-1)]).toEqual(['h0', 'h99']);
  store.setItem('weathergauge-heads', '{"x":1');
  expect(keptOf('m', null, store)).toBeNull();
  keepHead('m', 'cc', 'h', store);
  expect(keptOf('m', null, store)?.heads).toEqual(['h']);
});

it('keeps words until they are opened, however many matches come since, and after', () => {
  const store = shelf();
  keepHead('slow', 'aa', null, store);
  expect(keepWords('slow', 'bb', 'red', 'mine 01', store)).toBe('mine 01');
  expect(keepWords('slow', 'bb', 'red', 'drawn in another tab', store)).toBe('mine 01');
  for (let n = 0; n < 100; n += 1) keepHead(`m${n}`, `h${n}`, 'h', store);
  expect(pending(store)).toEqual(['slow']);
  keepCommits('slow', { red: 'c1', blue: 'c2' }, store);
  settled('slow', store);
  expect(pending(store)).toEqual([]);
  expect(keptOf('slow', null, store)).toEqual({ match: 'slow', seedHash: 'aa', heads: [], words: { red: 'mine 01' }, commits: { red: 'c1', blue: 'c2' }, pending: false });
});

it('remembers words while the page is open where nothing can be stored', () => {
  const full = { getItem: () => null, setItem: () => { throw new Error('no room'); } };
  keepWords('private', 'aa', 'red', 'mine', full);
  keepCommits('private', { red: 'c1' }, full);
  expect(keptOf('private', null, full)).toMatchObject({ words: { red: 'mine' }, commits: { red: 'c1' } });
});
