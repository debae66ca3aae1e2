import { describe as suite, expect, it } from 'vitest';
import boarding from './fixtures/boarding.json';
import fire from './fixtures/fire.json';
import line from './fixtures/line.json';
import { commit, decide, describe, label } from './describe';
import { find } from './fleet';
import { glance, groups, headline, hint, weigh } from './glance';
import { law, told, weighing } from '../testing';
import { ship, viewOf } from './testing';
import type { View } from '../../served/trafalgar';

const van = (line as unknown as { view: View }).view;

suite('a ship in words', () => {
  it('says what she is, how she sails, how she is and who is near', () => {
    const words = describe(van, 'british', 'belleisle');
    expect(words).toContain('Belleisle, British, 3rd rate of 74 guns. Yours.');
    expect(words).toContain('Heading 090, east, wind aft, last move 5 inches.');
    expect(words).toContain('10 of 10 boxes left, 6 hull points.');
    expect(words).toContain("Second of 6 in line in Collingwood's van, astern of Royal Sovereign.");
    expect(words).toMatch(/Nearest enemy .+ inches off, bearing \d{3}/);
  });

  it('gives bearing and range from the chosen ship', () => {
    const { table } = van;
    const words = label(van, 'british', find(table, 'santa_ana')!, find(table, 'royal_sovereign'), 1565);
    expect(words).toMatch(/^Santa Ana, Spanish, enemy; 15\.7 inches off, bearing \d{3}, .+; heading/);
  });

  it('says when she has struck, or left', () => {
    const view = viewOf([ship({ struck: true }), ship({ id: 'mars', name: 'Mars', gone: true })]);
    expect(describe(view, 'british', 'aigle')).toContain('Has struck.');
    expect(describe(view, 'british', 'mars')).toContain('left the table');
  });

  it('tells twins apart by their nation', () => {
    const view = viewOf([ship({ id: 'swiftsure', name: 'Swiftsure', nation: 'british', side: 'british' }), ship({ id: 'swiftsure_fr', name: 'Swiftsure' })]);
    expect(glance(view, 'swiftsure_fr')?.name).toBe('Swiftsure (French)');
  });
});

suite('what is to be decided', () => {
  it('counts ships that have not fired', () => {
    const { view, subjects } = fire as unknown as { view: View; subjects: { id: string; words: string }[] };
    expect(decide(view, 'british', ['british'], subjects)).toBe(`${subjects.length - 1} ships have not fired.`);
    expect(decide(view, 'allied', ['british'], [])).toBe('The British are firing.');
    expect(commit(view, subjects)).toEqual({ action: { type: 'finish' }, words: 'End firing' });
    expect(commit(view, [])).toBeNull();
  });

  it('asks for secret orders and waits for the other side', () => {
    const { view, subjects } = boarding as unknown as { view: View; subjects: { id: string; words: string }[] };
    expect(decide(view, 'british', ['british', 'allied'], subjects)).toContain('in secret');
    expect(decide(view, 'british', ['allied'], [])).toBe('The Allies are writing down whom to board.');
    expect(commit(view, subjects)?.action).toEqual({ type: 'ready' });
  });
});

suite('the fleet at a glance', () => {
  it('lists own squadrons first, every ship once', () => {
    const lists = groups(van, 'allied');
    expect(lists[0]?.side).toBe('allied');
    expect(lists.flatMap(({ subjects }) => subjects).sort()).toEqual(van.table.ships.map(({ id }) => id).sort());
  });

  it('shows boxes, marks and whether she has been ordered', () => {
    const view = viewOf([ship({ id: 'mars', name: 'Mars', side: 'british', crossed: 3, drifting: 1 }), ship({ struck: true })], {
      phase: { type: 'moving', side: 'british', done: [0], helms: [] },
    });
    expect(glance(view, 'mars')).toMatchObject({ tracks: [{ left: 7, all: 10 }], marks: ['adrift'], done: true, out: false });
    expect(glance(view, 'aigle')).toMatchObject({ out: true, marks: ['struck'] });
    expect(glance(view, 'step')).toBeNull();
  });

  it('says turn, step and wind', () => {
    expect(headline(van)).toMatchObject({ turn: 1, turns: 15, step: 'the British move', wind: { from: 292, words: 'WNW' } });
  });
});

suite('the log', () => {
  it('begins a heading with each step', () => {
    expect(hint(told({ type: 'began', turn: 4, step: 'british_fire' }, 'Turn 4: the British fire.')).heading).toEqual({ turn: 4, words: 'the British fire' });
  });

  it('has a sign and the ships of each result', () => {
    expect(hint(told({ type: 'fired', ship: 'mars', target: 'aigle', side: 'port', range: 1, boxes: 2, struck: false }))).toEqual({
      sign: 'hit', subjects: ['mars', 'aigle'], loud: true,
    });
    expect(hint({ kind: 'talk', type: 'said', event: {}, words: '', account: [] }).subjects).toEqual([]);
  });

  it('weighs a broadside in one line', () => {
    const odds = law({ boxes: [[0, 0.38], [2, 0.62]] }, { boxes: 1.4 });
    expect(weigh(weighing(['broadside', 'her port broadside at Aigle', odds]))).toBe('her port broadside at Aigle: 62\u202f% to hit, 1.4 boxes');
  });
});
