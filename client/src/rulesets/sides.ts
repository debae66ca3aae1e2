// How the sides of a title are called and coloured: the server says it, and it is laid here before the title's board is. Where
// two meet at a table that share a colour, the second of the table takes the other.
import { known } from '../lib/languages/index.svelte';
import type { TitleInfo } from '../api/types';
import { capital, list, plain } from '../lib/words';
import type { Sides, SideWords, Tone } from './contract';

const table = new Map<string, Sides>();

/** Lays down what the server says of a title's sides. */
export function laid({ name, seats, sides, liveries }: Pick<TitleInfo, 'name' | 'seats' | 'sides' | 'liveries'>): Sides {
  const found = Object.fromEntries(seats.map((seat) => [seat, { short: capital(plain(seat)), tone: 1 as Tone, ...liveries[seat], name: sides[seat] ?? plain(seat) }]));
  table.set(name, found);
  return found;
}

/** The sides of a title, those that are named first first. */
export const sidesOf = (title: string): Sides => table.get(title) ?? {};

/** A side; of whom nothing is known by its own name. */
export function sideOf(title: string, side: string): SideWords {
  return sidesOf(title)[side] ?? { name: plain(side), short: capital(plain(side)), tone: 1 };
}

/** "The Russians and the Swedes": those of a list who are sides, and not the table. */
export const namedIn = (title: string, seats: readonly string[]): string => capital(list(seats.filter((seat) => seat in sidesOf(title)).map((seat) => known(sideOf(title, seat).name))));

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
