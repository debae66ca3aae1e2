// What the boards of every sea do alike: scenes and the camera, whom names stand beside, who is chosen and pointed at, why she
// cannot be aimed at, and what a click on a ship means.
import { onMount, untrack } from 'svelte';
import type { Action, Choices } from '../api/types';
import type { BoardProps } from '../rulesets/contract';
import { Camera } from './camera.svelte';
import type { Point, Pose } from './geometry';
import { samePlaces, type Place } from './labels';
import { legible, type Lettering, type Named } from './naming';
import { pace } from './pace.svelte';
import { Playhouse, type Script } from './playhouse.svelte';

export interface Craft {
  readonly id: string;
  readonly name: string;
  readonly side: string;
}

/** What a title's sea is made of. */
export interface Waters<V, S extends Craft> {
  readonly script: Script<V>;
  readonly lettering: Lettering;
  /** How near the camera goes to a fleet by itself, and what it leaves free below. */
  readonly near: number;
  readonly below: number;
  /** All ships that are drawn. */
  ships(view: V): readonly S[];
  /** Still fighting. */
  able(ship: S): boolean;
  pose(ship: S, view: V): Pose;
  named(ship: S, view: V): Named;
  /** Half of what is lit about a ship that is chosen. */
  halo(ship: S): readonly [rx: number, ry: number];
  /** Whether another step has begun: the camera then goes along. */
  stepped(before: V, now: V): boolean;
}

/** What a title makes of the player's hands. */
export interface Hands<V, S extends Craft> {
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

const NOWHERE: Point = { x: 0, y: 0 };
/** Names are set again so long after the camera rests, so that they do not dance while it moves. */
const REST = 90;

export class Seaboard<V, S extends Craft> {
  readonly camera = new Camera();
  readonly house: Playhouse<V>;
  world = $state<HTMLElement>();
  air = $state<HTMLCanvasElement>();
  layer = $state<SVGGElement>();
  places = $state.raw<ReadonlyMap<string, Place>>(new Map());
  /** Whom the player tapped to hear why not. */
  told = $state<string | null>(null);
  #asked = $state.raw<ReadonlyMap<string, string>>(new Map());

  readonly ships = $derived.by(() => this.waters.ships(this.house.shown));
  readonly tags = $derived.by(() => new Map(this.ships.map((ship) => [ship.id, this.waters.named(ship, this.house.shown)])));
  readonly chosen = $derived.by(() => this.find(this.at().selected));
  readonly pointed = $derived.by(() => this.find(this.at().hovered));
  readonly ready = $derived.by(() => new Set(this.at().subjects.map((one) => one.id)));
  /** What the chosen ship can do, while nothing else is being shown. */
  readonly mine = $derived.by(() => {
    const { choices, selected } = this.at();
    return choices !== null && choices.subject === selected && !this.house.playing ? choices : null;
  });
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
  /** How many fight on, for a screen reader: the seat's own, or all for who only watches. */
  readonly summary = $derived.by(() => {
    const { seat } = this.at();
    const own = this.ships.filter((ship) => this.waters.able(ship) && (seat === 'spectator' || ship.side === seat)).length;
    return `${own} ${seat === 'spectator' ? 'ships' : 'of your ships'} fighting. Tab goes from ship to ship, plus and minus zoom, Control with arrows moves the chart.`;
  });

  constructor(
    private readonly at: () => BoardProps<V>,
    readonly waters: Waters<V, S>,
    private readonly hands: Hands<V, S>,
  ) {
    const first = untrack(at);
    this.house = new Playhouse<V>(first.scene?.from ?? first.view, waters.script, (before, now) => {
      if (hands.onshown) hands.onshown(before, now);
      else if (waters.stepped(before, now)) this.follow();
    });
    onMount(() => () => this.house.close());
    $effect(() => {
      const { scene, view } = at();
      untrack(() => {
        const { world, air, layer, camera } = this;
        const look = (): Camera['look'] => ({ k: camera.look.k, x: camera.look.x - this.origin.x * camera.look.k, y: camera.look.y - this.origin.y * camera.look.k });
        if (world && air && layer) this.house.open({ world, layer, air, look });
        this.house.play(scene, view, at().motion, at().ondone);
      });
    });
    let { skip, fit, selected } = first;
    $effect(() => {
      if (at().skip !== skip) this.house.skip();
      skip = at().skip;
    });
    $effect(() => {
      if (at().fit !== fit) this.camera.fit();
      fit = at().fit;
    });
    $effect(() => {
      this.house.speed = pace.speed;
    });
    // A ship that is chosen elsewhere is brought into sight.
    $effect(() => {
      const { chosen } = this;
      if (at().selected !== selected && chosen && !this.camera.sees(this.place(chosen))) this.camera.centre(this.place(chosen));
      selected = at().selected;
    });
    $effect(() => {
      const { k } = this.camera;
      const [tags, interest] = [[...this.tags.values()], { selected: at().selected, hovered: at().hovered, ready: this.ready }];
      const timer = setTimeout(() => {
        const next = legible(tags, k, interest, waters.lettering);
        if (!samePlaces(next, this.places)) this.places = next;
      }, untrack(() => this.places.size) ? REST : 0);
      return () => clearTimeout(timer);
    });
    $effect(() => {
      void this.mine;
      this.#asked = new Map();
    });
    $effect(() => this.#ask());
  }

  get origin(): Point {
    return this.hands.origin?.() ?? NOWHERE;
  }

  find(id: string | null): S | null {
    return this.ships.find((ship) => ship.id === id) ?? null;
  }

  /** On the sheet, whose corner need not be the corner of the chart. */
  laid(at: Point): Point {
    return { x: at.x - this.origin.x, y: at.y - this.origin.y };
  }

  place(ship: S): Point {
    return this.laid(this.waters.pose(ship, this.house.shown));
  }

  /** Puts the camera over what it keeps in view by itself: the ships that still fight. */
  toFleets = (glide = true): void => {
    const { near, below, able } = this.waters;
    this.camera.frame(this.ships.filter(able).map((ship) => this.place(ship)), near, { top: 24, right: 130, bottom: below, left: 60 }, glide);
  };

  /** Nearer or farther as the fleets close or scatter, unless the player has put the camera somewhere. */
  follow(): void {
    if (this.camera.untouched && !this.camera.fitted) this.toFleets();
  }

  toChart = (event: PointerEvent): Point => {
    const box = this.air?.getBoundingClientRect();
    return this.camera.toChart({ x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) });
  };

  pick = (id: string | null): void => {
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
  };

  key = (event: KeyboardEvent, id: string | null): boolean => {
    if (id === null || (event.key !== 'Enter' && event.key !== ' ')) return false;
    const { draft, selected } = this.at();
    // On the chosen ship, or on whom the draft is aimed at, Enter gives the order: that is the table's to do.
    if (event.key === 'Enter' && draft && (id === selected || this.hands.aimedAt(id))) return false;
    this.pick(id);
    return true;
  };

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
