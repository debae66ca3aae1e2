import { describe, expect, it } from 'vitest';
import { aloft, trim } from './rig';
import { damaged } from './testing';

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

  it('are torn and fall as boxes are crossed off', () => {
    const set = trim(90, 270, 45, false);
    expect(aloft(damaged(0), set).torn).toBe('');
    expect(aloft(damaged(4), set).torn).not.toBe('');
    const wreck = aloft(damaged(10), set);
    expect(wreck.sound).toBe('');
    expect(wreck.upper).toBe('');
  });
});
