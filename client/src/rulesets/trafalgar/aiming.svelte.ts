// The chosen ship's guns: at whom the server lets her fire, at whom she is aimed, and why not at the others.
import type { Action, Choices, Hints, Line } from '../../api/types';
import type { Why } from '../contract';
import { text } from '../orders';
import { targets } from './drafts';
import { able, find } from './fleet';
import type { Ship, Table } from '../../served/trafalgar';

export interface Lookout {
  readonly table: Table;
  readonly chosen: Ship | null;
  /** Whom pointer or focus are on. */
  readonly pointed: Ship | null;
  readonly choices: Choices | null;
  readonly draft: Action | null;
  readonly hints: Hints | null;
  readonly why: Why;
}

/** The shot one would try at a ship: to ask why it cannot be fired. */
export function shot(from: string, { to, side = 'port' }: Line): Action {
  return { type: 'fire', ship: from, [side]: to };
}

export class Aiming {
  /** Why ships cannot be fired at, as far as it has been asked. */
  reasons = $state.raw<ReadonlyMap<string, string>>(new Map());

  readonly firing = $derived.by(() => {
    const { table, choices } = this.now();
    return table.phase.type === 'firing' && choices !== null;
  });
  /** Who may be fired at. */
  readonly open = $derived.by((): ReadonlySet<string> => {
    const { choices } = this.now();
    const { port, starboard } = choices ? targets(choices) : { port: [], starboard: [] };
    return new Set([...port, ...starboard]);
  });
  readonly aims = $derived.by(() => {
    const { draft } = this.now();
    return draft?.type === 'fire' ? [text(draft['port']), text(draft['starboard'])].filter((id): id is string => id !== null) : [];
  });
  /** Enemies that may not be fired at. */
  readonly #others = $derived.by((): readonly Line[] => {
    const { table, chosen, hints } = this.now();
    if (!this.firing || !chosen || !hints) return [];
    return hints.lines.filter(({ to }) => {
      const ship = find(table, to);
      return ship !== null && ship.side !== chosen.side && able(ship) && !this.open.has(to);
    });
  });
  /** Lines to those who may be fired at, and to those in the arcs who may not. */
  readonly lines = $derived.by(() => (this.firing ? (this.now().hints?.lines ?? []) : []).filter(({ to }) => this.open.has(to)));
  readonly shut = $derived.by(() => this.#others.filter(({ to, bears }) => bears && this.reasons.has(to)));
  /** Orders that name another ship: to board, to grapple, to part, to fight first. */
  readonly listed = $derived.by(() => {
    const found = new Map<string, Action>();
    for (const { action } of this.now().choices?.actions ?? []) {
      const target = text(action['target']);
      if (target) found.set(target, action);
    }
    return found;
  });

  constructor(private readonly now: () => Lookout) {
    // Everybody in the arcs who is not offered; any other enemy, when pointer or focus come to her.
    $effect(() => {
      if (!this.firing) this.reasons = new Map();
      return this.#ask(this.#others.filter(({ bears }) => bears), true);
    });
    $effect(() => this.#ask(this.#others.filter(({ to }) => to === this.now().pointed?.id && !this.reasons.has(to)), false));
  }

  /** Hands an answer on unless the question has been dropped meanwhile. A question that fails is dropped too: it is asked again. */
  #ask(lines: readonly Line[], anew: boolean): (() => void) | undefined {
    const { chosen, why } = this.now();
    if (!chosen || (!anew && !lines.length)) return undefined;
    let live = true;
    why(lines.map((line) => shot(chosen.id, line))).then(
      (answers) => {
        const found = lines.flatMap(({ to }, i) => (answers[i] ? [[to, answers[i]] as const] : []));
        if (live) this.reasons = new Map([...(anew ? [] : this.reasons), ...found]);
      },
      () => undefined,
    );
    return () => {
      live = false;
    };
  }
}
