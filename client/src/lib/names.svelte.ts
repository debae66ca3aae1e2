// What titles and their sides are called. The server says it once; until then, and of one it does not know, their own names.
import { covers } from '../api/calls';
import type { Cover } from '../api/types';
import { known } from './languages/index.svelte';
import { capital, plain } from './words';

class Names {
  #known = $state.raw<readonly Cover[]>([]);
  #asked = false;

  /** "Wooden Ships" */
  title(name: string): string {
    return this.#of(name)?.title ?? capital(plain(name));
  }

  /** "the British" */
  side(title: string, seat: string): string {
    return known(this.#of(title)?.sides[seat] ?? plain(seat));
  }

  #of(name: string): Cover | undefined {
    if (!this.#asked) {
      this.#asked = true;
      covers().then(
        (found) => (this.#known = found),
        () => (this.#asked = false), // whoever looks next asks again
      );
    }
    return this.#known.find((one) => one.name === name);
  }
}

export const names = new Names();
