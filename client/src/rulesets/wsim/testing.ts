// Positions for tests: ships made to order.
import { listing, sided } from '../testing';
import type { Choices } from '../../api/types';
import type { Ship, View } from '../../served/wsim';

sided('wsim', { british: ['the British', 1], american: ['the Americans', 2], french: ['the French', 2] });

export function ship(over: Partial<Ship> = {}): Ship {
  return {
    id: 'java', name: 'Java', side: 'british', built: 'british', nation: 'british', rated: 38, ship_class: 3, quality: 'crack', turning: 2, battle_speed: 4,
    full_speed: 6, guns: [4, 4], carronades: [2, 2], hull: 12, hull_full: 12, crew: [6, 4, 4], crew_full: [6, 4, 4], rigging: [5, 5, 5, 5],
    rigging_full: [5, 5, 5, 5], points: 20, bow: [0, 0], heading: 1, ...over,
  };
}

export const enemy = (over: Partial<Ship> = {}): Ship =>
  ship({ id: 'constitution', name: 'Constitution', side: 'american', built: 'american', nation: 'american', rated: 44, bow: [4, -4], ...over });

export function viewOf(ships: readonly Ship[], over: Partial<View['table']> = {}, own: Partial<NonNullable<View['own']>> = {}): View {
  return {
    table: {
      title: 'a test', sides: ['british', 'american'], turn: 1, turns: 20, wind: 4, velocity: 3, wsn: 6, first_wind: 4, settings: {}, ships, phase: { type: 'writing', step: 'notation', ready: [] },
      duel: false, coming: null, locks: [], ...over,
    },
    seat: 'british',
    own: { orders: [], loads: ships.map(() => [['round', true], ['', false]]), signals: [], silent_until: 0, ...own },
  };
}

export function plotChoices(id: string, ...moves: readonly string[]): Choices {
  return listing(id, moves.map((one) => ({ type: 'plot', ship: id, moves: one })));
}
