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
