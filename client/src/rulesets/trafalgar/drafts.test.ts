import { describe, expect, it } from 'vitest';
import type { Action, Choices } from '../../api/types';
import type { NudgeKey } from '../contract';
import { aimed, manners, moveOrder, nudged as nudgedPlan, planned, sailing, steady, targets, turnOrder } from './drafts';
import duel from './fixtures/duel.json';
import fire from './fixtures/fire.json';
import line from './fixtures/line.json';
import grapple from './fixtures/grapple.json';

/** One order after a key, where nothing else is drafted. */
const nudged = (may: Choices, draft: Action | null, key: NudgeKey, far: boolean): Action | null =>
  nudgedPlan(may, draft && { action: draft, next: null }, key, far)?.action ?? null;
const choices = (from: { choices: unknown }): Choices => from.choices as Choices;

describe('a ship under way', () => {
  it('has the limits of the forms', () => {
    const may = sailing(choices(duel));
    expect(may.distance).toEqual({ low: 50, high: 300 });
    expect(may.turns.get('alone')).toEqual({ low: -180, high: 180 });
    expect(steady(may)).toBe(200);
  });

  it('turns her whole line first', () => {
    expect(manners(sailing(choices(line)))).toEqual(['succession', 'together', 'alone']);
  });

  it('is turned by the arrows, five degrees at a time and fifteen with Shift', () => {
    const to = nudged(choices(line), null, 'right', false);
    expect(to).toEqual({ type: 'turn', ship: 'royal_sovereign', angle: 5, manner: 'succession' });
    expect(nudged(choices(line), to, 'left', true)).toMatchObject({ angle: -10 });
  });

  it('jumps over no turn at all', () => {
    expect(nudged(choices(duel), turnOrder('aigle', 5, 'alone'), 'left', false)).toEqual({ type: 'turn', ship: 'aigle', angle: -5 });
  });

  it('is sent on by the arrows from her last move, within her limits', () => {
    const first = nudged(choices(duel), null, 'up', false);
    expect(first).toEqual({ type: 'move', ship: 'aigle', distance: 200 });
    expect(nudged(choices(duel), first, 'up', false)).toMatchObject({ distance: 210 });
    expect(nudged(choices(duel), moveOrder('aigle', 290), 'up', true)).toMatchObject({ distance: 300 });
    expect(nudged(choices(duel), moveOrder('aigle', 290, true, 'starboard'), 'down', false)).toEqual({
      type: 'move', ship: 'aigle', distance: 280, hold: true, side: 'starboard',
    });
  });
});

describe('a turn and a run', () => {
  const turn = turnOrder('aigle', 15, 'alone');
  const run = moveOrder('aigle', 200);

  it('are one plan, the turn first whichever was drafted first', () => {
    expect(planned(turn, run)).toEqual({ action: turn, next: run });
    expect(planned(null, run)).toEqual({ action: run, next: null });
    expect(planned(null, null)).toBeNull();
    expect(nudgedPlan(choices(duel), { action: run, next: null }, 'right', true)).toEqual({ action: turn, next: run });
    expect(nudgedPlan(choices(duel), { action: turn, next: null }, 'up', false)).toEqual({ action: turn, next: run });
  });

  it('are changed one by one', () => {
    expect(nudgedPlan(choices(duel), { action: turn, next: run }, 'right', false)).toEqual({ action: turnOrder('aigle', 20, 'alone'), next: run });
    expect(nudgedPlan(choices(duel), { action: turn, next: run }, 'up', false)).toEqual({ action: turn, next: moveOrder('aigle', 210) });
  });
});

describe('guns', () => {
  it('have their targets from the list, nearest first', () => {
    const { port } = targets(choices(fire));
    expect(port.length).toBeGreaterThan(1);
    expect(choices(fire).actions[0]?.action['port']).toBe(port[0]);
  });

  it('are aimed by a click and let go by another', () => {
    const may = choices(fire);
    const first = targets(may).port[0] as string;
    const order = aimed(may, null, first);
    expect(order).toEqual({ type: 'fire', ship: may.subject, port: first });
    expect(aimed(may, order, first)).toBeNull();
    expect(aimed(may, null, 'nobody')).toBeNull();
  });

  it('fire both sides when a target lies on each', () => {
    const both: Choices = {
      decision: '', subject: 'mars', forms: [],
      actions: [
        { action: { type: 'fire', ship: 'mars', port: 'pluton' }, words: '' },
        { action: { type: 'fire', ship: 'mars', starboard: 'aigle' }, words: '' },
      ],
    };
    expect(aimed(both, aimed(both, null, 'pluton'), 'aigle')).toEqual({ type: 'fire', ship: 'mars', port: 'pluton', starboard: 'aigle' });
  });

  it('are chosen by the arrows, one order of the list after the other', () => {
    const may = choices(fire);
    const first = nudged(may, null, 'down', false);
    expect(first).toEqual(may.actions[0]?.action);
    expect(nudged(may, first, 'up', false)).toEqual(may.actions[may.actions.length - 1]?.action);
  });
});

describe('listed orders', () => {
  it('can be reached by the arrows too', () => {
    expect(nudged(choices(grapple), null, 'right', false)).toEqual(choices(grapple).actions[0]?.action);
  });
});
