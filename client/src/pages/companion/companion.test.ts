import { describe, expect, it, vi } from 'vitest';
import { Problem } from '../../api/http';
import type { Field, Sheet, TableEvent } from '../../api/types';
import { apart, begin, blamed, faces, fraction, given, inputWords, markable, nextBox, resultWords, rollsIn, trackFor } from './form';
import { CompanionDesk } from './table.svelte';

const fields: Field[] = [
  { name: 'hull', kind: 'int', required: true, example: 6, low: 1, high: 12 },
  { name: 'range', kind: 'number', example: 4, none: true },
  { name: 'rate', kind: 'choice', required: true, choices: ['1st_rate', '2nd_rate'] },
  { name: 'rake', kind: 'choice', default: 'none', choices: ['none', 'stern'] },
  { name: 'locked', kind: 'bool', default: false },
  { name: 'turns', kind: 'int', none: true },
  { name: 'leader', kind: 'group', required: true, parts: [{ name: 'skill', kind: 'int', required: true, low: 2 }] },
  { name: 'guns', kind: 'int', many: true, least: 2, low: 1, required: true },
];
const sheet = (more: Partial<Sheet> = {}): Sheet => ({ id: 's1', version: 1, name: 'Aigle', side: 'allied', kind: '', tracks: [{ name: 'boxes', boxes: [6, 6, 5], marked: 1 }], markers: [], notes: '', facts: {}, ...more });

describe('a form', () => {
  it('begins with defaults and examples, and leaves out what may be left out', () => {
    expect(begin(fields)).toEqual({ hull: 6, range: 4, rate: '1st_rate', rake: 'none', locked: false, leader: { skill: 2 }, guns: [1, 1] });
    expect(given({ hull: 6, range: '', rate: 'x' })).toEqual({ hull: 6, rate: 'x' });
  });
  it('knows which field a sentence is about', () => {
    expect(blamed('rate=x: expected one of 1st_rate', fields)).toBe('rate');
    expect(blamed('hull: expected a number', fields)).toBe('hull');
    expect(blamed('hulls are wet', fields)).toBeNull();
  });
  it('reads dice from a line, or says why not', () => {
    expect(faces(' 3, 5 6')).toEqual([3, 5, 6]);
    expect(faces('3 x')).toMatch(/“x” is no face/);
    expect(faces('')).toMatch(/what fell/);
  });
  it('says inputs and results as a player would', () => {
    expect(inputWords({ hull: 6, rake: 'none', locked: true, rate: '3rd_rate' }, fields)).toBe('hull 6, locked, rate 3rd rate');
    expect(resultWords({ boxes: 2, struck: false })).toBe('2 boxes');
    expect(['boxes', 'guns', 'losses', 'lost', 'dp'].map((name) => resultWords({ [name]: 1 }))).toEqual(['1 box', '1 gun', '1 loss', '1 lost', '1 dp']);
    expect(resultWords({ boxes: 11 })).toBe('11 boxes');
    expect(fraction('5/6')).toBeCloseTo(5 / 6);
    expect(fraction('1')).toBe(1);
  });
});

it('tells results apart that read the same', () => {
  expect(apart([{ lost: 1, won: false }, { lost: 1, won: null }, { lost: 2, won: false }])).toEqual(['1 lost, not won', '1 lost, won by neither', '2 lost']);
});

describe('marking a result', () => {
  it('offers numbers and what came out true', () => {
    expect(markable({ lost: 2, enemy_lost: 0, won: null, struck: true })).toEqual({ numbers: [['lost', 2]], truths: ['struck'] });
    expect(markable(3)).toEqual({ numbers: [['result', 3]], truths: [] });
  });
  it('goes to the track of its name, or to the only one', () => {
    expect(trackFor(sheet(), 'boxes', false)).toBe('boxes');
    expect(trackFor(sheet(), 'lost', true)).toBe('boxes');
    expect(trackFor(sheet(), 'lost', false)).toBe('');
    expect(nextBox(sheet())).toBe(6);
  });
  it('finds rolls in a log, newest first', () => {
    const event = (number: number, kind: string): TableEvent => ({ number, kind, type: 'resolved', event: { procedure: 'foul', result: { fouled: true }, dice: [], inputs: {} }, words: '', account: [{ why: 'x' }], at: '' }) as unknown as TableEvent;
    expect(rollsIn([event(1, 'roll'), event(2, 'sheet'), event(3, 'roll')]).map((one) => [one.key, one.resolved.account.length])).toEqual([['3', 1], ['1', 1]]);
  });
});

describe('a shared table', () => {
  const calls = (put: (sheet: Sheet) => Promise<Sheet>) => ({
    readTable: () => Promise.resolve({ id: 't', title: 'trafalgar', name: 'Friday', link: '', last: 0, sheets: [sheet()], log: [] }),
    putSheet: (_: string, one: Sheet) => put(one),
    addSheet: (_: string, one: object) => Promise.resolve({ ...sheet(), ...one, id: 's9' }),
    removeSheet: () => Promise.resolve(),
    applyTo: () => Promise.resolve(sheet({ version: 2 })),
    eventsAt: () => '',
    eventsAfter: () => Promise.resolve({ last: 0, events: [] }),
  });
  const cross = (one: Sheet): Sheet => ({ ...one, tracks: one.tracks.map((track) => ({ ...track, marked: track.marked + 1 })) });
  const marked = (desk: CompanionDesk) => desk.sheets[0]?.tracks[0]?.marked;

  it('shows a tap at once and sends quick taps one after the other, each from the version before', async () => {
    const sent: Sheet[] = [];
    const desk = new CompanionDesk('t', calls((one) => (sent.push(one), Promise.resolve({ ...one, version: one.version + 1 }))));
    await desk.open(false);
    desk.change('s1', cross);
    desk.change('s1', cross);
    expect(marked(desk)).toBe(3);
    await vi.waitFor(() => expect(desk.sheets[0]?.version).toBe(3));
    expect(sent.map((one) => [one.version, one.tracks[0]?.marked])).toEqual([[1, 2], [2, 3]]);
  });

  it('shows both versions where somebody else was quicker, and puts mine over theirs only if asked', async () => {
    const theirs = sheet({ version: 5, notes: 'on fire' });
    const put = vi.fn((one: Sheet) => (one.version < 5 ? Promise.reject(new Problem('conflict', 409, 'Aigle was changed by somebody else meanwhile.', { current: theirs })) : Promise.resolve({ ...one, version: 6 })));
    const desk = new CompanionDesk('t', calls(put));
    await desk.open(false);
    desk.change('s1', cross);
    await vi.waitFor(() => expect(desk.conflict).not.toBeNull());
    expect(desk.conflict).toMatchObject({ mine: { tracks: [{ marked: 2 }] }, theirs: { notes: 'on fire' } });
    expect(desk.sheets[0]?.notes).toBe('on fire');
    await desk.settle('mine');
    await vi.waitFor(() => expect(desk.sheets[0]?.version).toBe(6));
    expect(marked(desk)).toBe(2);
  });

  it('hears of other phones, but keeps what this one is changing', async () => {
    let let_go: (one: Sheet) => void = () => undefined;
    const desk = new CompanionDesk('t', calls(() => new Promise((done) => (let_go = done))));
    await desk.open(false);
    const heard = (type: string, event: object, number: number) => desk.hear([{ number, kind: 'sheet', type, event, words: '', account: [], at: '' } as unknown as TableEvent]);
    heard('added', sheet({ id: 's2', name: 'Mars' }), 1);
    expect(desk.sheets.map((one) => one.name)).toEqual(['Aigle', 'Mars']);
    heard('changed', sheet({ id: 's2', name: 'Mars', version: 2, notes: 'x' }), 2);
    heard('changed', sheet({ id: 's2', name: 'Mars', version: 1, notes: 'old' }), 3);
    expect(desk.sheets[1]?.notes).toBe('x');
    desk.change('s1', cross);
    heard('changed', sheet({ version: 2, notes: 'theirs' }), 4);
    expect(marked(desk)).toBe(2);
    let_go(sheet({ version: 3 }));
    await vi.waitFor(() => expect(desk.sheets[0]?.version).toBe(3));
    heard('removed', { id: 's2' }, 5);
    expect(desk.sheets).toHaveLength(1);
  });
});
