// Standing courses: the way along lanes and through sea zones, step by step.
import { beforeAll, describe as suite, expect, it } from 'vitest';
import { Chart } from './chart';
import { kept, nextStep, stepsOf, wayTo } from './courses';
import { charts } from './room.svelte';
import { formation, ROOM, viewOf } from './testing';

beforeAll(() => charts.lay(ROOM));
const chart = new Chart(ROOM);
const BOUND = new Map([['b1', 'mahon']]);

suite('a standing course', () => {
  it('goes the shortest way', () => {
    expect(wayTo(chart, 'toulon', 'mahon')).toEqual(['space_12', 'lion', 'mahon']);
    expect(wayTo(chart, 'toulon', 'nowhere')).toEqual([]);
    expect(wayTo(chart, 'toulon', 'toulon')).toEqual([]);
  });

  it('goes out of harbour, into a sea zone and out of it by the boxes', () => {
    const steps = ['toulon/harbour', 'toulon', 'space_12', 'lion/in/space_12', 'lion', 'lion/out/mahon', 'mahon'].map((here) => nextStep(chart, here, 'mahon'));
    expect(steps).toEqual(['toulon', 'space_12', 'lion/in/space_12', 'lion', 'lion/out/mahon', 'mahon', null]);
  });

  it('is plotted by player A, and sailed by player B with the wind alone', () => {
    const plotting = viewOf([formation({ place: 'space_12' })], { phase: { type: 'plotting', side: 'british' } });
    expect(stepsOf(plotting, chart, BOUND, ['b1', 'step'])).toEqual([[{ type: 'plot', formation: 'b1', to: 'lion/in/space_12' }]]);
    const sailing = (place: string) => stepsOf(viewOf([formation({ place })]), chart, BOUND, ['b1']);
    expect(sailing('toulon')).toEqual([[{ type: 'move', formation: 'b1', to: 'space_12' }]]);
    expect(sailing('lion/in/space_12')).toEqual([[{ type: 'move', formation: 'b1', to: 'lion' }, { type: 'catch', formation: 'b1', to: 'lion' }]]);
    expect(stepsOf(viewOf([formation()], { phase: { type: 'council', waiting: [] } }), chart, BOUND, ['b1'])).toEqual([]);
  });

  it('is forgotten by who has arrived or is no more', () => {
    expect(kept(viewOf([formation({ place: 'mahon/harbour' })]), BOUND).size).toBe(0);
    expect(kept(viewOf([]), BOUND).size).toBe(0);
    expect(kept(viewOf([formation()]), BOUND)).toBe(BOUND);
  });
});
