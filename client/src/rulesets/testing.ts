// What the tests of every board make: events as the log has them, and orders as they are listed.
import type { Action, Chance, Choices, Form, Odds, Preview, ReplayEvent, Sea } from '../api/types';
import { capital } from '../lib/words';
import { laid } from './sides';

/** Lays down what a title's sides are called, as the server would: each by its seat, in the first colour or the second. */
export function sided(title: string, sides: { readonly [seat: string]: readonly [name: string, tone: 1 | 2] }): void {
  const seats = Object.keys(sides);
  laid({
    name: title, seats, sides: Object.fromEntries(seats.map((seat) => [seat, sides[seat]?.[0] ?? ''])),
    liveries: Object.fromEntries(seats.map((seat) => [seat, { short: capital(seat), tone: sides[seat]?.[1] ?? 1 }])),
  });
}

export function told<E extends { readonly type: string }>(event: E, words = ''): ReplayEvent {
  return { kind: 'rules', type: event.type, event: event as unknown as ReplayEvent['event'], words, account: [] };
}

export function listing(subject: string, actions: readonly Action[], forms: readonly Form[] = []): Choices {
  return { decision: '1.0', subject, actions: actions.map((action) => ({ action, words: `do ${action.type}` })), forms };
}

/** Odds by the chance of each value of a part; what is not said of a mean follows from that. */
export function law(
  parts: { readonly [part: string]: readonly (readonly [value: boolean | number, p: number])[] },
  means: { readonly [part: string]: number } = {},
  outcomes: readonly Chance[] = [],
): Odds {
  const known = Object.entries(parts).map(([part, some]): [string, number] => [part, some.reduce((sum, [value, p]) => sum + Number(value) * p, 0)]);
  return {
    outcomes, left_out: 0, unresolved: '0',
    means: Object.fromEntries([...known, ...Object.entries(means)].map(([part, value]) => [part, { mean: '', value }])),
    parts: Object.fromEntries(Object.entries(parts).map(([part, some]) => [part, some.map(([value, p]) => ({ value, chance: '', p, least: '' }))])),
  };
}

/** What an order is likely to do, by what it throws. */
export function weighing(...calls: readonly (readonly [procedure: string, words: string, odds: Odds])[]): Preview {
  return { decision: '1.0', words: '', why_not: null, calls: calls.map(([procedure, words, odds]) => ({ procedure, words, inputs: {}, odds, unweighed: '' })), outcome: null, foretold: '' };
}

/** A sea of which there is nothing to draw, for tests to add what they are about. */
export const CALM: Sea = { bands: [], sectors: [], rakes: [], fields: [], torpedoes: 0, luffing: 0, ships: {}, gales: [], figures: {}, winds: {} };
