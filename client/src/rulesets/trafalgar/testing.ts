// Positions for tests: the fixtures as they are, and ships made to order.
import { sided } from '../testing';
import type { Ship, View } from '../../served/trafalgar';

sided('trafalgar', { british: ['the British', 1], allied: ['the Allies', 2] });

export function ship(over: Partial<Ship> = {}): Ship {
  return {
    id: 'aigle', name: 'Aigle', side: 'allied', nation: 'french', rate: '3rd_rate', guns: 74, sheet: [6, 6, 5, 5, 4, 4, 3, 3, 2, 1],
    x: 3000, y: 1400, heading: 0, length: 200, width: 75, points: 4, speed: 200, sailed: 200, ...over,
  };
}

export function damaged(crossed: number): Ship {
  return ship({ crossed });
}

export function viewOf(ships: readonly Ship[], over: Partial<View['table']> = {}): View {
  return {
    table: {
      title: 'a test', turn: 1, turns: 10, wind: 270, width: 4800, height: 3600, settings: {}, ships, squadrons: [],
      phase: { type: 'moving', side: 'british', done: [], helms: [] }, locks: [], met: [], ...over,
    },
    seat: 'british',
    own: { board: [], grapple: [], part: [], remain: [] },
  };
}
