// The order that a player is making: its words, whether it may be given, its odds, and where it would lead.
import * as api from '../api/calls';
import { Problem } from '../api/http';
import type { Action } from '../api/types';
import type { Draft, Plan, Propose } from '../rulesets/contract';
import { actionKey } from './log';

const PREVIEW_AFTER = 90;
const FORESEE_EVERY = 60;

const planKey = (plan: Plan): string => `${actionKey(plan.action)}${plan.next ? actionKey(plan.next) : ''}`;

/** What the table knows of an order: the words it is listed under, and whom it is for. */
export interface Known {
  listed(action: Action): string | null;
  subjectOf(action: Action): string | null | undefined;
}

export class Drafting {
  draft = $state.raw<Draft | null>(null);

  readonly #match: string;
  readonly #seat: string;
  readonly #known: Known;
  #weighing: ReturnType<typeof setTimeout> | undefined;
  #foreseeing = false;

  constructor(match: string, seat: string, known: Known) {
    this.#match = match;
    this.#seat = seat;
    this.#known = known;
  }

  close(): void {
    clearTimeout(this.#weighing);
  }

  propose: Propose = (action, next = null) => {
    clearTimeout(this.#weighing);
    if (action === null) {
      this.draft = null;
      return;
    }
    const plan = { action, next };
    if (this.draft && planKey(this.draft) === planKey(plan)) return;
    const [words, nextWords] = [this.#known.listed(action), next && this.#known.listed(next)];
    const before = this.#isFor(action) ? (this.draft?.foresight ?? null) : null;
    this.draft = { ...plan, words, nextWords, whyNot: words === null ? undefined : null, preview: null, foresight: before };
    this.#weighing = setTimeout(() => void this.#weigh(plan), PREVIEW_AFTER);
    void this.#foresee();
  };

  /** Whether the draft is for whom this order is. */
  #isFor(action: Action): boolean {
    return this.draft !== null && this.#known.subjectOf(this.draft.action) === this.#known.subjectOf(action);
  }

  /** Where the draft would lead: one question at a time, and the last one is always asked. */
  async #foresee(): Promise<void> {
    if (this.#foreseeing) return;
    this.#foreseeing = true;
    for (let asked = ''; this.draft && planKey(this.draft) !== asked; ) {
      const { action, next } = this.draft;
      asked = planKey(this.draft);
      const foresight = await api.foresee(this.#match, this.#seat, next ? [action, next] : [action]).catch(() => null);
      if (this.draft && this.#isFor(action)) this.draft = { ...this.draft, foresight };
      await new Promise((rested) => setTimeout(rested, FORESEE_EVERY));
    }
    this.#foreseeing = false;
  }

  async #weigh(plan: Plan): Promise<void> {
    const { action, next } = plan;
    const still = (): boolean => this.draft !== null && planKey(this.draft) === planKey(plan);
    try {
      // Whether the second may be given is known only after the first: of it the words alone are asked.
      const [preview, after] = await Promise.all([
        api.preview(this.#match, this.#seat, action),
        next ? api.whyNot(this.#match, this.#seat, [next]) : null,
      ]);
      if (still() && this.draft) this.draft = { ...this.draft, words: preview.words, nextWords: after?.words[0] ?? null, whyNot: preview.why_not, preview };
    } catch (error) {
      if (still() && this.draft && error instanceof Problem && !error.passing) this.draft = { ...this.draft, words: null, nextWords: null, whyNot: error.sentence };
    }
  }
}
