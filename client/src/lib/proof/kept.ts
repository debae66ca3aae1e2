// What this browser saw of a match while it was on: the hash of the server's seed, the heads of its record, the words it
// drew for the dice, and what the others had committed to. Kept here, where the server cannot change them, they hold the
// record to what was played.

type Texts = { readonly [seat: string]: string };

export interface Kept {
  readonly match: string;
  readonly seedHash: string;
  readonly heads: readonly string[];
  /** The words that this browser drew, by seat, after it had the hash. */
  readonly words?: Texts;
  /** The commitments of all seats, as they were shown before this browser opened its words. */
  readonly commits?: Texts;
  /** Whether words are still to be opened: then they must not be forgotten. */
  readonly pending?: boolean;
}

const KEY = 'weathergauge-heads';
const MATCHES = 40;
const HEADS = 24;

export type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** A page that may keep nothing still remembers while it is open. */
const remembered = new Map<string, string>();
const memory: Store = { getItem: (key) => remembered.get(key) ?? null, setItem: (key, text) => void remembered.set(key, text) };

export const own = (): Store => {
  try {
    return globalThis.localStorage ?? memory;
  } catch {
    return memory;
  }
};

function all(store: Store): readonly Kept[] {
  try {
    const found: unknown = JSON.parse(store.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? (found as Kept[]).filter((one) => typeof one?.match === 'string' && typeof one.seedHash === 'string' && Array.isArray(one.heads)) : [];
  } catch {
    return [];
  }
}

/** Puts a match first. Those whose words are still to be opened stay, however many others came since. */
function put(store: Store, one: Kept): void {
  const others = all(store).filter((other) => other.match !== one.match);
  let room = MATCHES - 1;
  store.setItem(KEY, JSON.stringify([one, ...others.filter((other) => room-- > 0 || other.pending)]));
}

/** Notes a head. The first hash that was seen of a match stays: a later one would be a lie. */
export function keepHead(match: string, seedHash: string | null | undefined, head: string | null | undefined, store: Store = own()): void {
  if (!seedHash) return;
  const known = keptOf(match, null, store);
  if (known && (!head || known.heads.includes(head))) return;
  const heads = [...(known?.heads ?? []), ...(head ? [head] : [])];
  // The first ones and the newest: what lies between is held by them.
  const some = heads.length > HEADS ? [...heads.slice(0, 4), ...heads.slice(4 - HEADS)] : heads;
  try {
    put(store, { ...known, match, seedHash: known?.seedHash ?? seedHash, heads: some });
  } catch {
    // no room, or a private window: the player can still note them
  }
}

/**
 * Keeps words for a seat until they are opened, and after, and gives those that are kept: the first stay, also where another
 * tab drew them. Where nothing can be kept, at least while the page is open.
 */
export function keepWords(match: string, seedHash: string, seat: string, words: string, store: Store = own()): string {
  const known = keptOf(match, null, store) ?? { match, seedHash, heads: [] };
  rewrite({ ...known, words: { [seat]: words, ...known.words }, pending: true }, store);
  return keptOf(match, null, store)?.words?.[seat] ?? words;
}

/** Notes what everybody had committed to: from now on own words may be opened, and the others' can no longer be chosen. */
export function keepCommits(match: string, commits: Texts, store: Store = own()): void {
  const known = keptOf(match, null, store);
  if (known) rewrite({ ...known, commits }, store);
}

/** The words were opened, or will not be any more. */
export function settled(match: string, store: Store = own()): void {
  const known = keptOf(match, null, store);
  if (known?.pending) rewrite({ ...known, pending: false }, store);
}

function rewrite(one: Kept, store: Store): void {
  try {
    put(store, one);
  } catch {
    put(memory, one);
  }
}

/** Matches that wait for words of this browser to be opened. */
export const pending = (store: Store = own()): readonly string[] => [...new Set([...all(store), ...all(memory)].flatMap((one) => (one.pending ? [one.match] : [])))];

/** What was kept of a match, by its id or by the hash in its record. */
export function keptOf(match: string | null, seedHash: string | null, store: Store = own()): Kept | null {
  const wanted = (one: Kept): boolean => (match !== null ? one.match === match : one.seedHash === seedHash);
  return all(store).find(wanted) ?? all(memory).find(wanted) ?? null;
}
