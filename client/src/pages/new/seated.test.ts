import { describe, expect, it } from 'vitest';
import { asked, sat, seated, sitting } from './seated';

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

describe('how a bot is asked for', () => {
  const TEMPERS = ['cautious', 'bold'];

  it('has its temper before its rank, and slow before an admiral who takes his time', () => {
    expect(asked('captain')).toBe('captain');
    expect(asked('captain', { temper: 'bold' }, TEMPERS)).toBe('bold-captain');
    expect(asked('admiral', { temper: 'cautious', slow: true }, TEMPERS)).toBe('slow-cautious-admiral');
    expect(asked('admiral', { temper: '', slow: true }, TEMPERS)).toBe('slow-admiral');
  });

  it('leaves out what the rank or the title does not have', () => {
    expect(asked('midshipman', { temper: 'bold', slow: true }, TEMPERS)).toBe('midshipman');
    expect(asked('captain', { temper: 'bold', slow: true }, [])).toBe('captain');
  });
});

describe('the same again', () => {
  it('has each in the seat of before, and each bot in its temper', () => {
    const seats = [
      { seat: 'british', kind: 'person', bot: null, yours: true }, { seat: 'french', kind: 'bot', bot: 'slow-bold-admiral', yours: false },
      { seat: 'spanish', kind: 'person', bot: null, yours: false },
    ] as const;
    expect(sat(seats)).toBe('british.me,french.bot:slow-bold-admiral,spanish.invite');
    expect(sitting(sat(seats))).toEqual({
      seats: { british: 'me', french: 'bot:admiral', spanish: 'invite' }, manners: { french: { temper: 'bold', slow: true } },
    });
  });

  it('leaves to the form what an address does not say, or says wrongly', () => {
    expect(sitting(null)).toEqual({ seats: {}, manners: {} });
    expect(sitting('british,french.king,.me,spanish.open')).toEqual({ seats: { spanish: 'open' }, manners: {} });
  });
});
