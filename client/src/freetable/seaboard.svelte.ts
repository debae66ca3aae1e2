// What the boards of every sea do alike beside the shell: whom names stand beside, why a ship cannot be aimed at, and what a click
// on one means.
import type { Action, Choices } from '../api/types';
import type { BoardProps } from '../rulesets/contract';
import type { Point, Pose } from './geometry';
import type { Place } from './labels';
import { legible, type Lettering, type Named } from './naming';
import { Shell, type Craft, type Setting } from './shell.svelte';

export interface Vessel extends Craft {
  readonly name: string;
}

/** What a title's sea is made of. */
export interface Waters<V, S extends Vessel> extends Setting<V, S> {
  readonly lettering: Lettering;
  pose(ship: S, view: V): Pose;
  named(ship: S, view: V): Named;
  /** Half of what is lit about a ship that is chosen. */
  halo(ship: S): readonly [rx: number, ry: number];
  /** Whether another step has begun: the camera then goes along. */
  stepped(before: V, now: V): boolean;
}

/** What a title makes of the player's hands. */
export interface Hands<V, S extends Vessel> {
  /** The order of the chosen ship that a click on another drafts. */
  aim(id: string, choices: Choices): Action | null;
  /** Whether the draft is aimed at a ship: Enter on her then gives it. */
  aimedAt(id: string): boolean;
  /** Why ships cannot be aimed at, where the title asks for it itself. */
  reasons?(): ReadonlyMap<string, string>;
  /** The order to ask about when an enemy is pointed at who cannot be aimed at. */
  trial?(from: S, to: S): Action | null;
  /** Where the corner of the sheet lies on the chart, where that is not its corner. */
  origin?(): Point;
  /** Something else is shown now: instead of going along with another step. */
  onshown?(before: V, now: V): void;
}

export class Seaboard<V, S extends Vessel> extends Shell<V, S> {
  /** Whom the player tapped to hear why not. */
  told = $state<string | null>(null);
  #asked = $state.raw<ReadonlyMap<string, string>>(new Map());

  readonly tags = $derived.by(() => new Map(this.ships.map((ship) => [ship.id, this.waters.named(ship, this.house.shown)])));
  readonly pointed = $derived.by(() => this.find(this.at().hovered));
  readonly plan = $derived.by(() => {
    const { draft, selected } = this.at();
    return draft && draft.action['ship'] === selected && !this.house.playing ? draft : null;
  });
  readonly drafted = $derived.by(() => this.plan?.action ?? null);
  readonly reasons = $derived.by(() => this.hands.reasons?.() ?? this.#asked);
  readonly excuse = $derived.by(() => {
    const ship = this.find(this.told ?? this.at().hovered);
    const words = ship ? this.reasons.get(ship.id) : undefined;
    return ship && words && !this.house.playing ? { at: this.camera.toScreen(this.place(ship)), words } : null;
  });
  /** How many fight on, for a screen reader. */
  readonly summary = $derived.by(
    () => `${this.counted} ${this.at().seat === 'spectator' ? 'ships' : 'of your ships'} fighting. Tab goes from ship to ship, plus and minus zoom, Control with arrows moves the chart.`,
  );

  constructor(
    at: () => BoardProps<V>,
    readonly waters: Waters<V, S>,
    private readonly hands: Hands<V, S>,
  ) {
    super(at, waters);
    $effect(() => {
      void this.mine;
      this.#asked = new Map();
    });
    $effect(() => this.#ask());
  }

  protected override shown(before: V, now: V): void {
    if (this.hands.onshown) this.hands.onshown(before, now);
    else if (this.waters.stepped(before, now)) this.follow();
  }

  override get origin(): Point {
    return this.hands.origin?.() ?? super.origin;
  }

  /** On the sheet, whose corner need not be the corner of the chart. */
  laid(at: Point): Point {
    return { x: at.x - this.origin.x, y: at.y - this.origin.y };
  }

  place(ship: S): Point {
    return this.laid(this.waters.pose(ship, this.house.shown));
  }

  protected names(): () => ReadonlyMap<string, Place> {
    const { selected, hovered } = this.at();
    const [k, tags, interest] = [this.camera.k, [...this.tags.values()], { selected, hovered, ready: this.ready }];
    return () => legible(tags, k, interest, this.waters.lettering);
  }

  protected gives(id: string): boolean {
    return this.hands.aimedAt(id);
  }

  /** The ship that is ordered now, and the enemy next to her or to the one that is looked at: a ship alone on the sea says little. */
  protected override company(subjects: readonly string[]): readonly Point[] {
    const [from] = [...(this.chosen ? [this.chosen] : []), ...subjects.flatMap((id) => this.find(id) ?? [])];
    if (!from) return [];
    const here = this.place(from);
    const off = (ship: S): number => Math.hypot(this.place(ship).x - here.x, this.place(ship).y - here.y);
    const [enemy] = this.ships.filter((ship) => ship.side !== from.side && this.waters.able(ship)).sort((a, b) => off(a) - off(b));
    return [here, ...(enemy ? [this.place(enemy)] : [])];
  }

  /** Nearer or farther as the fleets close or scatter, unless the player has put the camera somewhere. */
  follow(): void {
    if (this.camera.untouched && !this.camera.fitted) this.toFleets();
  }

  pick(id: string | null): void {
    const { selected, onpropose, onselect } = this.at();
    if (id !== null && this.mine && id !== selected) {
      const order = this.hands.aim(id, this.mine);
      if (order) return onpropose(order);
      if (this.reasons.has(id) && this.told !== id) {
        this.told = id;
        return;
      }
    }
    this.told = null;
    if (id !== null) onselect(id);
  }

  /** Asks why an enemy that is pointed at cannot be aimed at; an answer that comes too late is let go. */
  #ask(): (() => void) | undefined {
    const { chosen, pointed } = this;
    if (!this.hands.trial || !this.mine || !chosen || !pointed || pointed.side === chosen.side || this.#asked.has(pointed.id)) return undefined;
    const order = this.hands.trial(chosen, pointed);
    if (!order) return undefined;
    let live = true;
    this.at().why([order]).then(
      ([answer]) => {
        if (live && answer) this.#asked = new Map([...this.#asked, [pointed.id, answer]]);
      },
      () => undefined,
    );
    return () => {
      live = false;
    };
  }
}
