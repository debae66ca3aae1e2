// Real positions, as the server sends them: what the board makes of them must agree with what comes next.
import { describe as suite, expect, it } from 'vitest';
import type { Choices, ReplayEvent } from '../../api/types';
import { plan } from './animate';
import { describe } from './describe';
import { find } from './fleet';
import battle from './fixtures/battle.json';
import boarding from './fixtures/boarding.json';
import combat from './fixtures/combat.json';
import fleet from './fixtures/fleet.json';
import plot from './fixtures/plot.json';
import { apart, aimedBy } from './hexes';
import { ends, plots, sails, track } from './notation';
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
  it('lead to places that are hers alone to read', () => {
    for (const fixture of [plot, fleet].map(turn)) {
      const ship = find(fixture.view.table, fixture.choices.subject) as Ship;
      const listed = plots(fixture.choices);
      expect(listed.length).toBeGreaterThan(1);
      const reached = ends(ship, listed);
      expect(reached.flatMap(({ headings }) => headings.flatMap((one) => one.plots))).toHaveLength(listed.filter((one) => sails(one.items)).length);
      for (const one of listed) expect(track(ship, one.items).every(({ bow }) => Number.isInteger(bow[0]))).toBe(true);
    }
  });

  it('offer only targets that the drawn fields bear on', () => {
    const { view, choices } = turn(combat);
    const ship = find(view.table, choices.subject) as Ship;
    const shots = choices.actions.map(({ action }) => action).filter(({ type }) => type === 'fire');
    expect(shots.length).toBeGreaterThan(0);
    for (const shot of shots) {
      const target = find(view.table, String(shot['target'])) as Ship;
      expect(aimedBy(ship, target)?.side).toBe(shot['broadside']);
      expect(apart(ship, target)).toBeLessThanOrEqual(10);
    }
  });

  it('tell off whole sections', () => {
    const { choices } = turn(boarding);
    expect(choices.actions.every(({ action }) => action.type === 'party' && Array.isArray(action['sections']))).toBe(true);
  });
});
