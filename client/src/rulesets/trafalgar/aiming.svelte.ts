// The chosen ship's guns: at whom the server lets her fire, at whom she is aimed, and why not at the others.
import type { Action, Choices } from '../../api/types';
import { bearing, nearest, turn } from '../../freetable/geometry';
import type { Why } from '../contract';
import { targets, text } from './drafts';
import { able, BANDS, find, hull, pose, settings } from './fleet';
import type { Broadside, Ship, Table } from './types';

export interface Lookout {
  readonly table: Table;
  readonly chosen: Ship | null;
  /** Whom pointer or focus are on. */
  readonly pointed: Ship | null;
  readonly choices: Choices | null;
  readonly draft: Action | null;
  readonly why: Why;
}

/** The broadside whose drawn arc and rings a ship lies in. */
export function inArc(table: Table, from: Ship, to: Ship): Broadside | null {
  const { gap, to: near } = nearest(hull(from, table), hull(to, table));
  if (gap > (BANDS[BANDS.length - 1] ?? 0)) return null;
  const here = pose(from, table);
  const off = turn(here.heading, bearing(here, near));
  return Math.abs(Math.abs(off) - 90) <= settings(table).arc ? (off < 0 ? 'port' : 'starboard') : null;
}

/** The shot one would try at a ship: to ask why it cannot be fired. */
export function shot(table: Table, from: Ship, to: Ship): Action {
  const here = pose(from, table);
  const side = inArc(table, from, to) ?? (turn(here.heading, bearing(here, pose(to, table))) < 0 ? 'port' : 'starboard');
  return { type: 'fire', ship: from.id, [side]: to.id };
}

export class Aiming {
  /** Why ships cannot be fired at, as far as it has been asked. */
  reasons = $state.raw<ReadonlyMap<string, string>>(new Map());

  readonly firing = $derived.by(() => {
    const { table, choices } = this.now();
    return table.phase.type === 'firing' && choices !== null;
  });
  /** Who may be fired at. */
  readonly open = $derived.by(() => {
    const { table, choices } = this.now();
    const { port, starboard } = choices ? targets(choices) : { port: [], starboard: [] };
    return this.#ships(table, new Set([...port, ...starboard]));
  });
  readonly aims = $derived.by(() => {
    const { draft } = this.now();
    return draft?.type === 'fire' ? [text(draft['port']), text(draft['starboard'])].filter((id): id is string => id !== null) : [];
  });
  /** Who lies in the arcs and may not be fired at. */
  readonly shut = $derived.by(() => {
    const { table, chosen } = this.now();
    if (!this.firing || !chosen) return [];
    return this.#ships(table, this.reasons.keys()).filter((ship) => inArc(table, chosen, ship) !== null);
  });
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
    $effect(() => this.#askAbout());
    $effect(() => this.#askOne());
  }

  #ships(table: Table, ids: Iterable<string>): readonly Ship[] {
    return [...ids].map((id) => find(table, id)).filter((ship): ship is Ship => ship !== null);
  }

  /** Everybody in the arcs who is not offered. */
  #askAbout(): (() => void) | undefined {
    const { table, chosen, why } = this.now();
    if (!this.firing || !chosen) {
      this.reasons = new Map();
      return undefined;
    }
    const near = table.ships.filter((one) => one.side !== chosen.side && able(one) && !this.open.includes(one) && inArc(table, chosen, one) !== null);
    return asking(why(near.map((one) => shot(table, chosen, one))), (answers) => {
      this.reasons = new Map(near.flatMap((one, i) => (answers[i] ? [[one.id, answers[i]]] : [])));
    });
  }

  /** Any other enemy, when pointer or focus come to her. */
  #askOne(): (() => void) | undefined {
    const { table, chosen, pointed, why } = this.now();
    if (!this.firing || !chosen || !pointed || pointed.side === chosen.side) return undefined;
    if (this.open.includes(pointed) || this.reasons.has(pointed.id)) return undefined;
    return asking(why([shot(table, chosen, pointed)]), ([answer]) => {
      if (answer) this.reasons = new Map([...this.reasons, [pointed.id, answer]]);
    });
  }
}

/** Hands an answer on unless the question has been dropped meanwhile. A question that fails is dropped too: it is asked again. */
function asking<T>(answer: Promise<T>, take: (found: T) => void): () => void {
  let live = true;
  answer.then(
    (found) => {
      if (live) take(found);
    },
    () => undefined,
  );
  return () => {
    live = false;
  };
}
