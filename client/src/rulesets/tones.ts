// The two colours of a table. A title calls its sides by their own tones; where two meet that share one, the second of the
// table takes the other, so that no table has two sides of one colour.
import type { Sides, Tone } from './contract';

export function toneOf(sides: Sides | undefined, seats: readonly string[], seat: string): Tone | undefined {
  const own = sides?.[seat]?.tone;
  if (own === undefined) return undefined;
  const place = seats.indexOf(seat);
  const alike = seats.some((other, at) => at < place && sides?.[other]?.tone === own);
  return alike ? (own === 1 ? 2 : 1) : own;
}

/** The sides of a title as they are at one table, each in its colour there. */
export function sidesAt(sides: Sides, seats: readonly string[]): Sides {
  return Object.fromEntries(Object.entries(sides).map(([seat, words]) => [seat, { ...words, tone: toneOf(sides, seats, seat) ?? words.tone }]));
}
