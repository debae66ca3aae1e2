// Positions for tests: ships made to order.
import { sided } from '../testing';
import type { Form, Range } from '../../api/types';
import type { Ship, View } from '../../served/ironclads';

sided('ironclads', { union: ['the Union', 2], confederate: ['the Confederates', 1] });

export function ship(over: Partial<Ship> = {}): Ship {
  return {
    id: 'monitor', name: 'Monitor', side: 'union', ship_class: 3, hull: 16, hull_full: 16, knots: 6, armour: 4, x: 1000, y: 1000, heading: 0, length: 225, width: 70,
    batteries: [{ kind: 'main', dice: 2, ap: 2, sectors: ['bow', 'starboard', 'stern', 'port'], traits: ['slow_load'] }], ...over,
  };
}

export const enemy = (over: Partial<Ship> = {}): Ship =>
  ship({
    id: 'virginia', name: 'Virginia', side: 'confederate', ship_class: 2, hull: 24, hull_full: 24, x: 1000, y: 1600, heading: 180, length: 300, width: 90,
    traits: ['ram', 'poor_seakeeping'],
    batteries: [
      { kind: 'main', dice: 1, ap: 2, sectors: ['bow'] }, { kind: 'main', dice: 1, ap: 2, sectors: ['stern'] },
      { kind: 'medium', dice: 2, ap: 1, sectors: ['port'] }, { kind: 'medium', dice: 2, ap: 1, sectors: ['starboard'] },
    ],
    ...over,
  });

export function viewOf(ships: readonly Ship[], over: Partial<View['table']> = {}, own: Partial<NonNullable<View['own']>> = {}): View {
  return {
    table: {
      title: 'a test', sides: ['confederate', 'union'], era: 1, turn: 2, turns: 10, width: 4800, height: 3600, settings: {}, ships, phase: { type: 'commanding', ready: [] },
      first: 'union', wind: 270, level: 3, fixed_weather: false, calmest: 1, roughest: 6, shores: [], mines: [], hidden_mines: [], goals: [], ...over,
    },
    seat: 'union',
    own: { orders: [], mines: [], asks: false, ...own },
  };
}

/** The forms of a ship that may run 300, turn 45 to either side after 100, and back so far. */
export function steamForms(id: string, { most = 300, least = 0, turn = 45, before = 100, astern = 0, twice = false } = {}): readonly Form[] {
  const inches = (low: number, high: number): Range => ({ low, high, step: 1, unit: '' });
  return (['ram', 'board', 'stop'] as const).flatMap((contact) => {
    const fixed = { ship: id, contact };
    const found: Form[] = [{ action: 'steam', fixed: { ...fixed, turn: 0, then: 0, second: 0, last: 0 }, ranges: { run: inches(least, most) }, words: '' }];
    if (astern) found.push({ action: 'steam', fixed: { ...fixed, then: 0, second: 0, last: 0 }, ranges: { run: inches(-astern, -1), turn: inches(-turn, turn) }, words: '' });
    if (turn && most >= before) {
      for (const angle of [inches(-turn, -1), inches(1, turn)]) {
        found.push({ action: 'steam', fixed: { ...fixed, second: 0, last: 0 }, ranges: { run: inches(before, most), turn: angle, then: inches(0, most) }, words: '' });
        if (twice) {
          found.push({ action: 'steam', fixed, ranges: { run: inches(before, most), turn: angle, then: inches(before, most), second: angle, last: inches(0, most) }, words: '' });
        }
      }
    }
    return found;
  });
}
