// What a seat has ordered ahead: the server keeps it with the match and follows it while the page is closed.
import * as api from '../api/calls';
import type { Json, StandingOrders, TableEvent } from '../api/types';
import { toasts } from '../lib/toasts.svelte';
import type { Ahead } from '../rulesets/contract';

export class OrderedAhead implements Ahead {
  stands = $state.raw<StandingOrders | null>(null);
  #asked = 0;

  constructor(
    private readonly match: string,
    private readonly seat: string,
    /** The table may have gone on by what was ordered. */
    private readonly changed: () => void,
  ) {}

  /** Asks for them as they stand: courses are run and suspended, and step by step they lead on. */
  async look(): Promise<void> {
    const asked = (this.#asked += 1);
    const found = await api.ahead(this.match, this.seat).catch(() => null);
    if (found && asked === this.#asked) this.stands = found;
  }

  heard(events: readonly TableEvent[]): void {
    if (events.some((event) => event.kind === 'standing')) void this.look();
  }

  give = (orders: Json): Promise<boolean> => this.#send(() => api.orderAhead(this.match, this.seat, orders));
  drop = (): Promise<boolean> => this.#send(() => api.takeBackAhead(this.match, this.seat).then(() => null));

  async #send(call: () => Promise<StandingOrders | null>): Promise<boolean> {
    const asked = (this.#asked += 1);
    try {
      const found = await call();
      if (asked === this.#asked) this.stands = found;
      if (found === null) void this.look();
      this.changed();
      return true;
    } catch (error) {
      toasts.bad(error);
      return false;
    }
  }
}
