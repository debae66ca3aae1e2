// One click to a game: the shortest battle there is, against the strongest bot.
import { covers, createMatch } from '../api/calls';
import type { SeatChoice, Summary } from '../api/types';
import { takePart } from './proof/pledge';
import { session } from './session.svelte';

export function seatsAgainst(seats: readonly string[], mine: string, bot: string): { [seat: string]: SeatChoice } {
  return Object.fromEntries(seats.map((seat) => [seat, seat === mine ? { kind: 'me' } : { kind: 'bot', bot }]));
}

/** Begins the first game of a title; without one, that of the first title there is. */
export async function duel(name?: string): Promise<Summary> {
  await session.ensure();
  const title = (await covers()).find((one) => one.first && (name === undefined || one.name === name));
  if (!title?.first) throw new Error('nothing can be played');
  const { bot, first } = title;
  const made = await createMatch({
    title: title.name,
    scenario: first.name,
    settings: {},
    seats: seatsAgainst(first.seats, first.seats[0] ?? '', bot),
    pace: 'live',
    deadline_hours: null,
    public: false,
    dice: 'server',
    words: true,
  });
  return takePart(made);
}
