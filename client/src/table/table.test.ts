import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Json, SeatView, Summary, TableEvent } from '../api/types';
import { toasts } from '../lib/toasts.svelte';
import { Table } from './table.svelte';

// A ruleset that knows ships by name, and nothing else.
vi.mock('../rulesets', () => ({
  moduleFor: async () => ({
    sides: {},
    glance: (view: { ships: string[] }, id: string) => (view.ships.includes(id) ? { id, name: id } : null),
    decide: () => 'Two ships can move.',
    commit: () => ({ action: { type: 'finish' }, words: 'End moving' }),
    hint: () => ({ sign: null, subjects: [], loud: false }),
    describe: () => '',
    headline: () => ({}),
    subjectOf: (action: { ship?: string }) => action.ship ?? null,
    carriedOut: (view: { turned?: boolean }) => view.turned === true,
  }),
}));

/** A server of one seat, behind fetch. */
class Server {
  decision = '0.0';
  turn = true;
  ships: Json = { ships: ['mars', 'ajax'], n: 0 };
  subjects = ['mars', 'ajax', 'step'];
  waiting: { lock: string; seats?: string[] } | null = null;
  events: TableEvent[] = [];
  asked: { address: string; body: Record<string, unknown> | null; key: string | null }[] = [];
  /** What an order does, and the whole receipt that answers it. */
  brings: (() => unknown) | null = null;
  /** How many of several orders are carried out; null: all. */
  given: number | null = null;
  refuse: { status: number; body: Record<string, unknown> } | null = null;
  #stream: ReadableStreamDefaultController<Uint8Array> | null = null;

  view(): Partial<SeatView> {
    return {
      match: 'm', seat: 'british', status: 'playing', decision: this.decision, to_act: ['british'], your_turn: this.turn, view: this.ships,
      subjects: this.subjects.map((id) => ({ id, words: id })), standing: [], waiting: this.waiting as never, draw: null, players: {}, result: null, head: null,
      last: this.events.length, log: [],
    };
  }
  tell(...types: string[]): void {
    for (const type of types) {
      const event: TableEvent = { number: this.events.length + 1, kind: type === 'said' ? 'talk' : 'rules', type, event: { type }, words: `${type}.`, account: [], at: '' };
      this.events.push(event);
      this.#stream?.enqueue(new TextEncoder().encode(`id: ${event.number}\ndata: ${JSON.stringify(event)}\n\n`));
    }
  }
  fetch = async (address: string, asked: RequestInit = {}): Promise<Response> => {
    const body = typeof asked.body === 'string' ? (JSON.parse(asked.body) as Record<string, unknown>) : null;
    const headers = new Headers(asked.headers);
    this.asked.push({ address, body, key: headers.get('Idempotency-Key') });
    const json = (found: unknown, status = 200): Response => new Response(JSON.stringify(found), { status });
    if (headers.get('Accept') === 'text/event-stream') {
      return new Response(new ReadableStream<Uint8Array>({ start: (stream) => void (this.#stream = stream) }));
    }
    if (address === '/api/titles/trafalgar') return json({ name: 'trafalgar', ruleset: 'trafalgar' });
    if (address.includes('/view')) return json(this.view());
    if (address.includes('/choices')) return json({ decision: this.decision, subject: new URLSearchParams(address.split('?')[1]).get('subject'), actions: [{ action: { type: 'move', ship: 'mars', distance: 200 }, words: 'Mars sails 2 inches' }], forms: [] });
    if (address.includes('/preview')) return json({ decision: this.decision, words: 'Mars turns', why_not: null, calls: [] });
    if (address.includes('/foresee')) return json({ ghosts: [{ ship: 'mars', at: [0, (body?.['orders'] as unknown[]).length, 0], way: [] }], met: [], course: null });
    if (address.includes('/why-not')) return json({ decision: this.decision, why_not: (body?.['actions'] as unknown[]).map(() => 'She is fouled'), words: (body?.['actions'] as { type: string }[]).map(({ type }) => `Mars ${type}s`) });
    if (address.endsWith('/orders')) {
      if (this.refuse) return json(this.refuse.body, this.refuse.status);
      return json({ decision: this.decision, to_act: [], your_turn: false, waiting: null, result: null, head: null, last: this.events.length, events: [], given: this.given ?? (body?.['actions'] as unknown[]).length, refused: this.given === null ? '' : 'Ajax cannot follow' });
    }
    if (address.includes('/actions')) {
      if (this.refuse) return json(this.refuse.body, this.refuse.status);
      if (this.brings) return json(this.brings());
      return json({ decision: this.decision, to_act: [], your_turn: false, waiting: null, result: null, head: null, last: this.events.length, events: [] });
    }
    return json({});
  };
  count(part: string): number {
    return this.asked.filter((one) => one.address.includes(part)).length;
  }
}

let server: Server;
let table: Table;
const settle = async (ms = 200): Promise<void> => void (await vi.advanceTimersByTimeAsync(ms));

beforeEach(async () => {
  vi.useFakeTimers();
  server = new Server();
  vi.stubGlobal('fetch', server.fetch);
  table = new Table('m', 'british');
  await table.open({ id: 'm', title: 'trafalgar', words: 'A duel' } as Summary);
  await settle();
});
afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('sitting down shows the view at once and chooses the first ship that waits for orders', () => {
  expect(table.shown).toEqual(server.ships);
  expect(table.scene).toBeNull();
  expect(table.selected).toBe('mars');
  expect(table.choices?.subject).toBe('mars');
  expect(table.waitingShips).toEqual(['mars', 'ajax']);
});

test('events that come together fetch the view once and are shown as one scene', async () => {
  const views = server.count('/view');
  const before = table.shown;
  server.ships = { ships: ['mars', 'ajax'], n: 1 };
  server.tell('moved', 'moved', 'fired');
  await settle();
  expect(server.count('/view')).toBe(views + 1);
  expect(table.scene?.from).toBe(before);
  expect(table.scene?.events.map((event) => event.type)).toEqual(['moved', 'moved', 'fired']);
  expect(table.shown).toEqual(server.ships);
});

test('what comes while a scene is shown waits for its end, and then is shown in one go', async () => {
  server.tell('moved');
  await settle();
  const first = table.scene?.id ?? 0;
  server.tell('fired');
  await settle();
  server.tell('boarded');
  await settle();
  expect(table.scene?.id).toBe(first);
  table.done(first);
  expect(table.scene?.events.map((event) => event.type)).toEqual(['fired', 'boarded']);
  table.done(table.scene?.id ?? 0);
  expect(table.scene).toBeNull();
});

test('a scene that never ends does not stop the match', async () => {
  server.tell('moved');
  await settle();
  expect(table.scene).not.toBeNull();
  await settle(25_000);
  expect(table.scene).toBeNull();
});

test('talk is heard without fetching anything', async () => {
  const views = server.count('/view');
  server.tell('said');
  await settle();
  expect(table.log).toHaveLength(1);
  expect(server.count('/view')).toBe(views);
});

test('a draft is worded and weighed before it is ordered, and ordered with the decision and a key', async () => {
  table.propose({ type: 'turn', ship: 'mars', angle: 20 });
  expect(table.draft?.whyNot).toBeUndefined();
  await settle();
  expect(table.draft?.words).toBe('Mars turns');
  expect(table.draft?.whyNot).toBeNull();
  await table.orderDraft();
  const sent = server.asked.find((one) => one.address.endsWith('/actions'));
  expect(sent?.body).toEqual({ action: { type: 'turn', ship: 'mars', angle: 20 }, decision: '0.0', look: 'mars' });
  expect(sent?.key).toBeTruthy();
  expect(table.draft).toBeNull();
});

test('an answer that brings view, choices and hints leaves nothing to be asked', async () => {
  const choices = { decision: '1.0', subject: 'ajax', actions: [{ action: { type: 'move', ship: 'ajax', distance: 100 }, words: 'Ajax sails 1 inch' }], forms: [] };
  server.brings = () => {
    server.decision = '1.0';
    server.ships = { ships: ['ajax'], n: 1 };
    server.subjects = ['ajax', 'step'];
    server.tell('moved');
    return { ...server.view(), events: server.events, seen: server.view(), choices, hints: { lines: [] } };
  };
  const asked = server.asked.length;
  expect(await table.order({ type: 'move', ship: 'mars', distance: 200 })).toBe(true);
  await settle();
  expect(server.asked.slice(asked).map((one) => one.address.split('/').pop())).toEqual(['actions']);
  expect(table.seen?.decision).toBe('1.0');
  expect(table.selected).toBe('ajax');
  expect(table.choices).toEqual(choices);
  expect(table.hints('ajax')).toEqual({ lines: [] });
  expect(table.scene?.events.map((event) => event.type)).toEqual(['moved']);
  await settle();
  expect(server.count('/hints')).toBe(0);
});

test('a view that is ahead of the events that came is fetched again when they have', async () => {
  server.brings = () => ({ ...server.view(), last: 2, events: [], seen: { ...server.view(), decision: '2.0', last: 2 } });
  const views = server.count('/view');
  await table.order({ type: 'move', ship: 'mars', distance: 200 });
  expect(table.seen?.decision).toBe('0.0');
  await settle();
  expect(server.count('/view')).toBe(views + 1);
});

test('an answer to an earlier question is told in a sentence, and the view is fetched again', async () => {
  server.refuse = { status: 409, body: { type: 'stale', detail: 'Another tab of yours has decided this already.', decision: '0.1' } };
  const views = server.count('/view');
  expect(await table.order({ type: 'move', ship: 'mars', distance: 200 })).toBe(false);
  await settle();
  expect(toasts.list.map((toast) => toast.words)).toContain('Another tab of yours has decided this already.');
  expect(server.count('/view')).toBe(views + 1);
  expect(table.busy).toBe(false);
});

test('reasons are asked for once while nothing is decided, and anew after', async () => {
  const action = { type: 'turn', ship: 'mars', angle: 20 };
  expect(await table.why([action])).toEqual(['She is fouled']);
  await table.why([action]);
  expect(server.count('/why-not')).toBe(1);
  server.decision = '1.0';
  server.tell('moved');
  await settle();
  await table.why([action]);
  expect(server.count('/why-not')).toBe(2);
});

test('where a draft leads is asked for one at a time, the last one always, and stays drawn meanwhile', async () => {
  const run = (distance: number) => ({ type: 'move', ship: 'mars', distance });
  table.propose(run(100));
  await settle(0);
  expect(table.draft?.foresight?.ghosts[0]?.at).toEqual([0, 1, 0]);
  for (let far = 110; far <= 200; far += 10) table.propose(run(far));
  expect(table.draft?.foresight).not.toBeNull();
  await settle();
  expect(server.asked.filter(({ address }) => address.includes('/foresee')).map(({ body }) => body?.['orders'])).toEqual([[run(100)], [run(200)]]);
  table.propose({ type: 'move', ship: 'ajax', distance: 100 });
  expect(table.draft?.foresight).toBeNull();
});

test('what is drawn about a subject is asked for once, and anew when the table has changed', async () => {
  expect(table.hints('mars')).toBeNull();
  await settle();
  expect(table.hints('mars')).not.toBeNull();
  expect(server.count('/hints')).toBe(1);
  server.tell('moved');
  await settle();
  expect(table.hints('mars')).toBeNull();
  expect(server.count('/hints')).toBe(2);
});

test('when the chosen ship has her orders, the next one is chosen', async () => {
  server.decision = '0.1';
  server.subjects = ['ajax', 'step'];
  server.tell('moved');
  await settle();
  expect(table.selected).toBe('ajax');
  table.step(1);
  expect(table.selected).toBe('ajax');
});

test('whoever orders has seen enough: the scene is skipped', async () => {
  server.tell('moved');
  await settle();
  const skips = table.skips;
  table.propose({ type: 'turn', ship: 'mars', angle: 20 });
  expect(table.skips).toBe(skips + 1);
});

describe('two orders in one draft', () => {
  const turn = { type: 'turn', ship: 'mars', angle: 20 };
  const move = { type: 'move', ship: 'mars', distance: 300 };
  const given = () => server.asked.filter((one) => one.address.endsWith('/actions')).map((one) => [one.body?.['action'], one.body?.['decision']]);
  const carriedOut = async (turned: boolean): Promise<void> => {
    server.decision = '1.0';
    server.ships = { ships: ['mars', 'ajax'], turned };
    server.tell('tested');
    await settle();
  };

  test('are worded together and given one after the other', async () => {
    table.propose(turn, move);
    await settle();
    expect(table.draft).toMatchObject({ words: 'Mars turns', nextWords: 'Mars moves', whyNot: null });
    await table.orderDraft();
    expect(given()).toEqual([[turn, '0.0']]);
    await carriedOut(true);
    expect(given()).toEqual([[turn, '0.0'], [move, '1.0']]);
  });

  test('wait for dice that are thrown by hand', async () => {
    table.propose(turn, move);
    await table.orderDraft();
    server.waiting = { lock: '0.0', seats: ['british'] };
    server.decision = '0.1';
    server.tell('awaited');
    await settle();
    expect(given()).toHaveLength(1);
    server.waiting = null;
    await carriedOut(true);
    expect(given()).toHaveLength(2);
  });

  test('leave the second in the bar where the first did not come about', async () => {
    table.propose(turn, move);
    await table.orderDraft();
    await carriedOut(false);
    expect(given()).toHaveLength(1);
    expect(table.draft?.action).toEqual(move);
    await table.orderDraft();
    expect(given()).toEqual([[turn, '0.0'], [move, '1.0']]);
  });

  test('are both dropped where the first is refused', async () => {
    server.refuse = { status: 409, body: { type: 'refused', detail: 'She is fouled' } };
    table.propose(turn, move);
    expect(await table.orderDraft()).toBe(false);
    server.refuse = null;
    await carriedOut(true);
    expect(given()).toHaveLength(1);
  });
});

describe('several orders in one go', () => {
  const orders = ['mars', 'ajax'].map((ship) => ({ type: 'follow', ship }));
  const sent = (): unknown[] => server.asked.filter(({ address }) => address.endsWith('/orders')).map(({ body }) => [(body?.['actions'] as { ship: string }[]).map(({ ship }) => ship), body?.['decision']]);

  test('go in one request, as the answer to the decision that stands', async () => {
    expect(await table.orderAll(orders)).toBe(true);
    expect(sent()).toEqual([[['mars', 'ajax'], '0.0']]);
  });

  test('the first that is refused ends it, with its sentence', async () => {
    server.given = 1;
    expect(await table.orderAll(orders)).toBe(false);
    expect(toasts.list.map((toast) => toast.words)).toContain('Ajax cannot follow');
    server.refuse = { status: 409, body: { type: 'refused', title: 'No', status: 409, detail: 'Mars cannot follow.' } };
    expect(await table.orderAll(orders)).toBe(false);
    expect(await table.orderAll([])).toBe(false);
  });

  test('whoever only passes is not told that the table has gone on', async () => {
    server.refuse = { status: 409, body: { type: 'stale', detail: 'The match has moved on since.', decision: '0.1' } };
    const before = toasts.list.length;
    expect(await table.order({ type: 'ready' })).toBe(false);
    expect(toasts.list).toHaveLength(before);
  });
});
