// Players' words for the dice: whether they are those that were committed to. docs/record.md, "Words that are sealed".
import { hex, sha256, utf8 } from './hash';
import type { Header, Outcome } from './record';
import { Wrong } from './wrong';

/** sealed: committed to, then opened; plain: given openly; none: no words; bot: none, a bot sits there. */
export type How = 'sealed' | 'plain' | 'none' | 'bot';

/** What a browser that sat at the table kept for itself. */
export interface OwnWords {
  /** By seat, the words that it drew. */
  readonly words: { readonly [seat: string]: string };
  /** The commitments of all seats, as they were shown before it opened its own. */
  readonly commits: { readonly [seat: string]: string };
}

export interface Words {
  readonly how: { readonly [seat: string]: How };
  readonly outcome: Outcome;
  readonly said: string;
}

const HOW: readonly unknown[] = ['sealed', 'plain', 'none', 'bot'];
const CHOSEN = 'whoever made the seed could have chosen it, and the dice with it';
const NAMELESS = 'Nobody added words of their own';

type Texts = { readonly [name: string]: string };
const texts = (value: unknown): Texts | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every((one) => typeof one === 'string') ? (value as Texts) : null;

export const commitment = async (words: string): Promise<string> => hex(await sha256(utf8(words)));

/** Holds the second line of a record to itself, and to what was kept. */
export async function checkWords(header: Header, second: { readonly [field: string]: unknown }, own: OwnWords | null): Promise<Words> {
  const wrong = (why: string): never => {
    throw new Wrong('words', 2, 0, why);
  };
  const seeds = texts(second['seeds']) ?? {};
  const commits = texts(second['commits'] ?? {}) ?? wrong('its commitments cannot be read');
  for (const [seat, words] of Object.entries(own?.words ?? {})) {
    if (seeds[seat] !== words) wrong(`the words that this browser drew for ${seat} are not in it`);
  }
  for (const [seat, shown] of Object.entries(own?.commits ?? {})) {
    if (commits[seat] !== shown) wrong(`the commitment of ${seat} is not the one that was shown before the words were opened`);
  }
  const extra = own && Object.keys(own.commits).length ? Object.keys(seeds).find((seat) => own.commits[seat] === undefined) : undefined;
  if (extra !== undefined) wrong(`there are words of ${extra}, who had shown no commitment before the words were opened`);

  if (second['words'] === undefined) {
    if (Object.keys(commits).length) wrong('there are commitments here, and it is not said how the words came about');
    const given = Object.keys(seeds).length > 0;
    return { how: {}, outcome: 'open', said: `${given ? 'The players’ words were not sealed before they were opened' : NAMELESS}: ${CHOSEN}` };
  }
  const how = texts(second['words']);
  if (!how || Object.values(how).some((one) => !HOW.includes(one))) return wrong('how the words came about cannot be read');
  const names = Object.keys(how).sort().join();
  if (names !== Object.keys(header.seats).sort().join()) wrong('how the words came about is expected here for every seat, and for no other');
  for (const seat of new Set([...Object.keys(seeds), ...Object.keys(commits), ...Object.keys(how)])) {
    const one = how[seat] ?? 'none';
    const gave = seeds[seat] !== undefined;
    if (gave !== (one === 'sealed' || one === 'plain') || (commits[seat] !== undefined) !== (one === 'sealed')) wrong(`the words of ${seat} do not fit what is said of them: ${one}`);
    if (one === 'sealed' && (await commitment(seeds[seat] ?? '')) !== commits[seat]) wrong(`the words of ${seat} are not those that ${seat} had committed to`);
  }
  const sealed = Object.keys(how).filter((seat) => how[seat] === 'sealed');
  const known = how as Words['how'];
  if (!sealed.length) return { how: known, outcome: 'open', said: `${Object.keys(seeds).length ? 'No words were sealed before they were opened' : NAMELESS}: ${CHOSEN}` };
  const mine = Object.keys(own?.words ?? {}).length
    ? 'Those that this browser drew after it had seen the hash are in it, and every other was committed to before: nobody could choose the dice'
    : `${sealed.length === 1 ? 'One seat’s words fit its commitment' : `The words of ${sealed.length} seats fit their commitments`}. That these were shown before any words were opened, the browsers that took part know: this is not one of them`;
  return { how: known, outcome: 'ok', said: mine };
}
