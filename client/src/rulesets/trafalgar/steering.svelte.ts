// The chosen ship under way: what the forms allow, what is drafted, and where the server says that it would bring her.
import type { Choices, Course, Hints } from '../../api/types';
import { compass } from '../../freetable/geometry';
import type { Draft } from '../contract';
import { mannerOf, manners, runOf, sailing, turnOf } from './drafts';
import { find, pose } from './fleet';
import type { Ship, Table } from '../../served/trafalgar';

export interface Watch {
  readonly table: Table;
  readonly chosen: Ship | null;
  /** What she may do; null while a scene is shown. */
  readonly choices: Choices | null;
  readonly hints: Hints | null;
  /** Her own draft. */
  readonly draft: Draft | null;
}

const whole = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** How far she may sail after the turn that is drafted, once that is known. */
export function after(draft: Draft | null, ship: Ship): Course | null {
  const course = draft?.foresight?.course ?? null;
  return course?.heading === compass(ship.heading + Number(turnOf(draft)?.['angle'] ?? 0)) ? course : null;
}

export class Steering {
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
  /** Where she would sail. Null where she cannot, and until it is known how far she could after the turn that is drafted. */
  readonly course = $derived.by((): Course | null => {
    const { chosen, hints, draft } = this.now();
    if (!chosen || !this.helm?.distance) return null;
    const course = this.angle === null ? (hints?.course ?? null) : after(draft, chosen);
    return course && course.high > 0 ? course : null;
  });

  /** The ordered ship and those who go with her, as they would lie on the chart. */
  readonly ghosts = $derived.by(() => {
    const { table, draft } = this.now();
    const onChart = ([x, y, heading]: readonly [number, number, number]) => pose({ x, y, heading }, table);
    return (draft?.foresight?.ghosts ?? []).flatMap(({ ship: id, at, way }) => {
      const ship = find(table, id);
      return ship ? [{ ship, pose: onChart(at), way: way.map(onChart) }] : [];
    });
  });
  readonly obstacles = $derived.by(() => (this.now().draft?.foresight?.met ?? []).flatMap((id) => find(this.now().table, id) ?? []));
  /** Where the chosen ship would lie. */
  readonly end = $derived.by(() => this.ghosts.find(({ ship }) => ship.id === this.now().chosen?.id)?.pose ?? null);
  /** Ships whose ghosts are drawn elsewhere: paler, so that it is seen where they go. */
  readonly leaving = $derived.by(() => new Set(this.ghosts.filter(({ way }) => way.length > 1).map(({ ship }) => ship.id)));

  constructor(private readonly now: () => Watch) {}
}
