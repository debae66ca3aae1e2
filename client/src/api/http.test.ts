import { afterEach, expect, test, vi } from 'vitest';
import { ask, freshKey, Problem, query, send } from './http';

const json = (body: unknown, status = 200, type = 'application/json', headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': type, ...headers } });

afterEach(() => vi.unstubAllGlobals());

const now = async (): Promise<void> => undefined;

test('a problem is the sentence the server wrote for the player', async () => {
  vi.stubGlobal('fetch', async () => json({ type: 'refused', title: 'The rules do not allow it', status: 409, detail: 'Mars cannot turn: she is fouled with Pluton' }, 409, 'application/problem+json'));
  const problem = await ask('/api/x').catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(Problem);
  expect((problem as Problem).sentence).toBe('Mars cannot turn: she is fouled with Pluton');
  expect((problem as Problem).type).toBe('refused');
  expect((problem as Problem).passing).toBe(false);
});

test('an answer that is no problem description still gets a sentence', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }));
  const problem = (await ask('/api/x').catch((error: unknown) => error)) as Problem;
  expect(problem.sentence).toMatch(/[.]$/);
  expect(problem.passing).toBe(true);
});

test('an order is sent again with the same key until an answer comes', async () => {
  const keys: (string | null)[] = [];
  let tries = 0;
  vi.stubGlobal('fetch', async (_: string, asked: RequestInit) => {
    keys.push(new Headers(asked.headers).get('Idempotency-Key'));
    tries += 1;
    if (tries === 1) throw new TypeError('network');
    if (tries === 2) return new Response('', { status: 503 });
    return json({ last: 43 });
  });
  const retried: number[] = [];
  expect(await send('/api/x', {}, { wait: now, onretry: (n) => retried.push(n) })).toEqual({ last: 43 });
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toBeTruthy();
  expect(retried).toEqual([1, 2]);
});

test('a refusal is not sent again', async () => {
  let tries = 0;
  vi.stubGlobal('fetch', async () => {
    tries += 1;
    return json({ type: 'stale', detail: 'decided already', decision: '4.2' }, 409, 'application/problem+json');
  });
  const problem = (await send('/api/x', {}, { wait: now }).catch((error: unknown) => error)) as Problem;
  expect(tries).toBe(1);
  expect(problem.more['decision']).toBe('4.2');
});

test('an answer cut off in the middle counts as lost, and the order is repeated', async () => {
  let tries = 0;
  vi.stubGlobal('fetch', async () => {
    tries += 1;
    return tries === 1 ? new Response('{"last": 4', { status: 200 }) : json({ last: 43 });
  });
  expect(await send('/api/x', {}, { wait: now })).toEqual({ last: 43 });
});

test('it gives up in the end, and says so', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('network');
  });
  const problem = (await send('/api/x', {}, { wait: now, tries: 3 }).catch((error: unknown) => error)) as Problem;
  expect(problem.lost).toBe(true);
});

test('keys are never the same, and queries leave out what is not there', () => {
  expect(freshKey()).not.toBe(freshKey());
  expect(query({ a: 1, b: null, c: undefined, d: 'x y' })).toBe('?a=1&d=x+y');
  expect(query({})).toBe('');
});
