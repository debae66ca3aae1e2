// What a seat asks about orders that nobody has drafted: why they may not be given, and their odds. Answers are kept for one decision.
import * as api from '../api/calls';
import type { Action, Preview } from '../api/types';
import type { Weigh } from '../rulesets/contract';
import { actionKey } from './log';

const AT_ONCE = 100;

export class Questions {
  readonly #match: string;
  readonly #seat: string;
  readonly #now: () => string;
  #decision = '';
  #reasons = new Map<string, string | null>();
  #odds = new Map<string, Promise<Preview | null>>();

  /** `now` says which decision is before the seat. */
  constructor(match: string, seat: string, now: () => string) {
    this.#match = match;
    this.#seat = seat;
    this.#now = now;
  }

  /** Why these orders may not be given; null for each that may. */
  why = async (actions: readonly Action[]): Promise<readonly (string | null)[]> => {
    const decision = this.#turn();
    const unknown = actions.filter((action) => !this.#reasons.has(actionKey(action)));
    for (let at = 0; at < unknown.length; at += AT_ONCE) {
      const some = unknown.slice(at, at + AT_ONCE);
      const answer = await api.whyNot(this.#match, this.#seat, some);
      if (this.#decision !== decision) break;
      some.forEach((action, n) => this.#reasons.set(actionKey(action), answer.why_not[n] ?? null));
    }
    return actions.map((action) => this.#reasons.get(actionKey(action)) ?? null);
  };

  /** The odds of an order; null where they cannot be had. */
  weigh: Weigh = async (action) => {
    this.#turn();
    const key = actionKey(action);
    const asked = this.#odds.get(key) ?? api.preview(this.#match, this.#seat, action).catch(() => null);
    this.#odds.set(key, asked);
    return asked;
  };

  /** Forgets what was answered for another decision. */
  #turn(): string {
    const decision = this.#now();
    if (decision !== this.#decision) {
      this.#reasons.clear();
      this.#odds.clear();
      this.#decision = decision;
    }
    return decision;
  }
}
