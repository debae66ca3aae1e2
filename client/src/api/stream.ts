// A seat's events, in order and without gaps, however the line behaves.
//
// A stream brings them while it can. When nothing has come for 40 seconds, when a number is missing or the stream
// breaks, the gap is filled by asking (`?after=`) and the stream is opened anew, as soon as somebody answers and however
// long that takes. Where the server answers and streams bring nothing, it goes on by asking, and tries a stream now and then.
import { openSource, type Source } from './sse';
import type { Presence, TableEvent } from './types';

export type Line = 'opening' | 'open' | 'asking' | 'lost' | 'closed';

/** The numbers seen so far: lets each event through once, in order. */
export class Gapless {
  constructor(public last: number) {}

  /** The new ones of these, or null where one is missing before them. */
  take(events: readonly TableEvent[]): TableEvent[] | null {
    const fresh = events.filter((event) => event.number > this.last).sort((a, b) => a.number - b.number);
    let expected = this.last;
    for (const event of fresh) {
      if (event.number === expected) continue; // the same one twice in a batch
      if (event.number !== expected + 1) return null;
      expected = event.number;
    }
    const once = fresh.filter((event, n) => event.number !== fresh[n - 1]?.number);
    this.last = expected;
    return once;
  }
}

export interface StreamOptions {
  /** `/api/matches/M/seats/S/events` */
  readonly address: string;
  readonly last: number;
  /** Asks for what came after a number. */
  readonly after: (last: number) => Promise<{ last: number; events: readonly TableEvent[] }>;
  readonly onevents: (events: readonly TableEvent[]) => void;
  readonly onpresence?: (who: Presence) => void;
  readonly online?: (state: Line) => void;
  /** The match is over: there is little more to come, so look only now and then once the stream has ended. */
  readonly over?: () => boolean;
  readonly open?: typeof openSource;
  readonly silence?: number;
}

const SILENCE = 40_000;
const POLL = 3_000;
const POLL_OVER = 20_000;
/** The first wait before trying again, and the longest; all of them shortened by chance, so that not everybody comes at once. */
const SOONEST = 500;
const LATEST = 8_000;
/** A stream that lived so long was a good one: the next is tried soon. */
const STEADY = 5_000;
/** So many streams in a row may bring nothing, although the server answers, before it goes on by asking … */
const PATIENCE = 3;
/** … for so long, until another stream is tried; it goes on asking beside it. */
const ASKING = 30_000;
/** A question without an answer for so long is given up, and a stream that has not said anything: it begins with a word. */
const UNANSWERED = 15_000;

export class Stream {
  readonly #options: StreamOptions;
  readonly #seen: Gapless;
  #source: Source | null = null;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  /** How often in a row it broke, or nobody answered. */
  #failures = 0;
  /** How many streams in a row brought nothing, although the server answered just before. */
  #barren = 0;
  #opened = 0;
  #askedSince = 0;
  #brought = false;
  #closed = false;
  #filling: Promise<boolean> | null = null;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#seen = new Gapless(options.last);
    this.#connect();
  }

  get last(): number {
    return this.#seen.last;
  }

  /** Events that came another way (a receipt): each still goes through once. */
  offer(events: readonly TableEvent[]): void {
    this.#pass(events);
  }

  /** Look at once whether anything is new: after the page was asleep, or the line came back. */
  wake(): void {
    if (this.#closed) return;
    if (this.#source) void this.#fill();
    else this.#later(0);
  }

  close(): void {
    this.#closed = true;
    this.#drop();
    clearTimeout(this.#again);
    this.#tell('closed');
  }

  #tell(state: Line): void {
    this.#options.online?.(state);
  }

  #drop(): void {
    clearTimeout(this.#watch);
    this.#source?.close();
    this.#source = null;
  }

  #listen(): void {
    clearTimeout(this.#watch);
    const silence = this.#options.silence ?? SILENCE;
    this.#watch = setTimeout(() => this.#broke(), this.#brought ? silence : Math.min(silence, UNANSWERED));
  }

  get #asks(): boolean {
    return this.#barren > PATIENCE;
  }

  #connect(): void {
    this.#drop();
    if (this.#asks) this.#later(POLL);
    else clearTimeout(this.#again);
    const mark = this.#options.address.includes('?') ? '&' : '?';
    this.#tell(this.#asks ? 'asking' : this.#failures ? 'lost' : 'opening');
    this.#opened = Date.now();
    this.#brought = false;
    this.#listen();
    const open = this.#options.open ?? openSource;
    this.#source = open(`${this.#options.address}${mark}after=${this.#seen.last}`, {
      onopen: () => {
        if (!this.#asks) this.#tell('open');
      },
      onheard: () => {
        this.#brought = true;
        this.#listen();
        if (!this.#asks) return;
        this.#barren = 0;
        clearTimeout(this.#again);
        this.#tell('open');
      },
      onend: () => this.#broke(),
      onmessage: (name, data) => {
        if (name === 'presence') {
          const who = read<Presence>(data);
          if (who) this.#options.onpresence?.(who);
        } else if (name === 'bye') {
          this.#broke();
        } else {
          const event = read<TableEvent>(data);
          if (event) this.#pass([event]);
        }
      },
    });
  }

  #pass(events: readonly TableEvent[]): void {
    const fresh = this.#seen.take(events);
    if (fresh === null) void this.#fill();
    else if (fresh.length) this.#options.onevents(fresh);
  }

  /** Asks for everything after the last number; says whether the server answered. */
  #fill(): Promise<boolean> {
    const asked = (this.#filling ??= (async () => {
      try {
        for (;;) {
          const before = this.#seen.last;
          const answer = await this.#options.after(before);
          if (this.#closed) return true;
          const fresh = this.#seen.take(answer.events);
          if (fresh?.length) this.#options.onevents(fresh);
          if (this.#seen.last === before || this.#seen.last >= answer.last) return true;
        }
      } catch {
        return false;
      }
    })());
    void asked.then(() => {
      if (this.#filling === asked) this.#filling = null;
    });
    return asked;
  }

  /** The stream ended or fell silent. */
  #broke(): void {
    if (this.#closed) return;
    this.#drop();
    this.#barren = this.#brought ? 0 : this.#barren + 1;
    this.#failures = this.#brought && Date.now() - this.#opened >= STEADY ? 1 : this.#failures + 1;
    this.#askedSince = Date.now();
    this.#tell(this.#over || this.#asks ? 'asking' : 'lost');
    this.#later(this.#asks ? POLL : this.#wait());
  }

  get #over(): boolean {
    return this.#options.over?.() ?? false;
  }

  #wait(): number {
    return Math.min(SOONEST * 2 ** (this.#failures - 1), LATEST) * (0.5 + 0.5 * Math.random());
  }

  #later(ms: number): void {
    clearTimeout(this.#again);
    this.#again = setTimeout(() => void this.#comeBack(), ms);
  }

  /** Ask for what is missing, and open the stream again where somebody answers. */
  async #comeBack(): Promise<void> {
    const reached = await this.#answered();
    if (this.#closed) return;
    if (this.#source) {
      if (this.#asks) this.#later(POLL); // a stream is being tried
    } else if (!reached) {
      this.#failures += 1;
      this.#tell('lost');
      this.#later(this.#wait());
    } else if (this.#over) {
      this.#tell('asking');
      this.#later(POLL_OVER);
    } else if (this.#asks && Date.now() - this.#askedSince < ASKING) {
      // Asking works although streams keep failing (a proxy that buffers, too many streams): go on by asking.
      this.#tell('asking');
      this.#later(POLL);
    } else {
      this.#connect();
    }
  }

  /** Whether the server answered in time. */
  async #answered(): Promise<boolean> {
    let late: ReturnType<typeof setTimeout> | undefined;
    const givenUp = new Promise<boolean>((done) => {
      late = setTimeout(() => {
        this.#filling = null;
        done(false);
      }, UNANSWERED);
    });
    const reached = await Promise.race([this.#fill(), givenUp]);
    clearTimeout(late);
    return reached;
  }
}

function read<T>(data: string): T | null {
  try {
    return JSON.parse(data) as T;
  } catch {
    return null;
  }
}
