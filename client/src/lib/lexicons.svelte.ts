// The words of each title that explain themselves: asked for once, when something of the title is first read.
import { getContext, setContext } from 'svelte';
import { titleWords } from '../api/calls';
import { Lexicon } from './marking';

const NONE = new Lexicon([]);

class Lexicons {
  #known = $state.raw<{ readonly [title: string]: Lexicon }>({});
  readonly #asked = new Set<string>();

  /** Those of a title; until they have come, and where they cannot be had, there are none. */
  of(title: string): Lexicon {
    const found = this.#known[title];
    if (!found && title && !this.#asked.has(title)) {
      this.#asked.add(title);
      titleWords(title).then(
        (words) => (this.#known = { ...this.#known, [title]: new Lexicon(words) }),
        () => setTimeout(() => this.#asked.delete(title), 10_000), // whoever reads on later asks again
      );
    }
    return found ?? NONE;
  }
}

export const lexicons = new Lexicons();

/** What is read on a page: whose words they are, and the names that stand between them. */
export interface Reading {
  readonly title: string;
  readonly names: readonly string[];
}

const KEY = Symbol('reading');
export const provideReading = (reading: () => Reading): void => void setContext(KEY, reading);
export const readingHere = (): (() => Reading) => getContext<(() => Reading) | undefined>(KEY) ?? (() => ({ title: '', names: [] }));
