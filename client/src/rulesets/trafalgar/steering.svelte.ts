// The chosen ship under way: what the forms allow, what is drafted, how far that would bring her and whom with her.
import { untrack } from 'svelte';
import type { Action, Choices } from '../../api/types';
import { allowance, type Reach } from './allowance';
import { mannerOf, manners, sailing } from './drafts';
import { helmOf, number } from './fleet';
import { ghosts, inTheWay } from './foresee';
import type { Ship, Table } from './types';

export interface Watch {
  readonly table: Table;
  readonly chosen: Ship | null;
  /** What she may do; null while a scene is shown. */
  readonly choices: Choices | null;
  /** Her own draft. */
  readonly draft: Action | null;
}

const WAIT = 80;

export class Steering {
  #reach = $state.raw<{ readonly key: string; readonly reach: Reach | null } | null>(null);

  readonly helm = $derived.by(() => {
    const { choices } = this.now();
    const may = choices ? sailing(choices) : null;
    return may && (may.distance || may.turns.size) ? may : null;
  });
  /** What the draft has now. */
  readonly angle = $derived.by(() => this.#drafted('turn', 'angle'));
  readonly far = $derived.by(() => this.#drafted('move', 'distance'));
  readonly how = $derived.by(() => {
    const { draft } = this.now();
    return draft?.type === 'turn' ? mannerOf(draft) : ((this.helm ? manners(this.helm)[0] : undefined) ?? 'alone');
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

  /** The share of a move that is left for sailing straight on after the turn she has made. */
  readonly straight = $derived.by(() => {
    const known = this.#known;
    return this.#made !== 0 && this.angle === null && known && known.most > 0 ? known.straight / known.most : 1;
  });
  /** How far she could go after the turn that is drafted. */
  readonly after = $derived.by(() => {
    const known = this.#known;
    if (this.angle === null || !known || known.most === 0) return null;
    return { least: (known.least * known.straight) / known.most, most: known.straight };
  });

  readonly ghosts = $derived.by(() => {
    const { table, draft } = this.now();
    return draft ? ghosts(table, draft, this.straight) : [];
  });
  readonly obstacles = $derived.by(() => inTheWay(this.now().table, this.ghosts));
  /** Ships whose ghosts are drawn elsewhere: paler, so that it is seen where they go. */
  readonly leaving = $derived.by(() => new Set(this.ghosts.filter(({ way }) => way.length > 1).map(({ ship }) => ship.id)));

  constructor(private readonly now: () => Watch) {
    $effect(() => this.#ask());
  }

  #drafted(type: string, field: string): number | null {
    const { draft } = this.now();
    return draft?.type === type ? Number(draft[field]) : null;
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
