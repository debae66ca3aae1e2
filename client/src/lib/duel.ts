// One click to a game: the shortest battle there is, against the strongest bot.
import { createMatch, titles } from '../api/calls';
import type { SeatChoice, Summary, TitleInfo } from '../api/types';
import { session } from './session.svelte';

/** The title and scenario a newcomer starts with: the first title that can be played, its duel if it has one. */
export function firstGame(all: readonly TitleInfo[]): { title: TitleInfo; scenario: TitleInfo['scenarios'][number] } | null {
  const title = all.find((one) => one.playable && one.scenarios.length > 0);
  const scenario = title?.scenarios.find((one) => one.name === 'duel') ?? title?.scenarios[0];
  return title && scenario ? { title, scenario } : null;
}

export function seatsAgainst(seats: readonly string[], mine: string, bot: string): { [seat: string]: SeatChoice } {
  return Object.fromEntries(seats.map((seat) => [seat, seat === mine ? { kind: 'me' } : { kind: 'bot', bot }]));
}

export async function duel(): Promise<Summary> {
  await session.ensure();
  const game = firstGame(await titles());
  if (!game) throw new Error('nothing can be played');
  const { title, scenario } = game;
  const bot = title.bots[0]?.name ?? '';
  return createMatch({
    title: title.name,
    scenario: scenario.name,
    settings: {},
    seats: seatsAgainst(scenario.seats, scenario.seats[0] ?? '', bot),
    pace: 'live',
    deadline_hours: null,
    public: false,
    dice: 'server',
  });
}
