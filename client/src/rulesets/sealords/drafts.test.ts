// Orders in the making, stacks of counters, and what is shown of a scene.
import { beforeAll, describe as suite, expect, it } from 'vitest';
import { Chart } from './chart';
import { briefly, goalOf, goalsOf, heaps, nextOf, spotOf, subjectOf } from './drafts';
import { pieces } from './fleet';
import { legible, lettering } from './lettering';
import { charts } from './room.svelte';
import { after, beatOf } from './script';
import { stacked } from './stacks';
import { listedNext } from '../orders';
import { listing } from '../testing';
import { counter, formation, ROOM, squadron, viewOf } from './testing';

beforeAll(() => charts.lay(ROOM));
const chart = new Chart(ROOM);

const MOVE = { type: 'move', formation: 'b1', to: 'toulon' };
const BEAT = { type: 'beat', formation: 'b1', to: 'space_13' };
const CATCH = { type: 'catch', formation: 'b1', to: 'space_13' };
const STAY = { type: 'marktime', formation: 'b1' };

suite('where orders lead', () => {
  it('is gathered by place, with the ways to get there', () => {
    const goals = goalsOf(listing('b1', [MOVE, BEAT, CATCH, STAY]));
    expect(goals.map(({ location, choices }) => [location, choices.length])).toEqual([['toulon', 1], ['space_13', 2]]);
    expect(goalOf(STAY)).toBeNull();
    const [, two] = goals;
    expect(two && nextOf(two, null)).toEqual(BEAT);
    expect(two && nextOf(two, BEAT)).toEqual(CATCH);
    expect(two && nextOf(two, CATCH)).toEqual(BEAT);
  });

  it('is where a formation lies that is to be a base', () => {
    expect(spotOf(viewOf([formation()]), 'b1')).toBe('space_12');
    expect(spotOf(viewOf([]), 'toulon')).toBe('toulon');
  });

  it('names whom an order is for', () => {
    expect([subjectOf(MOVE), subjectOf({ type: 'send', aux: 'x1', task: 'search', place: 'toulon' }), subjectOf({ type: 'ready' })]).toEqual(['b1', 'x1', null]);
  });
});

suite('lists', () => {
  it('gather by kind, and tasks by what they are', () => {
    const some = listing('x1', [{ type: 'send', aux: 'x1', task: 'search', place: 'toulon' }, { type: 'send', aux: 'x1', task: 'interdict', place: 'narrows' }, { type: 'recall', aux: 'x1' }]);
    expect(heaps(some.actions).map(({ words, choices }) => [words, choices.length])).toEqual([['search', 1], ['interdict', 1], ['Recall', 1]]);
  });

  it('say on their buttons what the heading leaves open', () => {
    const view = viewOf([formation({ squadrons: [squadron({ id: 'v1', name: 'Norfolk, Boyne' })] })]);
    const said = (action: Parameters<typeof goalOf>[0]): string => briefly(view, { action, words: 'as the server says it' });
    expect(said({ type: 'send', aux: 'x1', task: 'shadow', place: 'toulon', target: 'b1' })).toBe('Toulon: Centre');
    expect(said({ type: 'pair', squadron: 'v1', enemy: 'v1' })).toBe('against Norfolk and 1 more');
    expect(said({ type: 'plot', formation: 'b1' })).toBe('stay');
    expect(said({ type: 'promoteleader', leader: 'x' })).toBe('as the server says it');
  });

  it('are gone through by the arrow keys, round and round', () => {
    const some = listing('b1', [MOVE, BEAT]);
    expect(listedNext(some.actions, null, 'down')?.action).toEqual(MOVE);
    expect(listedNext(some.actions, { action: BEAT, next: null }, 'right')?.action).toEqual(MOVE);
    expect(listedNext(some.actions, { action: MOVE, next: null }, 'left')?.action).toEqual(BEAT);
    expect(listedNext(listing('b1', []).actions, null, 'up')).toBeNull();
  });
});

suite('stacks', () => {
  const view = viewOf([formation(), formation({ id: 'b2' }), formation({ id: 'b3', place: 'narrows' })], {}, {});
  const all = pieces({ ...view, table: { ...view.table, counters: [...view.table.counters, counter({ place: 'space_12' })] } });

  it('heap up in one place, the enemy below', () => {
    const heap = stacked(chart, all, 1, null).find((stack) => stack.place === 'space_12');
    expect(heap?.pieces.map((piece) => piece.id)).toEqual(['f1', 'b1', 'b2']);
    expect(heap?.fanned).toBe(false);
  });

  it('fan out over all others when one of them is looked at, without lying on each other', () => {
    const stacks = stacked(chart, all, 1, 'b1');
    const last = stacks[stacks.length - 1];
    expect(last?.place).toBe('space_12');
    expect(last?.fanned).toBe(true);
    const xs = last?.spots.map(({ x }) => x) ?? [];
    expect(Math.min(...xs.slice(1).map((x, n) => x - (xs[n] ?? 0)))).toBeGreaterThan(48);
  });
});

suite('names on the chart', () => {
  it('are more the nearer one looks, and never lie on each other', () => {
    const [far, near] = [lettering(chart, 0.1), lettering(chart, 0.5)];
    expect(far.map(({ id }) => id)).not.toContain('space_12');
    expect(near.map(({ words }) => words)).toContain('off Provence');
    expect(legible(near, [], 0.5, 1, chart.width).size).toBe(ROOM.places.length);
    expect(legible(far, [], 0.02, 1, chart.width).size).toBeLessThan(far.length);
  });
});

suite('a scene', () => {
  it('brings counters where each event of the log has them', () => {
    const view = viewOf([formation()]);
    const beat = beatOf({ type: 'moved', formation: 'b1', place: 'space_12', to: 'toulon', how: 'with_wind' });
    const moved = beat ? after(view, beat) : view;
    expect(pieces(moved)[0]?.place).toBe('toulon');
    expect(beatOf({ type: 'enteredport', formation: 'b1', port: 'mahon' })).toEqual({ counter: { id: 'b1', place: 'mahon/harbour' } });
    expect(beatOf({ type: 'withdrew', formation: 'b1', to: 'toulon', away: false })).toBeNull();
  });

  it('moves gales and changes winds', () => {
    const gale = { wind: 'mistral', force: 9, place: 'space_13', hurricane: false, lasts: false, freak: false, left: 0, began: '' };
    const view = viewOf([], { gales: [gale] });
    const beat = beatOf({ type: 'galemoved', wind: 'mistral', place: 'space_13', to: 'space_12' });
    expect(beat && after(view, beat).table.gales[0]?.place).toBe('space_12');
    const blows = beatOf({ type: 'windsfound', winds: ['marin'] });
    expect(blows && after(view, blows).table.winds).toEqual(['marin']);
  });
});
