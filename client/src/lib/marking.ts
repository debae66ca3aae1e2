// Words of a game found in a sentence, a card or a log line: whole words alone, and none inside a name.
import type { Word } from '../api/types';

export interface Piece {
  readonly text: string;
  /** The word that this piece of the text is a form of. */
  readonly word: Word | null;
  /** Marks that follow a word without a gap: no line begins with them. */
  readonly after?: string;
}

const BOUND = "[\\p{L}\\p{N}_-]";
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** The words of a title, ready to be looked for. */
export class Lexicon {
  readonly #forms: ReadonlyMap<string, Word>;
  readonly #pattern: RegExp | null;

  constructor(readonly words: readonly Word[]) {
    this.#forms = new Map(words.flatMap((word) => word.forms.map((form) => [form, word] as const)));
    // The longest form first: "leadership test" is one word.
    const forms = [...this.#forms.keys()].sort((a, b) => b.length - a.length).map(escaped);
    this.#pattern = forms.length ? new RegExp(`(?<!${BOUND}|${BOUND}['’])(?:${forms.join('|')})(?!${BOUND})`, 'giu') : null;
  }

  /** A form as it stands in a text. What is written with capitals is meant so; any other may begin a sentence or a label with one. */
  of(written: string, begins = true): Word | null {
    const lowered = written.charAt(0).toLowerCase() + written.slice(1);
    return this.#forms.get(written) ?? (begins ? (this.#forms.get(lowered) ?? null) : null);
  }

  /** Where words stand in a text, outside the names in it. */
  find(text: string, names: readonly string[] = []): readonly { readonly at: number; readonly text: string; readonly word: Word }[] {
    if (!this.#pattern || !text) return [];
    const every = [...text.matchAll(this.#pattern)];
    const taken = every.length ? spans(text, names) : [];
    return every.flatMap((found) => {
      const [at, written] = [found.index, found[0]];
      if (taken.some(([from, to]) => at < to && at + written.length > from)) return [];
      const word = this.of(written, /^$|[.!?:;,·(–]\s*$|^\s+$/.test(text.slice(0, at)));
      return word ? [{ at, text: written, word }] : [];
    });
  }

  /** A text in pieces, each word marked where it first stands; `seen` has those that need no mark any more. */
  mark(text: string, names: readonly string[] = [], seen: Set<string> = new Set()): readonly Piece[] {
    const pieces: Piece[] = [];
    let done = 0;
    for (const { at, text: written, word } of this.find(text, names)) {
      if (seen.has(word.word) || at < done) continue;
      seen.add(word.word);
      if (at > done) pieces.push({ text: text.slice(done, at), word: null });
      pieces.push({ text: written, word });
      done = at + written.length;
    }
    if (done < text.length || !pieces.length) pieces.push({ text: text.slice(done), word: null });
    return pieces;
  }
}

/** The same pieces with each word holding the marks that close it: a full stop, a comma, a bracket. */
export function closed(pieces: readonly Piece[]): readonly Piece[] {
  let taken = 0;
  return pieces.flatMap((piece, n) => {
    const text = piece.text.slice(taken);
    taken = 0;
    if (!piece.word) return text ? [{ ...piece, text }] : [];
    const after = /^[.,;:!?)\]’”…]+/u.exec(pieces[n + 1]?.word ? '' : (pieces[n + 1]?.text ?? ''))?.[0] ?? '';
    taken = after.length;
    return [{ ...piece, after }];
  });
}

/** Where names stand in a text, from and to. */
function spans(text: string, names: readonly string[]): (readonly [number, number])[] {
  return names.filter(Boolean).flatMap((name) => {
    const found: (readonly [number, number])[] = [];
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) found.push([at, at + name.length]);
    return found;
  });
}
