import { describe, expect, it } from 'vitest';
import { seated } from './seated';

const BOTS = ['captain', 'midshipman'];

describe('who sits where', () => {
  it('gives the player the first side and a bot the rest', () => {
    expect(seated({}, ['british', 'french'], BOTS)).toEqual({ british: 'me', french: 'bot:captain' });
    expect(seated({}, ['british', 'french'], ['admiral', ...BOTS])).toEqual({ british: 'me', french: 'bot:captain' });
    expect(seated({}, ['british', 'french'], [])).toEqual({ british: 'me', french: 'open' });
  });

  it('seats nobody twice when the next battle names its sides in another order', () => {
    const duel = seated({}, ['british', 'french'], BOTS);
    expect(seated(duel, ['american', 'british'], BOTS)).toEqual({ american: 'bot:captain', british: 'me' });
  });

  it('keeps what was chosen, also for a side that takes the place of another', () => {
    expect(seated({ british: 'invite', french: 'me' }, ['american', 'british'], BOTS)).toEqual({ american: 'me', british: 'invite' });
    expect(seated({ british: 'me', allied: 'open' }, ['blue', 'red'], BOTS)).toEqual({ blue: 'me', red: 'open' });
  });

  it('asks no bot that does not play the title', () => {
    expect(seated({ british: 'me', french: 'bot:captain' }, ['blue', 'red'], ['midshipman'])).toEqual({ blue: 'me', red: 'bot:midshipman' });
  });
});
