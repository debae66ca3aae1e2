import { expect, test } from 'vitest';
import type { Line } from '../../api/types';
import { armament, commit, condition, decide, describe as told, label, lies } from './describe';
import { called, farWords, markers, marks, orderWords, points, sectorWords, tone, trial } from './fleet';
import { glance, headline, weigh } from './glance';
import { enemy, ship, viewOf } from './testing';
import { CALM, law, weighing } from '../testing';

const monitor = ship();
const virginia = enemy();
/** From Virginia to Monitor, as the server measures it. */
const near: Line = { to: 'monitor', range: 340, start: [0, 0], end: [0, 340], band: 'point blank', side: 'bow', bears: 'full' };

test('hull points are read in quarters', () => {
  expect([16, 15, 14, 13, 3, 0].map(points)).toEqual(['4', '3¾', '3½', '3¼', '¾', '0']);
  expect(condition(ship({ hull: 14 }))).toBe('hull 3½ of 4');
  expect(condition(ship({ fort: true }))).toBe('structure 4 of 4');
});

test('where an enemy lies: distance between the bases, band, bearing, and what bears', () => {
  const { table } = viewOf([monitor, virginia]);
  expect(lies(virginia, monitor, table, near)).toBe('3.4 inches off, point blank, bearing 180, right ahead, main guns ahead bear');
  const friend = { ...near, to: 'b', range: 1930, band: 'medium range', side: 'starboard' };
  expect(lies(monitor, ship({ id: 'b', x: 3000, y: 1000 }), table, friend)).toBe('19.3 inches off, medium range, bearing 090, on the starboard beam');
});

test('what bears on a ship is tried at her, and sectors are said in words', () => {
  expect(trial(virginia, near)).toEqual({ type: 'salvo', ship: 'virginia', shots: [[1, 'monitor']] });
  expect(trial(virginia, { ...near, side: 'starboard' })).toEqual({ type: 'salvo', ship: 'virginia', shots: [[4, 'monitor']] });
  expect(farWords(near)).toBe('3.4 in, point blank');
  expect(sectorWords(['port', 'bow'])).toBe('ahead and to port');
  expect(sectorWords(['bow', 'starboard', 'stern', 'port'])).toBe('all round');
});

test('a ship in whole sentences', () => {
  const hurt = ship({ hull: 9, fire: 2, flooding: 1, rudder: 'left', captain: 'gunner', marines: 1, traits: ['high_manoeuvrability'] });
  const seen = { ...CALM, ships: { monitor: { nearest: { ...near, to: 'virginia' } } } };
  const view = { ...viewOf([hurt, virginia], {}, { orders: [['half', 'full']] }), sea: seen };
  const said = told(view, 'union', 'monitor');
  for (const part of [
    'Monitor, Union, class 3, armour 4, 6 knots. Yours.', 'Heading 000, north. Hull 2¼ of 4.', '2 fires, flooding and rudder jammed to port.',
    'Orders face down: this turn half, next turn full.', 'Main guns all round, 2 dice, AP 2, slow to load.',
    'High manoeuvrability, captain: gunner and one party of marines.', 'Nearest enemy Virginia',
  ]) expect(said).toContain(part);
  expect(told(viewOf([ship({ traits: ['ram', 'wooden'], ram_lost: true })]), 'union', 'monitor')).toContain(' Wooden.');
  expect(told(viewOf([ship({ gone: 'sunk' })]), 'union', 'monitor')).toContain('Sunk.');
  expect(told(view, 'union', 'step')).toContain('the Union');
});

test('nothing of the orders of the other side is said of her', () => {
  const view = viewOf([monitor, virginia], {}, { orders: [['half', 'full']] });
  expect(label(view, 'union', virginia, monitor)).not.toMatch(/half|full/);
  expect(label(view, 'union', monitor, null)).toContain('orders face down: this turn half, next turn full');
  const theirs = { ...view, seat: 'confederate' as const, own: { orders: [], mines: [], asks: false } };
  expect(label(theirs, 'confederate', monitor, null)).not.toMatch(/half|full/);
});

test('face-down markers are read by their own side alone, shown ones by all', () => {
  const view = viewOf([monitor, virginia], {}, { orders: [['half', 'full'], ['slow', 'slow']] });
  expect(markers(view, monitor)).toEqual([
    { order: 'half', shown: false, position: 'now' },
    { order: 'full', shown: false, position: 'next' },
  ]);
  expect(markers(view, virginia).map(({ order }) => order)).toEqual([null]);
  const acting = viewOf([ship({ order: 'half' }), enemy({ order: 'full', activated: true })], { phase: { type: 'activating', side: 'union', ship: -1, stage: 'pick', fired: false, boarded: false } });
  expect(markers(acting, acting.table.ships[1]!)).toEqual([
    { order: 'full', shown: true, position: 'now' },
    { order: null, shown: false, position: 'next' },
  ]);
  expect(markers(view, ship({ fort: true }))).toEqual([]);
  expect(orderWords(['', 'stop'])).toBe('next turn stop');
});

test('what is wrong with her', () => {
  expect(marks(ship({ heavy_list: true, engine_room: 2, grounded: true, batteries: [{ kind: 'main', dice: 1, ap: 1, sectors: ['bow'], lost: true }] }))).toEqual([
    'heavy list', 'engines out', 'aground', 'a battery lost',
  ]);
  expect(armament(ship({ batteries: [], tubes: [{ sectors: ['bow'] }, { sectors: ['port'], spent: true }] }))).toBe('One torpedo tube ahead.');
});

test('names that two ships share, and the colours of a table', () => {
  const { table } = viewOf([monitor, enemy({ name: 'Monitor' })]);
  expect(table.ships.map((one) => called(table, one))).toEqual(['Monitor (Union)', 'Monitor (Confederate)']);
  expect([tone(table, 'confederate'), tone(table, 'union')]).toEqual([1, 2]);
});

test('what is to be decided, by phase', () => {
  const view = viewOf([monitor, virginia]);
  const subject = (id: string) => ({ id, words: '' });
  expect(decide(view, 'union', ['union'], [subject('monitor'), subject('step')])).toBe('One ship has no order yet.');
  expect(decide(view, 'union', ['confederate'], [])).toBe('The Confederates are placing their orders.');
  const phase = (over: object) => ({ ...view, table: { ...view.table, phase: over as never } });
  expect(decide(phase({ type: 'choosing', side: 'union', thrown: [] }), 'union', ['union'], [])).toContain('who activates first');
  const picking = phase({ type: 'activating', side: 'union', ship: 0, stage: 'pick' });
  expect(decide(picking, 'union', ['union'], [subject('monitor')])).toBe('Activate the ship that is left.');
  expect(decide(picking, 'union', ['union'], [subject('monitor'), subject('other')])).toBe('Activate one of 2 ships.');
  expect(decide(phase({ type: 'activating', side: 'union', ship: 0, stage: 'move' }), 'union', ['union'], [])).toBe('Monitor moves: say how far she runs and where she turns.');
  expect(decide(phase({ type: 'rethrowing', side: 'union', ship: 0, target: 1, ours: 2, theirs: 0, fired: false }), 'union', ['union'], [])).toBe('The die on deck is 2: throw it again?');
  expect(decide(phase({ type: 'destroying', side: 'union', ship: 0, boarded: false }), 'union', ['union'], [])).toBe('A gun of the fort is destroyed: which?');
  expect(decide(phase({ type: 'countering', side: 'union', ship: 1, waiting: [0], shots: [] }), 'union', ['union'], [])).toBe('Virginia fires at Monitor: answer her?');
  expect(decide(phase({ type: 'over', winner: null, reason: 'time' }), 'union', [], [])).toBe('The battle is over: time.');
});

test('the step is closed by being ready, once', () => {
  expect(commit(viewOf([monitor, virginia]), 'union')?.action).toEqual({ type: 'ready' });
  expect(commit(viewOf([monitor, virginia], { phase: { type: 'commanding', ready: ['union'] } }), 'union')).toBeNull();
});

test('a glance, and the top bar', () => {
  const view = viewOf([ship({ hull: 13, order: 'half' }), virginia], {}, { orders: [['half', 'full']] });
  expect(glance(view, 'monitor')).toMatchObject({ tracks: [{ name: 'hull', left: 3.25, all: 4 }], marks: ['order half', 'next full'], done: true });
  expect(glance(view, 'step')).toBeNull();
  expect(glance(viewOf([monitor], { phase: { type: 'choosing', side: 'union', thrown: [] } }), 'step')).not.toBeNull();
  expect(headline(view)).toMatchObject({ step: 'orders are placed', wind: { words: 'W, moderate breeze' } });
});

type Chances = { readonly [part: string]: number };
const call = (procedure: string, words: string, means: Chances, parts: Chances, outcomes: readonly object[] = []) =>
  [procedure, words, law(Object.fromEntries(Object.entries(parts).map(([name, p]) => [name, [[false, 1 - p], [true, p]]])), means, outcomes as never)] as const;
const line = (...calls: ReturnType<typeof call>[]) => weigh(weighing(...calls));


test('odds of a salvo and its answer in one line', () => {
  expect(line(call('salvo', 'at Virginia', { hull: 0.42 }, { fires: 0.08, sunk: 0 }), call('salvo', 'if Virginia answers', { hull: 0.04 }, { sunk: 0.1 }))).toBe(
    'At Virginia: 0.4 hull on average, 8\u202f% fire · If Virginia answers: 0.04 hull on average, 10\u202f% to be lost',
  );
});

test('odds of torpedoes, rams and boarders', () => {
  expect(line(call('torpedo', 'tube 1 at Maya', { hull: 1.5 }, { hit: 0.33 }))).toBe('Tube 1 at Maya: 33\u202f% to hit, 1.5 hull');
  expect(line(call('ram', '', { target_loses: 2, rammer_loses: 0.5 }, { struck: 0.5 }))).toBe('50\u202f% to strike, 2 hull of hers, 0.5 of ours');
  expect(line(call('boarding', '', {}, {}, [{ value: { result: 'taken' }, p: 0.4 }, { value: { result: 'goes on' }, p: 0.6 }]))).toBe('40\u202f% to take her, 0\u202f% to be thrown back');
  expect(line()).toBeNull();
});
