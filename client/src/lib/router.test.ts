import { expect, test } from 'vitest';
import { link, parse } from './router.svelte';

test('the first part of an address is the page, the rest its path', () => {
  const route = parse('#/match/q3Jk?seat=allied');
  expect(route.page).toBe('match');
  expect(route.path).toEqual(['q3Jk']);
  expect(route.query.get('seat')).toBe('allied');
});

test('an empty address is the first page', () => {
  for (const hash of ['', '#', '#/']) expect(parse(hash).page).toBe('home');
});

test('a link reads back as it was made, whatever is in it', () => {
  const made = link('charts', ['cold_waves', 'a/b ö%'], { find: 'hull & rake', none: null });
  const back = parse(made);
  expect(back.page).toBe('charts');
  expect(back.path).toEqual(['cold_waves', 'a/b ö%']);
  expect(back.query.get('find')).toBe('hull & rake');
  expect(back.query.has('none')).toBe(false);
});

test('a spoilt escape is shown as it stands and breaks nothing', () => {
  expect(parse('#/charts/%zz').path).toEqual(['%zz']);
});
