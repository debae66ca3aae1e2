// Who plays in this browser.
import * as api from '../api/calls';
import type { Me } from '../api/types';
import { tongue } from './languages/index.svelte';

const NOBODY: Me = { signed_in: false, id: null, name: null, guest: null, email: null, email_confirmed: null, mail: false, workbench: false, language: null };

class Session {
  me = $state.raw<Me>(NOBODY);
  known = $state(false);
  #loading: Promise<Me> | null = null;

  /** Asks once who we are. */
  load(): Promise<Me> {
    this.#loading ??= api.me().then(
      (me) => this.set(me),
      () => {
        this.#loading = null;
        return this.me;
      },
    );
    return this.#loading;
  }

  set(me: Me): Me {
    if (me.language) tongue.adopt(me.language);
    this.me = me;
    this.known = true;
    this.#loading = Promise.resolve(me);
    return me;
  }

  /** Somebody to play as: who we are already, or a new guest. */
  async ensure(): Promise<Me> {
    const me = await this.load();
    return me.signed_in ? me : this.set(await api.guest());
  }

  forget(): void {
    this.set({ ...NOBODY, mail: this.me.mail });
  }
}

export const session = new Session();
