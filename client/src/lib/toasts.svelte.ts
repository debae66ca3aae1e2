// Short words at the edge of the page, for what cannot be said where it happened.
import { Problem } from '../api/http';
import { announcer } from './announce.svelte';
import { capital } from './words';

export interface Toast {
  readonly id: number;
  readonly words: string;
  readonly kind: 'note' | 'bad';
}

class Toasts {
  list = $state<Toast[]>([]);
  /** Dialogs that are open: the last of them shows the words, for what lies behind it is out of reach. */
  dialogs = $state<readonly string[]>([]);
  #next = 1;

  note(words: string): void {
    announcer.say(words);
    this.#add(words, 'note', 5000);
  }

  bad(what: unknown): void {
    const words = sentence(what);
    announcer.alarm(words);
    this.#add(words, 'bad', 9000);
  }

  drop(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }

  #add(said: string, kind: Toast['kind'], stay: number): void {
    const [id, words] = [this.#next++, capital(said)];
    this.list = [...this.list.filter((toast) => toast.words !== words), { id, words, kind }].slice(-4);
    setTimeout(() => this.drop(id), stay);
  }
}

export const toasts = new Toasts();

/** What went wrong, for the player. */
export function sentence(what: unknown): string {
  if (what instanceof Problem) return what.sentence;
  if (typeof what === 'string') return what;
  return 'Something went wrong in this page. Loading it again loses nothing.';
}
