// Who sits where when another battle is chosen. Pure.

/**
 * A side keeps whom it was given. A side that is new takes over from one that has gone, so that choosing another battle
 * seats nobody twice. At first the player has the first side and a bot the others: the captain,
 * who is met first everywhere, or where there is none the first that plays the title.
 */
export function seated(before: { readonly [seat: string]: string }, seats: readonly string[], bots: readonly string[]): { [seat: string]: string } {
  const first = bots.includes('captain') ? 'captain' : bots[0];
  const bot = first !== undefined ? `bot:${first}` : 'open';
  const known = (kind: string): string => (kind.startsWith('bot:') && !bots.includes(kind.slice(4)) ? bot : kind);
  const free = Object.entries(before).filter(([seat]) => !seats.includes(seat)).map(([, kind]) => kind);
  const fresh = Object.keys(before).length === 0;
  return Object.fromEntries(seats.map((seat, n) => [seat, known(before[seat] ?? free.shift() ?? (fresh && n === 0 ? 'me' : bot))]));
}

/** How a bot is to play: its temper, and whether an admiral takes his time. */
export interface Manner {
  readonly temper?: string;
  readonly slow?: boolean;
}

/** The name by which a bot is asked for: `slow-bold-admiral`. A midshipman has no temper, and only an admiral takes his time. */
export function asked(rank: string, manner: Manner = {}, tempers: readonly string[] = []): string {
  const thinks = rank === 'captain' || rank === 'admiral';
  const temper = thinks && manner.temper && tempers.includes(manner.temper) ? [manner.temper] : [];
  return [...(rank === 'admiral' && manner.slow ? ['slow'] : []), ...temper, rank].join('-');
}
