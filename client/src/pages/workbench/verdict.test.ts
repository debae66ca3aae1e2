import { describe, expect, it } from 'vitest';
import type { Interval } from '../../api/types';
import { amount, difference, left, verdict } from './verdict';

const numbers = (name: string, share: boolean, base: Interval, step?: Interval) => ({
  name, words: name, share, values: { base, changed: step ? base : null }, differences: { changed: step ?? null },
});
const often: Interval = { value: 0.55, low: 0.34, high: 0.74 };

describe('what games say', () => {
  it('tells a change from chance', () => {
    const wins = numbers('won_british', true, often, { value: 0.06, low: -0.08, high: 0.2 });
    const lead = numbers('lead_british', false, { value: 3, low: 1, high: 5 }, { value: -1.5, low: -2, high: -1 });
    expect(verdict(wins, lead, 'The British')).toEqual([
      'The British win 6 points more often, which may be chance alone.',
      'Their lead is 1.5 points smaller, which is more than chance does.',
    ]);
  });
  it('says how fair a scenario is where nothing was changed', () => {
    expect(verdict(numbers('won_british', true, often), undefined, 'The British')).toEqual(['The British win 55\u202f% (34 to 74) of the games.']);
    expect(verdict(undefined, undefined, 'The British')).toEqual([]);
  });
  it('claims nothing of a single game', () => {
    const once = numbers('won_british', true, { value: 1, low: 0.2, high: 1 }, { value: 0, low: null, high: null });
    expect(verdict(once, undefined, 'The British')).toEqual(['The British win as often as before in a single pair of games.']);
    expect(difference({ value: 2, low: null, high: null }, false)).toBe('+2');
  });
  it('writes numbers with where they lie', () => {
    expect(amount({ value: 2.5, low: 2, high: 3 }, false)).toBe('2.5 (2 to 3)');
    expect(difference({ value: 0.06, low: -0.08, high: 0.2 }, true)).toBe('+6 points (−8 to +20)');
  });
  it('says how long it takes', () => {
    expect([null, 3, 42, 170, 7800].map(left)).toEqual(['beginning …', 'a moment left', 'about 45 seconds left', 'about 3 minutes left', 'about 2.2 hours left']);
  });
});
