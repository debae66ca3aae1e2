import { expect, test } from 'vitest';
import type { Action, Choices, Form, Json, TitleInfo } from '../api/types';
import { filled, nudged, numbersOf } from './forms';
import { plainBoard } from '.';
import { changes, marksOf, read, rowsOf, rowWords, tracksOf } from './reading';

const SIDES = { red: 'the Reds', blue: 'the Blues' };
const boat = (more: Json = {}): Json => ({ id: 'lark', name: 'Lark', side: 'red', hull: 3, hull_full: 4, anchored: false, crew: [2, 2], ...(more as object) });
const view = (more: Json = {}, table: Json = {}): Json => ({
  table: { turn: 2, phase: { type: 'rowing', side: 'blue', done: [] }, boats: [boat(more), { id: 'wren', side: 'blue', towed_by: 'lark' }], convoys: [{ id: 'c1', boats: [1, 0] }], ...(table as object) },
  seat: 'red',
  own: { plans: [{ boat: 0, to: 'off_shore' }] },
});

test('things are what has an id or a name, with whose they are; the rest are values', () => {
  const { parts, things } = read(view(), SIDES);
  expect(parts.map(({ name, lists }) => [name, lists.map((one) => one.name)])).toEqual([['The table', ['boats', 'convoys']], ['Yours alone', []]]);
  expect(Object.keys(parts[0]?.facts ?? {})).toEqual(['turn', 'phase']);
  expect([...things.values()].map(({ name, side }) => [name, side])).toEqual([['Lark', 'red'], ['Wren', 'blue'], ['C1', null]]);
});

test('ids, places in a list and seats are said by their names', () => {
  const reading = read(view(), SIDES);
  const said = (id: string): readonly string[] => rowsOf(reading.things.get(id)?.fields ?? {}).map(([label, row]) => `${label} ${rowWords(reading, row)}`);
  expect(said('wren')).toEqual(['towed by Lark']);
  expect(said('c1')).toEqual(['boats Wren, Lark']);
  expect(said('lark')).toEqual(['hull 3 of 4', 'crew 2, 2']);
  expect(reading.said(reading.parts[0]?.facts['phase'] ?? null)).toBe('rowing, side the Blues');
  expect(reading.said(reading.parts[1]?.facts['plans'] ?? null)).toBe('boat Lark, to off shore');
});

test('a view without a table or a secret is read all the same', () => {
  expect(read({ piles: [3, 4, 5] }, SIDES).parts).toEqual([{ name: 'The table', facts: { piles: [3, 4, 5] }, lists: [] }]);
  expect(read({ table: { hands: { red: { cards: 2 }, blue: { cards: 3 } } }, own: null, seat: null }, SIDES).parts[0]?.lists).toEqual([{ name: 'hands', ids: ['red', 'blue'] }]);
});

test('what is left of how much is a track, and what is simply so a mark', () => {
  expect(tracksOf({ hull: 3, hull_full: 4, guns: 9 })).toEqual([{ name: 'hull', left: 3, all: 4 }]);
  expect(marksOf({ on_fire: true, sunk: false })).toEqual(['on fire']);
});

test('changes are told thing by thing, in words', () => {
  const before = read(view(), SIDES);
  const now = read(view({ hull: 1, anchored: true }, { turn: 3, boats: [boat({ hull: 1, anchored: true }), { id: 'gull', side: 'blue' }] }), SIDES);
  expect(changes(before, now)).toEqual([
    { subject: null, name: 'The table', words: ['turn 2, now 3'] },
    { subject: 'lark', name: 'Lark', words: ['hull 3, now 1', 'anchored'] },
    { subject: 'gull', name: 'Gull', words: ['comes onto the table'] },
    { subject: 'c1', name: 'C1', words: [] },
    { subject: null, name: 'Wren', words: ['leaves the table'] },
  ].filter(({ words }) => words.length));
  expect(changes(now, now)).toEqual([]);
});

const ROW: Form = { action: 'row', fixed: { boat: 'lark' }, ranges: { far: { low: 2, high: 9, step: 1, unit: '' } }, words: 'Lark' };
const CHOICES: Choices = {
  decision: '0.0', subject: 'lark', forms: [ROW],
  actions: [{ action: { type: 'wait', boat: 'lark' }, words: 'Lark waits' }, { action: { type: 'row', boat: 'lark', far: 2 }, words: 'Lark rows 2' }],
};

test('a form is filled with numbers, and its orders are known again', () => {
  expect(filled(ROW, { far: 5 })).toEqual({ type: 'row', boat: 'lark', far: 5 });
  expect(numbersOf(ROW, { type: 'row', boat: 'lark', far: 5 })).toEqual({ far: 5 });
  for (const other of [{ type: 'row', boat: 'wren', far: 5 }, { type: 'row', boat: 'lark', far: 10 }, { type: 'wait', boat: 'lark' }, null]) expect(numbersOf(ROW, other as Action | null)).toBeNull();
});

test('arrow keys go through orders, and through the numbers of a form', () => {
  const plan = (far: number) => ({ action: { type: 'row', boat: 'lark', far }, next: null });
  expect(nudged(CHOICES, null, 'right', false)?.action.type).toBe('wait');
  expect(nudged(CHOICES, { action: { type: 'wait', boat: 'lark' }, next: null }, 'left', false)).toEqual(plan(2));
  expect(nudged(CHOICES, null, 'up', false)).toEqual(plan(2));
  expect(nudged(CHOICES, plan(2), 'up', false)).toEqual(plan(3));
  expect(nudged(CHOICES, plan(3), 'up', true)).toEqual(plan(9));
  expect(nudged({ ...CHOICES, forms: [] }, null, 'up', false)).toBeNull();
});

const TITLE = { name: 'rowing', title: 'Rowing Boats', ruleset: 'rowing', seats: ['red', 'blue'], sides: SIDES, liveries: {}, scenarios: [{ name: 'race', title: 'A race', words: '', seats: [] }] } as unknown as TitleInfo;

test('the board knows of a title what the server says of it', () => {
  const board = plainBoard(TITLE);
  expect(board.headline(view({}, { name: 'race', turns: 9 }))).toEqual({ scenario: 'A race', turn: 2, turns: 9, step: 'rowing', wind: null });
  expect(board.groups(view(), 'blue').map(({ side, subjects }) => [side, subjects])).toEqual([['blue', ['wren']], ['red', ['lark']]]);
  expect(board.glance(view(), 'lark')).toMatchObject({ name: 'Lark', side: 'red', tracks: [{ name: 'hull', left: 3, all: 4 }] });
  expect(board.glance(view(), 'step')).toBeNull();
  expect(board.describe(view(), 'red', 'wren')).toBe('Wren of the Blues: towed by Lark.');
  const subjects = [{ id: 'lark', words: 'Lark' }, { id: 'step', words: 'the whole side' }];
  expect(board.decide(view(), 'red', ['red', 'blue'], subjects)).toBe("Lark can be ordered. The Blues decide at the same time; neither sees the other's orders.");
  expect(board.decide(view(), 'red', ['blue'], [])).toBe('The Blues decide.');
  expect(board.subjectOf({ type: 'row', boat: 'lark', far: 2 })).toBe('lark');
  expect(board.hint({ kind: 'rules', type: 'began', event: { turn: 3 }, words: 'Turn 3: the Reds row.', account: [] }).heading).toEqual({ turn: 3, words: 'the Reds row' });
});
