// What is drawn about the subjects that are looked at: asked once for each while the table stays as it is.
import type { Hints } from '../api/types';

export class Lookout {
  #known = $state.raw<ReadonlyMap<string, Hints>>(new Map());
  #asked = new Set<string>();

  constructor(private readonly ask: (subject: string) => Promise<Hints>) {}

  /** The table has changed: everything is asked anew. */
  turn(): void {
    this.#asked = new Set();
    this.#known = new Map();
  }

  /** What came unasked about a subject. */
  told(subject: string, found: Hints): void {
    this.#asked.add(subject);
    this.#known = new Map([...this.#known, [subject, found]]);
  }

  of = (subject: string | null): Hints | null => {
    if (subject === null) return null;
    const asked = this.#asked;
    if (!asked.has(subject)) {
      asked.add(subject);
      this.ask(subject).then(
        (found) => {
          if (asked === this.#asked) this.#known = new Map([...this.#known, [subject, found]]);
        },
        () => asked.delete(subject),
      );
    }
    return this.#known.get(subject) ?? null;
  };
}
