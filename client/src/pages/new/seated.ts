// Who sits where when another battle is chosen. Pure.
import type { SeatInfo } from '../../api/types';

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

/** Who sat where in a match, for the address of a form that is to begin with the same: `british.me,allied.bot:bold-admiral`. */
export function sat(seats: readonly Pick<SeatInfo, 'seat' | 'kind' | 'bot' | 'yours'>[]): string {
  return seats.map((one) => `${one.seat}.${one.kind === 'bot' && one.bot ? `bot:${one.bot}` : one.yours ? 'me' : 'invite'}`).join(',');
}

/** What such an address says: who sits where, and how each bot is to play. What it does not say is left to the form. */
export function sitting(said: string | null): { seats: { [seat: string]: string }; manners: { [seat: string]: Manner } } {
  const seats: { [seat: string]: string } = {};
  const manners: { [seat: string]: Manner } = {};
  for (const [seat, kind] of (said ?? '').split(',').map((one) => one.split('.'))) {
    const bot = kind?.startsWith('bot:') ? kind.slice(4).split('-') : null;
    if (!seat || !kind || !(bot || ['me', 'open', 'invite'].includes(kind))) continue;
    seats[seat] = bot ? `bot:${bot.at(-1)}` : kind;
    const temper = bot?.slice(0, -1).find((word) => word !== 'slow');
    if (bot && bot.length > 1) manners[seat] = { ...(temper ? { temper } : {}), slow: bot[0] === 'slow' };
  }
  return { seats, manners };
}
