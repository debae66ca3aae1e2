import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Cutter, type Hearing, type Source } from './sse';
import { Gapless, Stream, type Line } from './stream';
import type { TableEvent } from './types';

const event = (number: number): TableEvent => ({ number, kind: 'rules', type: 'moved', event: {}, words: `event ${number}`, account: [], at: '' });

test('events go through once and in order', () => {
  const seen = new Gapless(2);
  expect(seen.take([event(4), event(3), event(3), event(2)])?.map((one) => one.number)).toEqual([3, 4]);
  expect(seen.take([event(4)])).toEqual([]);
  expect(seen.last).toBe(4);
});

test('a missing number is noticed and nothing passes it', () => {
  const seen = new Gapless(2);
  expect(seen.take([event(5)])).toBeNull();
  expect(seen.last).toBe(2);
});

test('messages are cut whole from pieces, comments and names included', () => {
  const cut = new Cutter();
  expect(cut.push('retry: 1000\n\nid: 43\nda')).toEqual([]);
  expect(cut.push('ta: {"number":43}\n')).toEqual([]);
  expect(cut.push('\n: still here\n\nevent: presence\r\ndata: {}\r\n\r\n')).toEqual([
    { name: 'message', data: '{"number":43}' },
    { name: 'presence', data: '{}' },
  ]);
});

class Table {
  all: TableEvent[] = [];
  hearing: Hearing | null = null;
  opened: string[] = [];
  reachable = true;
  open = (address: string, hearing: Hearing): Source => {
    this.opened.push(address);
    this.hearing = hearing;
    queueMicrotask(() => {
      if (!this.reachable) return hearing.onend();
      hearing.onopen();
      hearing.onheard(); // "retry: 1000"
    });
    return { close: () => void (this.hearing = this.hearing === hearing ? null : this.hearing) };
  };
  after = async (last: number) => {
    if (!this.reachable) throw new Error('lost');
    return { last: this.all.length, events: this.all.slice(last) };
  };
  tell(number: number, send = true) {
    this.all.push(event(number));
    if (send) this.hearing?.onmessage('message', JSON.stringify(event(number)));
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function sit(table: Table) {
  const heard: number[] = [];
  const lines: Line[] = [];
  const stream = new Stream({
    address: '/events', last: 0, after: (last) => table.after(last), open: (address, hearing) => table.open(address, hearing),
    onevents: (events) => heard.push(...events.map((one) => one.number)), online: (line) => lines.push(line),
  });
  return { heard, lines, stream };
}

test('what a stream lost is asked for, and each event is heard once', async () => {
  const table = new Table();
  const { heard } = sit(table);
  await vi.advanceTimersByTimeAsync(1);
  table.tell(1);
  table.tell(2, false);
  table.tell(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toEqual([1, 2, 3]);
});

test('a broken stream is opened again after the last number heard', async () => {
  const table = new Table();
  const { heard, lines } = sit(table);
  await vi.advanceTimersByTimeAsync(1);
  table.tell(1);
  table.hearing?.onend();
  table.tell(2, false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(heard).toEqual([1, 2]);
  expect(table.opened.at(-1)).toBe('/events?after=2');
  expect(lines).toEqual(['opening', 'open', 'lost', 'lost', 'open']);
});

test('a line that falls silent is opened anew', async () => {
  const table = new Table();
  const { stream } = sit(table);
  await vi.advanceTimersByTimeAsync(30_000);
  table.hearing?.onheard();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(table.opened).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(table.opened).toHaveLength(2);
  stream.close();
});

test('where streams never open it goes on by asking, and tries one now and then', async () => {
  const table = new Table();
  const works = table.open;
  table.open = (address, hearing) => {
    table.opened.push(address);
    queueMicrotask(() => hearing.onend());
    return { close: () => undefined };
  };
  const { heard, lines, stream } = sit(table);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(lines.at(-1)).toBe('asking');
  const tried = table.opened.length;
  table.tell(1, false);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(heard).toEqual([1]);
  expect(table.opened.length).toBe(tried);
  table.open = works;
  await vi.advanceTimersByTimeAsync(35_000);
  expect(table.opened.length).toBeGreaterThan(tried);
  stream.close();
});

test('a proxy that lets a stream open and holds back what it says is noticed', async () => {
  const table = new Table();
  table.open = (address, hearing) => {
    table.opened.push(address);
    queueMicrotask(() => hearing.onopen());
    return { close: () => undefined };
  };
  const { heard, lines, stream } = sit(table);
  await vi.advanceTimersByTimeAsync(4 * 50_000);
  table.tell(1, false);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(heard).toEqual([1]);
  expect(lines.at(-1)).toBe('asking');
  stream.close();
});

test('events of a receipt count as heard', async () => {
  const table = new Table();
  const { heard, stream } = sit(table);
  await vi.advanceTimersByTimeAsync(1);
  table.all.push(event(1));
  stream.offer([event(1)]);
  table.hearing?.onmessage('message', JSON.stringify(event(1)));
  expect(heard).toEqual([1]);
  stream.close();
});

test('after the server comes back nothing is missing', async () => {
  const table = new Table();
  const { heard, stream } = sit(table);
  await vi.advanceTimersByTimeAsync(1);
  table.reachable = false;
  table.hearing?.onend();
  await vi.advanceTimersByTimeAsync(30_000);
  for (const number of [1, 2, 3]) table.tell(number, false);
  table.reachable = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(heard).toEqual([1, 2, 3]);
  stream.close();
});

test.each([5, 30, 3600])('after %i seconds without a server the stream itself comes back, and asking stops', async (seconds) => {
  const table = new Table();
  const { heard, lines, stream } = sit(table);
  await vi.advanceTimersByTimeAsync(10_000);
  table.reachable = false;
  table.hearing?.onend();
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  expect(lines.at(-1)).toBe('lost');
  table.reachable = true;
  await vi.advanceTimersByTimeAsync(8_000);
  expect(lines.at(-1)).toBe('open');
  const asked = vi.spyOn(table, 'after');
  table.tell(1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(heard).toEqual([1]);
  expect(asked).not.toHaveBeenCalled();
  stream.close();
});

test('while nobody answers it waits longer each time, and not everybody equally long', async () => {
  const waits = async (chance: number) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance);
    const table = new Table();
    const times: number[] = [];
    table.after = async () => {
      times.push(Date.now());
      throw new Error('lost');
    };
    const { stream } = sit(table);
    await vi.advanceTimersByTimeAsync(10_000);
    table.reachable = false;
    table.hearing?.onend();
    times.push(Date.now());
    await vi.advanceTimersByTimeAsync(60_000);
    stream.close();
    return times.slice(1, 8).map((time, n) => time - (times[n] ?? 0));
  };
  expect(await waits(1)).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
  expect(await waits(0)).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000]);
});

test('a question that is never answered does not stop it', async () => {
  const table = new Table();
  const { heard, stream } = sit(table);
  await vi.advanceTimersByTimeAsync(1);
  const answers = table.after;
  table.after = () => new Promise(() => undefined);
  table.hearing?.onend();
  await vi.advanceTimersByTimeAsync(20_000);
  table.after = answers;
  table.tell(1, false);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(heard).toEqual([1]);
  stream.close();
});
