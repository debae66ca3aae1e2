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
  return battle(title.name, first.name, first.seats, first.seats[0] ?? '', bot);
}

/** Begins a scenario from one of its seats, against a bot. */
export async function battle(title: string, scenario: string, seats: readonly string[], mine: string, bot: string): Promise<Summary> {
  const made = await createMatch({
    title,
    scenario,
    settings: {},
    seats: seatsAgainst(seats, mine, bot),
    pace: 'live',
    deadline_hours: null,
    public: false,
    dice: 'server',
    words: true,
  });
  return takePart(made);
}
