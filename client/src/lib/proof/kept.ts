// What this browser saw of a match while it was on: the hash of the server's seed and the heads of its record. Kept
// here, where the server cannot change them, they hold the record to what was played.

export interface Kept {
  readonly match: string;
  readonly seedHash: string;
  readonly heads: readonly string[];
}

const KEY = 'weathergauge-heads';
const MATCHES = 40;
const HEADS = 24;

type Store = Pick<Storage, 'getItem' | 'setItem'>;
const own = (): Store | null => {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
};

function all(store: Store | null): readonly Kept[] {
  try {
    const found: unknown = JSON.parse(store?.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? (found as Kept[]).filter((one) => typeof one?.match === 'string' && typeof one.seedHash === 'string' && Array.isArray(one.heads)) : [];
  } catch {
    return [];
  }
}

/** Notes a head. The first hash that was seen of a match stays: a later one would be a lie. */
export function keepHead(match: string, seedHash: string | null | undefined, head: string | null | undefined, store: Store | null = own()): void {
  if (!seedHash) return;
  const before = all(store);
  const known = before.find((one) => one.match === match);
  if (known && (!head || known.heads.includes(head))) return;
  const heads = [...(known?.heads ?? []), ...(head ? [head] : [])];
  // The first ones and the newest: what lies between is held by them.
  const some = heads.length > HEADS ? [...heads.slice(0, 4), ...heads.slice(4 - HEADS)] : heads;
  try {
    store?.setItem(KEY, JSON.stringify([{ match, seedHash: known?.seedHash ?? seedHash, heads: some }, ...before.filter((one) => one.match !== match)].slice(0, MATCHES)));
  } catch {
    // no room, or a private window: the player can still note them
  }
}

/** What was kept of a match, by its id or by the hash in its record. */
export function keptOf(match: string | null, seedHash: string | null, store: Store | null = own()): Kept | null {
  return all(store).find((one) => (match !== null ? one.match === match : one.seedHash === seedHash)) ?? null;
}
