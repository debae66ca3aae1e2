import { describe, expect, it } from 'vitest';
import { aloft, masts, spars, trim } from './craft';

describe('sails', () => {
  it('are square before the wind', () => {
    expect(Math.abs(trim(90, 270, 45, false).brace)).toBeLessThan(1);
  });

  it('are braced so that the weather yardarm goes forward', () => {
    // Wind from starboard: the yard's starboard end swings towards the bow, which is anticlockwise.
    expect(trim(0, 70, 45, false).brace).toBeLessThan(-40);
    expect(trim(0, 290, 45, false).brace).toBeGreaterThan(40);
  });

  it('shake when she points into the wind, and are furled when she has struck', () => {
    expect(trim(292, 292, 45, false).set).toBe('flapping');
    expect(trim(90, 270, 45, true).set).toBe('furled');
  });

  it('are torn and fall as the rig is shot away, the mainmast last', () => {
    const set = trim(90, 270, 45, false);
    const after = (lost: number) => aloft(200, 75, masts(3, 200, 75), spars(3, lost), set);
    expect(after(0).torn).toBe('');
    expect(after(0.4).torn).not.toBe('');
    expect([after(1).sound, after(1).upper]).toEqual(['', '']);
    expect(spars(3, 0.8)).toEqual(['fallen', 'torn', 'fallen']);
    expect([1, 2, 3].map((count) => spars(count, 1).length)).toEqual([1, 2, 3]);
  });
});
