import { describe as suite, expect, it } from 'vitest';
import type { Line } from '../../api/types';
import { commit, decide, describe, label } from './describe';
import { marks, notes, tone } from './fleet';
import { glance, groups, headline, hint, weigh } from './glance';
import { pastPlots } from './past';
import { hoist, received } from './signals';
import { CALM, law, told, weighing } from '../testing';
import { enemy, ship, viewOf } from './testing';
import type { View } from '../../served/wsim';

/** As the server measures from Java to her. */
const line: Line = { to: 'constitution', range: 2, start: [0, 0], end: [3, 0], side: 'right', bears: 'full', rake: 'stern' };
const seen = (view: View): View => ({
  ...view,
  sea: { ...CALM, ships: { java: { wind: 'A', nearest: { ...line, range: 4 } } } },
});

suite('a ship in words', () => {
  it('says what she is, how she sails, how she is and who is near', () => {
    const words = describe(seen(viewOf([ship({ heading: 3, speed: 2 }), enemy()])), 'british', 'java');
    expect(words).toContain('Java, British, 38-gun frigate, crack crew. Yours.');
    expect(words).toContain('Heading south-east, attitude A, wind on the quarter, last speed 2.');
    expect(words).toContain('Hull 12 of 12, crew 6, 4 and 4, rigging 5, 5, 5 and 5.');
    expect(words).toContain('port round shot, starboard empty');
    expect(words).toMatch(/Nearest enemy Constitution, range 4, bearing \d{3}/);
  });

  it('never says what an enemy has loaded', () => {
    const view = viewOf([ship(), enemy()]);
    expect(describe(view, 'british', 'constitution')).not.toMatch(/shot|empty/);
    expect(describe({ ...view, seat: null, own: null }, 'spectator', 'java')).not.toMatch(/shot|empty/);
  });

  it('gives range, bearing, guns that bear and rakes from the chosen ship', () => {
    const [java, other] = [ship(), enemy({ bow: [3, 0], heading: 3 })];
    expect(label(viewOf([java, other]), 'british', other, java, line)).toMatch(/^Constitution, American, enemy; range 2, bearing \d{3}, .+, starboard broadside bears, stern rake; heading south-east/);
  });

  it('says when she is lost', () => {
    const view = viewOf([ship({ colours: 'struck' }), enemy({ gone: 'exploded' })]);
    expect(describe(view, 'british', 'java')).toContain('Struck');
    expect(describe(view, 'british', 'constitution')).toContain('blown up');
  });

  it('tells what is written for her to her own side', () => {
    const view = viewOf([ship(), enemy()], {}, { orders: [{ type: 'plot', ship: 'java', moves: 'L1R2' }] });
    expect(describe(view, 'british', 'java')).toContain('Written down: plots L1R2.');
  });
});

suite('the notes of her log', () => {
  it('are the log’s own signs with words', () => {
    const view = viewOf([ship({ full_sails: true, parties: [['OBP', [1, 2], 1, false]], fires: [[2, 1]], repairs: [2, 0], captain: false }), enemy()], {
      locks: [[0, 1, 'grapple'], [0, 1, 'grapple'], [0, 1, 'foul']],
    });
    expect(notes(view.table, view.table.ships[0]!).map(({ sign }) => sign)).toEqual(['FS', 'F', 'G×2', 'OBP 1+2', 'RH 2', 'fire', '†']);
    expect(marks(view.table, view.table.ships[0]!)).toContain('2 grapples hold her to Constitution');
  });

  it('have the plots of past turns', () => {
    const log = [
      told({ type: 'began', turn: 1, step: 'notation' }), told({ type: 'plotted', ship: 'java', moves: 'L1' }), told({ type: 'plotted', ship: 'other', moves: '3' }),
      told({ type: 'began', turn: 2, step: 'wind' }), told({ type: 'plotted', ship: 'java', moves: '2', cut_short: 'collided' }),
    ];
    expect(pastPlots(log, 'java')).toEqual([{ turn: 2, moves: '2', cut_short: 'collided' }, { turn: 1, moves: 'L1', cut_short: '' }]);
  });
});

suite('what is to be decided', () => {
  const view = viewOf([ship(), enemy()]);

  it('counts ships without a plot', () => {
    const subjects = [{ id: 'java', words: '' }, { id: 'step', words: '' }];
    expect(decide(view, 'british', ['british'], subjects as never)).toBe('One ship has no plot.');
    expect(decide(view, 'british', ['british'], [])).toBe('Every ship is plotted.');
    expect(decide(view, 'british', ['american'], [])).toBe('The Americans are writing down how every ship moves.');
  });

  it('is closed by being ready, once', () => {
    expect(commit(view, 'british', [])).toEqual({ action: { type: 'ready' }, words: 'Ready', unordered: expect.stringContaining('straight on as far as she must'), ask: null });
    expect(commit(viewOf([], { phase: { type: 'writing', step: 'fending', ready: [] } }), 'british', [])).toMatchObject({ unordered: null });
    expect(commit(viewOf([], { phase: { type: 'writing', step: 'combat', ready: ['british'] } }), 'british', [])).toBeNull();
    expect(commit(viewOf([], { phase: { type: 'over', winner: null, reason: '' } }), 'british', [])).toBeNull();
  });
});

suite('a ship that an enemy holds', () => {
  const subjects = [{ id: 'java', words: '' }] as never;
  const held = (over: Parameters<typeof ship>[0] = {}, other: Parameters<typeof enemy>[0] = {}, own: NonNullable<View['own']>['orders'] = [], step: 'boarding' | 'combat' = 'boarding') =>
    viewOf([ship(over), enemy(other)], { locks: [[0, 1, 'grapple']], phase: { type: 'writing', step, ready: [] } }, { orders: own });

  it('is asked about when she tells off no party', () => {
    expect(commit(held(), 'british', subjects)?.ask).toBe('Java has told off no party: boarders meet nobody on her deck, and she can be carried. Ready all the same?');
  });

  it('is not where she has a party, or has written one, or nobody can board her', () => {
    expect(commit(held({ parties: [['DBP', [1], -1, false]] }), 'british', subjects)?.ask).toBeNull();
    expect(commit(held({}, {}, [{ type: 'party', ship: 'java', kind: 'DBP', sections: [1], target: '', cross: false }]), 'british', subjects)?.ask).toBeNull();
    expect(commit(held({}, { colours: 'struck' }), 'british', subjects)?.ask).toBeNull();
    expect(commit(held(), 'british', [])?.ask).toBeNull();
    expect(commit(held({}, {}, [], 'combat'), 'british', subjects)?.ask).toBeNull();
    expect(commit(viewOf([ship(), enemy()], { phase: { type: 'writing', step: 'boarding', ready: [] } }), 'british', subjects)?.ask).toBeNull();
  });
});

suite('the fleet at a glance', () => {
  const view = viewOf([ship({ hull: 7 }), enemy({ colours: 'struck' })], {}, { orders: [{ type: 'plot', ship: 'java', moves: '2' }] });

  it('lists own ships first, with hull, crew and rigging', () => {
    expect(groups(view, 'american').map(({ side }) => side)).toEqual(['american', 'british']);
    expect(glance(view, 'java')).toMatchObject({ tracks: [{ left: 7, all: 12 }, { left: 14, all: 14 }, { name: 'rigging' }], marks: ['plot 2'], done: true, out: false });
    expect(glance(view, 'constitution')).toMatchObject({ out: true, marks: ['struck'] });
    expect(glance(view, 'step')).toBeNull();
  });

  it('says turn, step and wind', () => {
    expect(headline(view)).toMatchObject({ turn: 1, step: 'movement is plotted', wind: { from: 0, words: 'N, normal breeze' } });
  });

  it('gives the two sides of a table different tones, whoever they are', () => {
    const table = viewOf([], { sides: ['american', 'french'] }).table;
    expect([tone(table, 'american'), tone(table, 'french')]).toEqual([2, 1]);
  });
});

suite('the log', () => {
  it('begins a heading with each step and has a sign for each result', () => {
    expect(hint(told({ type: 'began', turn: 4, step: 'combat' }, 'Turn 4: broadsides.')).heading).toEqual({ turn: 4, words: 'broadsides' });
    expect(hint(told({ type: 'fired', ship: 'java', broadside: 'left', target: 'x', aim: 'hull', shot: 'round', range: 1, number: 20, hull: 2 }))).toEqual({
      sign: 'hit', subjects: ['java', 'x'], loud: true,
    });
    expect(hint(told({ type: 'stepped', number: 1, moves: [['java', '1', 0, 0, 1]] })).subjects).toEqual(['java']);
    expect(hint({ kind: 'talk', type: 'said', event: {}, words: '', account: [] }).subjects).toEqual([]);
  });

  it('weighs a broadside in one line', () => {
    const weighed = weigh(weighing(['broadside', 'left broadside at Constitution', law({}, { hull: 2.12, crew: 0.5 })]));
    expect(weighed).toBe('Left broadside at Constitution: 2.1 hull, 0.5 crew squares on average');
    expect(weigh(weighing())).toBeNull();
  });
});

suite('signals', () => {
  it('are read in the turn after they were made', () => {
    const own = { orders: [], loads: [], silent_until: 0, signals: [['java', ['b'], 'Follow me', 2], ['java', ['b'], 'Stay', 3]] as const };
    expect(received(own as never, 3).map((message) => message[2])).toEqual(['Follow me']);
    expect(received(null, 3)).toEqual([]);
  });

  it('have two flags for each of their first words, always the same', () => {
    expect(hoist('Engage the enemy more closely')).toHaveLength(8);
    expect(hoist('Follow me')).toEqual(hoist('follow me!'));
  });
});
