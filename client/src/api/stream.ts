// A seat's events, in order and without gaps, however the line behaves.
//
// A stream brings them while it can. When nothing has come for 40 seconds, when a number is missing or the stream
// breaks, the gap is filled by asking (`?after=`) and the stream is opened anew; where streams do not work at all it
// goes on by asking alone.
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

export class Stream {
  readonly #options: StreamOptions;
  readonly #seen: Gapless;
  #source: Source | null = null;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
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
    clearTimeout(this.#again);
    void this.#fill().then(() => {
      if (!this.#source && !this.#closed) this.#connect();
    });
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

  #heard(): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#retry(), this.#options.silence ?? SILENCE);
  }

  #connect(): void {
    this.#drop();
    const mark = this.#options.address.includes('?') ? '&' : '?';
    this.#tell(this.#failures ? 'lost' : 'opening');
    this.#heard();
    const open = this.#options.open ?? openSource;
    this.#source = open(`${this.#options.address}${mark}after=${this.#seen.last}`, {
      onopen: () => {
        this.#failures = 0;
        this.#tell('open');
      },
      onheard: () => this.#heard(),
      onend: () => this.#retry(),
      onmessage: (name, data) => {
        if (name === 'presence') {
          const who = read<Presence>(data);
          if (who) this.#options.onpresence?.(who);
        } else if (name === 'bye') {
          this.#retry();
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
    this.#filling ??= (async () => {
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
      } finally {
        this.#filling = null;
      }
    })();
    return this.#filling;
  }

  /** The stream broke or fell silent: ask for what is missing, then open it again, sooner at first. */
  #retry(): void {
    if (this.#closed) return;
    this.#drop();
    this.#failures += 1;
    const failed = this.#failures;
    const over = this.#options.over?.() ?? false;
    this.#tell(over ? 'asking' : 'lost');
    clearTimeout(this.#again);
    this.#again = setTimeout(
      () => {
        void this.#fill().then((reached) => {
          if (this.#closed || this.#source) return;
          this.#failures = failed;
          if (reached && (over || failed > 3)) {
            // Asking works although streaming keeps failing (a proxy that buffers): go on by asking.
            this.#tell('asking');
            this.#again = setTimeout(() => this.#retry(), over ? POLL_OVER : POLL);
          } else {
            this.#connect();
          }
        });
      },
      Math.min(500 * 2 ** Math.min(failed - 1, 4), 5000),
    );
  }
}

function read<T>(data: string): T | null {
  try {
    return JSON.parse(data) as T;
  } catch {
    return null;
  }
}
