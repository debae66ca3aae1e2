// Takes part in the dice for the seats of this browser: keeps the server's hash, draws words, commits to them, and opens
// them when all have committed. docs/record.md, "Words that are sealed", says why in this order.
import * as calls from '../../api/calls';
import { Problem } from '../../api/http';
import type { SeatInfo, Summary } from '../../api/types';
import { hex } from './hash';
import { keepCommits, keepHead, keepWords, keptOf, own, pending, settled, type Store } from './kept';
import { commitment } from './words';

/** 128 bits of this browser's own, behind what the player typed. */
export function drawWords(typed = ''): string {
  const drawn = hex(crypto.getRandomValues(new Uint8Array(16)));
  const said = typed.trim();
  return said ? `${said} ${drawn}` : drawn;
}

type Door = Pick<typeof calls, 'commit' | 'openWords'>;

/** Why words of this browser cannot be opened; null where they can, or are. */
export function hindrance(match: Summary, store: Store = own()): string | null {
  const kept = keptOf(match.id, null, store);
  if (kept && kept.seedHash !== match.seed_hash) {
    return 'The server shows another hash of its seed than before. This browser opens no words for it: call the match off, and ask whoever runs the server.';
  }
  const lost = match.seats.find((seat) => seat.yours && seat.words === 'committed' && kept?.words?.[seat.seat] === undefined);
  return lost ? 'Your words for the dice lie in the browser with which you sat down: open the match there once, or have it called off and made anew.' : null;
}

/** All seats that add words have committed, each to its own. */
const sealed = (seats: readonly SeatInfo[]): { [seat: string]: string } => Object.fromEntries(seats.flatMap((seat) => (seat.commitment ? [[seat.seat, seat.commitment]] : [])));

/**
 * Does what can be done now for the words of this browser's seats, and gives the match as it then is. Asked again, it goes
 * on where it was. Throws a Problem where the server lets go of what it had shown.
 */
export async function takePart(match: Summary, typed = '', store: Store = own(), door: Door = calls): Promise<Summary> {
  let now = match;
  keepHead(now.id, now.seed_hash, null, store);
  if (now.status !== 'gathering') {
    settled(now.id, store);
    return now;
  }
  const why = hindrance(now, store);
  if (why) throw new Problem('refused', 0, why);
  for (const seat of now.seats.filter((one) => one.yours && one.words === 'awaited')) {
    // Words that were kept and never arrived are still good: nobody has seen them.
    const words = keepWords(now.id, now.seed_hash, seat.seat, drawWords(typed), store);
    now = await door.commit(now.id, seat.seat, await commitment(words), now.seed_hash);
  }
  if (now.waits_for !== 'openings') return now;
  const kept = keptOf(now.id, null, store);
  const commits = sealed(now.seats);
  for (const seat of now.seats.filter((one) => one.yours && one.words === 'committed')) {
    const words = kept?.words?.[seat.seat];
    if (words === undefined || (await commitment(words)) !== commits[seat.seat]) throw new Problem('refused', 0, `The server shows another commitment for ${seat.seat} than this browser made: it opens no words.`);
    const before = keptOf(now.id, null, store)?.commits;
    if (before && JSON.stringify(before) !== JSON.stringify(commits)) throw new Problem('refused', 0, 'The server shows other commitments than before: this browser opens no words.');
    keepCommits(now.id, commits, store);
    now = await door.openWords(now.id, seat.seat, words);
  }
  if (now.status !== 'gathering') settled(now.id, store);
  return now;
}

/** Opens what waits to be opened in any match of this browser: whichever page it is on. */
export async function openPending(store: Store = own()): Promise<void> {
  for (const match of pending(store)) {
    try {
      await takePart(await calls.summary(match), '', store);
    } catch (error) {
      if (error instanceof Problem && error.status === 404) settled(match, store);
      // the page of the match says what hinders it
    }
  }
}
