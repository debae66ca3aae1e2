import { expect, test } from 'vitest';
import type { TableEvent } from '../api/types';
import type { LogHint } from '../rulesets/contract';
import { actionKey, groupLog, news, spoken, throwsOf, turnBegan } from './log';

let number = 0;
const event = (kind: TableEvent['kind'], type: string, words = '', more: Partial<TableEvent> = {}): TableEvent => ({
  number: ++number, kind, type, event: { type }, words, account: [], at: '', ...more,
});
const hint = (told: { type: string; words: string }): LogHint => {
  if (told.type !== 'began') return { sign: 'gun', subjects: [], loud: told.type === 'fired' };
  const [turn, words] = told.words.split(': ');
  return { sign: null, subjects: [], loud: true, heading: { turn: Number(turn), words: words ?? '' } };
};

test('the log stands under its turns and steps, without the empty ones', () => {
  const groups = groupLog([
    event('match', 'started', 'The match begins.'),
    event('rules', 'began', '1: the Allies move'), event('rules', 'moved', 'Aigle sails 3 inches.'),
    event('rules', 'began', '1: the British fire'),
    event('rules', 'began', '1: the Allies fire'), event('rules', 'fired', 'Aigle fires.'), event('turn', 'turn', 'British to decide.'),
    event('rules', 'began', '2: the Allies move'),
  ], hint);
  expect(groups.map((group) => [group.turn, group.words, group.entries.length])).toEqual([
    [null, '', 1], [1, 'the Allies move', 1], [1, 'the Allies fire', 1], [2, 'the Allies move', 0],
  ]);
});

test('what is told several times on end is one line; what has dice to ask about is not', () => {
  const behind = event('rules', 'rolled', 'The Bourbons roll dice behind their screen.');
  const seen = event('rules', 'fired', 'Aigle fires.', { account: [{ why: 'hit', dice: '1d6', faces: [3] }] });
  const [group] = groupLog([behind, behind, behind, event('rules', 'moved', 'Aigle sails.'), behind, seen, seen], hint);
  expect(group?.entries.map((entry) => [entry.event.type, entry.times])).toEqual([['rolled', 3], ['moved', 1], ['rolled', 1], ['fired', 1], ['fired', 1]]);
});

test('a shorter log leaves out what is of less weight, and a battle stands by itself', () => {
  const told = [
    event('rules', 'began', '1: impulse 1'), event('rules', 'moved', 'Van goes to Hyères.', { tiding: { level: 'orders' } }), event('rules', 'rolled', 'Dice are rolled.'),
    event('rules', 'committed', 'The British are ready.', { tiding: { level: 'unsaid' } }),
    event('rules', 'battleoffered', 'They attack.', { tiding: { level: 'dispatch', chapter: 'Battle at Toulon', within: true } }),
    event('rules', 'battlewon', 'They win.', { tiding: { level: 'dispatch', great: 'won', within: true } }), event('rules', 'moved', 'Rear goes home.', { tiding: { level: 'orders' } }),
  ];
  const told_of = (level: 'dispatch' | 'orders' | 'all') => groupLog(told, hint, level).map((group) => [group.words, group.entries.length]);
  expect(told_of('all')).toEqual([['impulse 1', 2], ['Battle at Toulon', 2], ['impulse 1, after the battle', 1]]);
  expect(told_of('orders')).toEqual([['impulse 1', 1], ['Battle at Toulon', 2], ['impulse 1, after the battle', 1]]);
  expect(told_of('dispatch')[0]).toEqual(['Battle at Toulon', 2]);
});

test('what happened before the first heading stands under its turn', () => {
  const first = { number: 1 };
  const groups = groupLog([
    event('match', 'started', 'The match begins.', first), event('rules', 'moved', 'Aigle sails 3 inches.'),
    event('rules', 'began', '1: the British move'), event('rules', 'moved', 'Bellerophon sails 5 inches.'),
  ], hint);
  expect(groups.map((group) => [group.turn, group.words, group.entries.length])).toEqual([[null, '', 1], [1, '', 1], [1, 'the British move', 1]]);
});

test('dice are found in the accounts of events, newest last', () => {
  const told = event('rules', 'fired', 'Aigle fires.', {
    account: [{ why: 'hit', dice: '1d6', faces: [3] }, { why: 'factor', total: 5 }, { why: 'critical', dice: '2d6', faces: [1, 6] }],
  });
  expect(throwsOf([told]).map((one) => [one.why, one.faces])).toEqual([['hit', [3]], ['critical', [1, 6]]]);
  expect(throwsOf([told], 1).map((one) => one.why)).toEqual(['critical']);
});

test('results, talk and the step that stands are read out, and nothing twice', () => {
  const said = spoken([
    event('rules', 'moved', 'Aigle sails 3 inches.'), event('rules', 'fired', 'Aigle fires: 2 boxes.'),
    event('rules', 'began', '1: the British fire'), event('rules', 'began', '1: boarding'),
    event('turn', 'turn', 'British to decide.'),
    event('talk', 'said', '', { event: { player: 'Ann', text: 'Good hunting!' } }),
  ], hint);
  expect(said).toBe('Aigle fires: 2 boxes. Ann says: Good hunting! 1: boarding');
});

test('an order is the same order whatever way its fields are written', () => {
  expect(actionKey({ type: 'move', ship: 'aigle', distance: 200 })).toBe(actionKey({ distance: 200, ship: 'aigle', type: 'move' }));
  expect(actionKey({ type: 'move', distance: 200 })).not.toBe(actionKey({ type: 'move', distance: 201 }));
});

test('what was ordered ahead is told where it wakes its owner, and else among everything', () => {
  const events = [event('rules', 'began', '1: moves'), event('standing', 'given', 'Your standing orders: Van goes on.'), event('standing', 'woken', 'Your standing orders wake you.')];
  const told = (level: 'dispatch' | 'all'): readonly string[] => groupLog(events, hint, level).flatMap((group) => group.entries.map((entry) => entry.event.type));
  expect(told('dispatch')).toEqual(['woken']);
  expect(told('all')).toEqual(['given', 'woken']);
  expect(spoken(events.slice(1), hint)).toBe('Your standing orders wake you.');
});

test('great moments are news for the turn they fell in, and the newest three alone', () => {
  const great = (words: string): TableEvent => event('rules', 'sunk', words, { tiding: { great: 'sunk' } as NonNullable<TableEvent['tiding']> });
  const events = [event('rules', 'began', '4: battle'), great('Old'), event('rules', 'began', '5: moves'), great('A'), event('rules', 'moved', 'B'), great('C')];
  expect(news(events, turnBegan(events, hint)).map(({ words }) => words)).toEqual(['A', 'C']);
  expect(news([...events, great('D')]).map(({ words }) => words)).toEqual(['A', 'C', 'D']);
  expect(turnBegan(events.slice(0, 1).concat(event('rules', 'began', '4: council')), hint)).toBe(events[0]?.number);
});
