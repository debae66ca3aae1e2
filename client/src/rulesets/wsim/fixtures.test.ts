// Real positions, as the server sends them: what the board makes of them must agree with what comes next.
import { describe as suite, expect, it } from 'vitest';
import type { Choices, ReplayEvent } from '../../api/types';
import { plan } from './animate';
import { describe } from './describe';
import battle from './fixtures/battle.json';
import boarding from './fixtures/boarding.json';
import { glance } from './glance';
import type { Ship, View } from '../../served/wsim';

interface Turn {
  readonly view: View;
  readonly seat: string;
  readonly choices: Choices;
}
const turn = (fixture: unknown): Turn => fixture as Turn;
const { from, scenes } = battle as unknown as { from: View; scenes: { events: ReplayEvent[]; view: View }[] };

suite('a real battle', () => {
  it('leaves every ship where and how the next view has her', () => {
    let before = from;
    for (const { events, view } of scenes) {
      const ships = new Map(before.table.ships.map((ship) => [ship.id, ship]));
      for (const beat of [...plan(before.table, view.table, events)].sort((a, b) => a.at - b.at)) {
        if (beat.kind === 'change') ships.set(beat.ship, { ...(ships.get(beat.ship) as Ship), ...beat.to });
      }
      const lie = (ship: Ship): unknown => [ship.id, ship.bow, ship.heading, ship.gone ?? '', ship.hull];
      expect([...ships.values()].map(lie)).toEqual(view.table.ships.map(lie));
      before = view;
    }
  });

  it('is told in words, ship by ship, with no secret of anybody', () => {
    for (const { view } of scenes) {
      for (const ship of view.table.ships) {
        expect(describe(view, 'spectator', ship.id)).toContain(ship.name);
        expect(describe(view, 'spectator', ship.id)).not.toMatch(/undefined|NaN|round shot/);
        expect(glance(view, ship.id)?.tracks).toHaveLength(3);
      }
    }
  });
});

suite('real choices', () => {
  it('tell off whole sections', () => {
    const { choices } = turn(boarding);
    expect(choices.actions.every(({ action }) => action.type === 'party' && Array.isArray(action['sections']))).toBe(true);
  });
});
