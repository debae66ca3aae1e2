// What happens, at its time: cues that begin at a moment and last a while, shown frame by frame until the end or skipped.

export interface Cue {
  /** Milliseconds from the start. */
  readonly at: number;
  readonly lasts: number;
  /** Called once when its time has come; not when it is skipped. */
  readonly begin?: () => void;
  /** Called every frame with the share that has passed, 0 to 1; the last call is with 1. */
  readonly show?: (share: number) => void;
  /** Called once at its end, also when it is skipped. */
  readonly end?: () => void;
}

export interface Clock {
  now(): number;
  frame(callback: () => void): number;
  cancel(handle: number): void;
}

const BROWSER: Clock = {
  now: () => performance.now(),
  frame: (callback) => requestAnimationFrame(callback),
  cancel: (handle) => cancelAnimationFrame(handle),
};

/** One playing of some cues. */
export class Timeline {
  speed = 1;
  #cues: readonly Cue[];
  #begun: boolean[];
  #ended: boolean[];
  #time = 0;
  #last: number;
  #handle = 0;
  #over = false;

  constructor(
    cues: readonly Cue[],
    private readonly done: () => void,
    private readonly clock: Clock = BROWSER,
  ) {
    this.#cues = [...cues].sort((a, b) => a.at - b.at);
    this.#begun = this.#cues.map(() => false);
    this.#ended = this.#cues.map(() => false);
    this.#last = clock.now();
    this.#handle = clock.frame(() => this.#tick());
  }

  get length(): number {
    return this.#cues.reduce((most, cue) => Math.max(most, cue.at + cue.lasts), 0);
  }

  #tick(): void {
    if (this.#over) return;
    const now = this.clock.now();
    // A tab that slept does not jump: it goes on where it was.
    this.#time += Math.min(now - this.#last, 100) * this.speed;
    this.#last = now;
    let open = false;
    for (let i = 0; i < this.#cues.length; i++) {
      const cue = this.#cues[i] as Cue;
      if (this.#ended[i]) continue;
      open = true;
      if (this.#time < cue.at) break;
      if (!this.#begun[i]) {
        this.#begun[i] = true;
        cue.begin?.();
      }
      const share = cue.lasts > 0 ? Math.min(1, (this.#time - cue.at) / cue.lasts) : 1;
      cue.show?.(share);
      if (share >= 1) {
        this.#ended[i] = true;
        cue.end?.();
      }
    }
    if (open) this.#handle = this.clock.frame(() => this.#tick());
    else this.#finish();
  }

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    this.done();
  }

  /** Everything that is left, at once and in its order. */
  skip(): void {
    if (this.#over) return;
    this.clock.cancel(this.#handle);
    for (let i = 0; i < this.#cues.length; i++) {
      if (this.#ended[i]) continue;
      this.#ended[i] = true;
      this.#cues[i]?.show?.(1);
      this.#cues[i]?.end?.();
    }
    this.#finish();
  }

  /** Stops where it is; `done` is not called. */
  stop(): void {
    this.#over = true;
    this.clock.cancel(this.#handle);
  }
}

/** Gentle at both ends. */
export function ease(share: number): number {
  return share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2;
}
