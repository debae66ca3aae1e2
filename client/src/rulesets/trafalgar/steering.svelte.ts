// The chosen ship under way: what the forms allow, what is drafted, how far that would bring her and whom with her.
import { untrack } from 'svelte';
import type { Choices, Preview } from '../../api/types';
import { compass } from '../../freetable/geometry';
import type { Plan } from '../contract';
import { allowance, type Reach } from './allowance';
import { mannerOf, manners, runOf, sailing, turnOf, type Limits } from './drafts';
import { helmOf, number } from './fleet';
import { exactly, ghosts, inTheWay } from './foresee';
import type { Ship, Table } from './types';

export interface Watch {
  readonly table: Table;
  readonly chosen: Ship | null;
  /** What she may do; null while a scene is shown. */
  readonly choices: Choices | null;
  /** Her own draft. */
  readonly draft: (Plan & { readonly preview?: Preview | null }) | null;
}

/** Where she would sail, within what limits, and how much of it a turn leaves for sailing straight on. */
export interface Course {
  readonly heading: number;
  readonly limits: Limits;
  readonly straight: number;
}

const WAIT = 80;
const whole = (value: unknown): number | null => (typeof value === 'number' ? value : null);

export class Steering {
  #reach = $state.raw<{ readonly key: string; readonly reach: Reach | null } | null>(null);

  readonly helm = $derived.by(() => {
    const { choices } = this.now();
    const may = choices ? sailing(choices) : null;
    return may && (may.distance || may.turns.size) ? may : null;
  });
  /** What the draft has now. */
  readonly angle = $derived.by(() => whole(turnOf(this.now().draft)?.['angle']));
  readonly far = $derived.by(() => whole(runOf(this.now().draft)?.['distance']));
  readonly how = $derived.by(() => {
    const turn = turnOf(this.now().draft);
    return turn ? mannerOf(turn) : ((this.helm ? manners(this.helm)[0] : undefined) ?? 'alone');
  });

  /** The turn she has made this turn. */
  readonly #made = $derived.by(() => {
    const { table, chosen } = this.now();
    return chosen ? helmOf(table, number(table, chosen.id)) : 0;
  });
  readonly #asked = $derived.by(() => {
    const { chosen } = this.now();
    const turned = this.angle ?? this.#made;
    return chosen && this.helm && turned !== 0 ? `${chosen.id} ${chosen.heading} ${this.angle ?? 0} ${this.#made} ${chosen.speed ?? 0}` : null;
  });
  readonly #known = $derived(this.#reach && this.#reach.key === this.#asked ? this.#reach.reach : null);

  /** The share of a move that is left for sailing straight on after the turn she has made or would make. */
  readonly #straight = $derived.by(() => {
    const known = this.#known;
    return (this.#made !== 0 || this.angle !== null) && known && known.most > 0 ? known.straight / known.most : 1;
  });
  /** Null where she cannot sail, and until it is known how far she could after the turn that is drafted. */
  readonly course = $derived.by((): Course | null => {
    const { chosen } = this.now();
    const now = this.helm?.distance;
    if (!chosen || !now) return null;
    if (this.angle === null) return { heading: chosen.heading, limits: now, straight: this.#straight };
    const known = this.#known;
    if (!known || known.most === 0) return null;
    return { heading: compass(chosen.heading + this.angle), limits: { low: known.least, high: known.most }, straight: this.#straight };
  });

  readonly ghosts = $derived.by(() => {
    const { table, draft } = this.now();
    if (!draft) return [];
    const drawn = ghosts(table, draft, this.#straight);
    const sure = draft.next || drawn.length === 0 ? null : draft.preview?.outcome;
    return sure ? exactly(table, drawn, (sure.view as unknown as { table: Table }).table) : drawn;
  });
  readonly obstacles = $derived.by(() => inTheWay(this.now().table, this.ghosts));
  /** Ships whose ghosts are drawn elsewhere: paler, so that it is seen where they go. */
  readonly leaving = $derived.by(() => new Set(this.ghosts.filter(({ way }) => way.length > 1).map(({ ship }) => ship.id)));

  constructor(private readonly now: () => Watch) {
    $effect(() => this.#ask());
  }

  /** Asks how far she may sail on the heading that is drafted or that she has come to, when the hand rests. */
  #ask(): (() => void) | undefined {
    const key = this.#asked;
    const { chosen, table } = untrack(() => this.now());
    if (!key || !chosen) return undefined;
    const [heading, turned] = untrack(() => [chosen.heading + (this.angle ?? 0), this.angle ?? this.#made] as const);
    const timer = setTimeout(() => {
      void allowance(chosen, heading, turned, table).then((reach) => {
        if (this.#asked === key) this.#reach = { key, reach };
      });
    }, WAIT);
    return () => clearTimeout(timer);
  }
}
