import { expect, test } from 'vitest';
import { ago, battle, figures, list, percent, plain, signed, value } from './words';

test('a chance near an end does not claim to be certain', () => {
  expect(percent(0.004)).toBe('<1\u202f%');
  expect(percent(0.996)).toBe('>99\u202f%');
  expect(percent(1)).toBe('100\u202f%');
  expect(percent(0.615)).toBe('62\u202f%');
});

test('modifiers carry their sign', () => {
  expect([signed(2), signed(-1), signed(0)]).toEqual(['+2', '−1', '±0']);
});

test('results are read as words', () => {
  expect(value({ boxes: 2, struck: true, rake: null, sunk: false })).toBe('2 boxes, struck');
  expect(value('number_in_highest_uncrossed_box')).toBe('number in highest uncrossed box');
  expect(value({ lost: 2, winner: 'second' })).toBe('2 lost, winner: second');
  expect(value({})).toBe('nothing');
});

test('names from the data have no signs and no abbreviations', () => {
  expect(plain('a rig without way (option fore_and_aft)')).toBe('a rig without way (option fore and aft)');
  expect([plain('wsn'), plain('wsn_again')]).toEqual(['wind shift number', 'wind shift number again']);
  expect([plain('mpis_per_impulse'), plain('formation_has_ma_of_5'), plain('dps_over_two_thirds_dr')]).toEqual(['increments per impulse', 'formation has a movement allowance of 5', 'damage over two thirds of its rating']);
});

test('times are told from now', () => {
  const now = Date.parse('2026-01-31T18:00:00Z');
  expect(ago('2026-01-31T15:00:00Z', now)).toBe('3 hours ago');
  expect(ago('2026-02-02T18:00:00Z', now)).toBe('in 2 days');
  expect(ago('2026-01-31T17:59:40Z', now)).toBe('just now');
});

test('a list ends with and', () => {
  expect(list(['Mars', 'Orion', 'Ajax'])).toBe('Mars, Orion and Ajax');
  expect(list(['Mars'])).toBe('Mars');
});

test('one of a thing is not several', () => {
  expect([figures(1, 'die', 'dice'), figures(2, 'die', 'dice'), figures(1, 'pip'), figures(0, 'throw')]).toEqual(['1 die', '2 dice', '1 pip', '0 throws']);
});

test('a match says that its sides were evened', () => {
  expect(battle({ words: 'Rosas Bay', settings: {} })).toBe('Rosas Bay');
  expect(battle({ words: 'Rosas Bay', settings: { handicap: false, head_start: 0 } })).toBe('Rosas Bay');
  expect(battle({ words: 'Rosas Bay', settings: { handicap: 'yes', head_start: -12 } })).toBe('Rosas Bay, with its handicap, with a head start');
});
