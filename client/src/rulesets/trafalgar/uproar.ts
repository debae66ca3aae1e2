// Everything at once: every ship sails and every ship fires. To test how a full battle is shown.
import type { ReplayEvent } from '../../api/types';
import { ahead } from '../../freetable/geometry';
import { able } from './fleet';
import type { RulesEvent, Ship, View } from '../../served/trafalgar';

function worded(event: RulesEvent): ReplayEvent {
  return { kind: 'rules', type: event.type, event: event as unknown as ReplayEvent['event'], words: '', account: [] };
}

export function uproar(view: View): { readonly events: readonly ReplayEvent[]; readonly view: View } {
  const events: ReplayEvent[] = [];
  const ships: Ship[] = view.table.ships.map((ship) => {
    if (!able(ship)) return ship;
    const heading = (ship.heading + 20) % 360;
    const run = ahead({ x: 0, y: 0 }, heading, 250);
    const next = { ...ship, heading, x: Math.round(ship.x + run.x), y: Math.round(ship.y - run.y) };
    events.push(worded({ type: 'turned', ship: ship.id, angle: 20, heading, manner: 'alone' }));
    events.push(worded({ type: 'moved', ship: ship.id, distance: 250, x: next.x, y: next.y, heading }));
    return next;
  });
  const fit = ships.filter(able);
  for (const ship of fit) {
    const target = fit.filter((one) => one.side !== ship.side).sort((a, b) => Math.hypot(a.x - ship.x, a.y - ship.y) - Math.hypot(b.x - ship.x, b.y - ship.y))[0];
    if (target) events.push(worded({ type: 'fired', ship: ship.id, target: target.id, side: 'port', range: 400, boxes: ship.guns % 3, struck: false }));
  }
  return { events, view: { ...view, table: { ...view.table, ships } } };
}
