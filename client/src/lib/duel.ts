// One click to a game: the shortest battle there is, against the strongest bot.
import { createMatch, titles } from '../api/calls';
import type { SeatChoice, Summary, TitleInfo } from '../api/types';
import { takePart } from './proof/pledge';
import { session } from './session.svelte';

export interface Game {
  readonly title: TitleInfo;
  readonly scenario: TitleInfo['scenarios'][number];
}

/** What a newcomer to each title starts with: its duel if it has one, else its first battle. */
export function firstGames(all: readonly TitleInfo[]): readonly Game[] {
  return all.flatMap((title) => {
    const scenario = title.scenarios.find((one) => one.name === 'duel') ?? title.scenarios[0];
    return title.playable && scenario ? [{ title, scenario }] : [];
  });
}

export function seatsAgainst(seats: readonly string[], mine: string, bot: string): { [seat: string]: SeatChoice } {
  return Object.fromEntries(seats.map((seat) => [seat, seat === mine ? { kind: 'me' } : { kind: 'bot', bot }]));
}

/** Begins the first game of a title; without one, that of the first title there is. */
export async function duel(name?: string): Promise<Summary> {
  await session.ensure();
  const game = firstGames(await titles()).find(({ title }) => name === undefined || title.name === name);
  if (!game) throw new Error('nothing can be played');
  const { title, scenario } = game;
  const bot = title.bots[0]?.name ?? '';
  const made = await createMatch({
    title: title.name,
    scenario: scenario.name,
    settings: {},
    seats: seatsAgainst(scenario.seats, scenario.seats[0] ?? '', bot),
    pace: 'live',
    deadline_hours: null,
    public: false,
    dice: 'server',
    words: true,
  });
  return takePart(made);
}
