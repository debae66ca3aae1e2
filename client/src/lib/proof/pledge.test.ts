import { expect, it } from 'vitest';
import type { Summary } from '../../api/types';
import { keptOf, pending } from './kept';
import { drawWords, hindrance, takePart } from './pledge';
import { commitment } from './words';

const shelf = () => {
  const kept = new Map<string, string>();
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) };
};

type Seat = { seat: string; yours: boolean; words: string; commitment: string | null; opened?: string };

/** A server with a match in it, which notes in which order it is asked. */
function served(...seats: Seat[]) {
  const asked: string[] = [];
  const match = { id: 'm', seed_hash: 'aa'.repeat(32), status: 'gathering', seats };
  const now = (): Summary => {
    const parts = seats.map((seat) => seat.words);
    const waits = parts.includes('awaited') ? 'commitments' : parts.includes('committed') ? 'openings' : null;
    return structuredClone({ ...match, status: waits ? 'gathering' : 'playing', waits_for: waits }) as unknown as Summary;
  };
  const find = (name: string): Seat => seats.find((seat) => seat.seat === name)!;
  return {
    asked,
    seats,
    match,
    now,
    commit: async (_: string, seat: string, hash: string, seal: string) => {
      asked.push(`commit ${seat}`);
      expect(seal).toBe(match.seed_hash);
      Object.assign(find(seat), { words: 'committed', commitment: hash });
      return now();
    },
    openWords: async (_: string, seat: string, words: string) => {
      asked.push(`open ${seat}`);
      Object.assign(find(seat), { words: 'opened', opened: words });
      return now();
    },
  };
}
const mine = (seat = 'red'): Seat => ({ seat, yours: true, words: 'awaited', commitment: null });
const other = (words = 'awaited'): Seat => ({ seat: 'blue', yours: false, words, commitment: words === 'committed' ? 'c'.repeat(64) : null });

it('draws 128 bits, behind what was typed', () => {
  expect(drawWords()).toMatch(/^[0-9a-f]{32}$/);
  expect(drawWords(' five sail ')).toMatch(/^five sail [0-9a-f]{32}$/);
  expect(drawWords()).not.toBe(drawWords());
});

it('begins at once where nobody else adds words', async () => {
  const [server, store] = [served(mine(), { seat: 'blue', yours: false, words: 'bot', commitment: null }), shelf()];
  expect((await takePart(server.now(), 'mine', store, server)).status).toBe('playing');
  expect(server.asked).toEqual(['commit red', 'open red']);
  const kept = keptOf('m', null, store)!;
  expect(await commitment(kept.words!['red']!)).toBe(kept.commits!['red']);
  expect(server.seats[0]!.opened).toBe(kept.words!['red']);
  expect(kept.words!['red']).toMatch(/^mine /);
  expect(pending(store)).toEqual([]);
});

it('opens nothing before all have committed, and keeps what they committed to', async () => {
  const [server, store] = [served(mine(), other()), shelf()];
  await takePart(server.now(), '', store, server);
  await takePart(server.now(), '', store, server);
  expect(server.asked).toEqual(['commit red']);
  expect(pending(store)).toEqual(['m']);
  Object.assign(server.seats[1]!, { words: 'committed', commitment: 'd'.repeat(64) });
  await takePart(server.now(), '', store, server);
  expect(server.asked).toEqual(['commit red', 'open red']);
  expect(keptOf('m', null, store)!.commits).toEqual({ red: server.seats[0]!.commitment, blue: 'd'.repeat(64) });
});

it('opens nothing for a server that changes its hash or a commitment', async () => {
  const [server, store] = [served(mine(), other()), shelf()];
  await takePart(server.now(), '', store, server);
  Object.assign(server.seats[1]!, { words: 'committed', commitment: 'd'.repeat(64) });
  const lied = { ...server.now(), seed_hash: 'bb'.repeat(32) };
  await expect(takePart(lied, '', store, server)).rejects.toThrow(/another hash/);
  const swapped = structuredClone(server.now()) as { seats: Seat[] } & Summary;
  swapped.seats[0]!.commitment = 'e'.repeat(64);
  await expect(takePart(swapped, '', store, server)).rejects.toThrow(/another commitment for red/);
  expect(server.asked).toEqual(['commit red']);
});

it('opens no second seat for a server that exchanges a commitment after the first', async () => {
  const [server, store] = [served(mine(), mine('green'), other('committed')), shelf()];
  const door = {
    ...server,
    openWords: async (match: string, seat: string, words: string) => {
      const now = await server.openWords(match, seat, words);
      server.seats[2]!.commitment = 'f'.repeat(64);
      return now;
    },
  };
  await takePart(server.now(), '', store, door);
  await expect(takePart({ ...server.now(), waits_for: 'openings', seats: server.now().seats.map((seat) => (seat.seat === 'green' ? { ...seat, words: 'committed' as const } : seat)) }, '', store, door)).rejects.toThrow(/other commitments than before/);
});

it('says where the words are if they are not here', async () => {
  const server = served({ ...mine(), words: 'committed', commitment: 'a'.repeat(64) }, other('committed'));
  expect(hindrance(server.now(), shelf())).toMatch(/lie in the browser with which you sat down/);
});
