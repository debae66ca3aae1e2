// What the boards of every title do alike: scenes and the camera, who is chosen and pointed at, and when names are set anew.
import { onMount, untrack } from 'svelte';
import type { BoardProps } from '../rulesets/contract';
import { Camera } from './camera.svelte';
import type { Point } from './geometry';
import { samePlaces, type Place } from './labels';
import type { Inset, Look } from './look';
import { pace } from './pace.svelte';
import { Playhouse, type Script } from './playhouse.svelte';

/** What is drawn and can be chosen: a ship, a counter. */
export interface Craft {
  readonly id: string;
  readonly side: string;
}

/** What a title puts on its board. */
export interface Setting<V, S> {
  readonly script: Script<V>;
  /** How near the camera goes by itself, and what it leaves free at the edges. */
  readonly near: number;
  readonly inset: Inset;
  /** Whether panels lie at those edges, from under which whoever is chosen is brought. */
  readonly panels?: boolean;
  /** All that are drawn. */
  ships(view: V): readonly S[];
  /** What counts still: the camera keeps it in view by itself. */
  able(ship: S): boolean;
}

/** Names are set again so long after ships or the pointer moved, so that they do not dance. */
const REST = 90;

export abstract class Shell<V, S extends Craft> {
  readonly camera = new Camera();
  readonly house: Playhouse<V>;
  world = $state<SVGSVGElement>();
  air = $state<HTMLCanvasElement>();
  layer = $state<SVGGElement>();
  places = $state.raw<ReadonlyMap<string, Place>>(new Map());

  readonly ships = $derived.by(() => this.setting.ships(this.house.shown));
  readonly chosen = $derived.by(() => this.find(this.at().selected));
  readonly ready = $derived.by(() => new Set(this.at().subjects.map((one) => one.id)));
  /** What the chosen ship can do, while nothing else is being shown. */
  readonly mine = $derived.by(() => {
    const { choices, selected } = this.at();
    return choices !== null && choices.subject === selected && !this.house.playing ? choices : null;
  });
  /** How many of the seat's own count, or of all for who only watches. */
  readonly counted = $derived.by(() => {
    const { seat } = this.at();
    return this.ships.filter((ship) => this.setting.able(ship) && (seat === 'spectator' || ship.side === seat)).length;
  });

  constructor(
    protected readonly at: () => BoardProps<V>,
    readonly setting: Setting<V, S>,
  ) {
    const first = untrack(at);
    this.house = new Playhouse<V>(first.scene?.from ?? first.view, setting.script, (before, now) => this.shown(before, now));
    onMount(() => () => this.house.close());
    $effect(() => {
      const { scene, view } = at();
      untrack(() => {
        const { world, air, layer, camera } = this;
        const look = (): Look => ({ k: camera.look.k, x: camera.look.x - this.origin.x * camera.look.k, y: camera.look.y - this.origin.y * camera.look.k });
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
    let looked = first.look?.times ?? 0;
    $effect(() => {
      const { look } = at();
      if (look && look.times !== looked) untrack(() => this.#lookAt(look.subjects));
      looked = look?.times ?? looked;
    });
    $effect(() => {
      this.house.speed = pace.speed;
    });
    // What is chosen elsewhere is brought into sight.
    $effect(() => {
      const { chosen } = this;
      if (at().selected !== selected && chosen) {
        if (!this.camera.sees(this.place(chosen))) this.camera.centre(this.place(chosen));
        else if (this.setting.panels) this.camera.reveal(this.place(chosen), this.setting.inset);
      }
      selected = at().selected;
    });
    let k = 0;
    $effect(() => {
      const legible = this.names();
      // Where the camera has come to rest all is drawn anew: names come with it, and not in another picture after it.
      const anew = this.camera.k !== k || !untrack(() => this.places.size);
      k = this.camera.k;
      const timer = setTimeout(() => {
        const next = legible();
        if (!samePlaces(next, this.places)) this.places = next;
      }, anew ? 0 : REST);
      return () => clearTimeout(timer);
    });
  }

  /** Where it lies on the sheet. */
  abstract place(ship: S): Point;
  /** Takes in what names depend on now; what it gives finds those that can be read, and on which side each stands. */
  protected abstract names(): () => ReadonlyMap<string, Place>;
  /** A click, on nothing too. */
  abstract pick(id: string | null): void;
  /** Whether Enter on this one gives the order that is drafted: that is the table's to do. */
  protected abstract gives(id: string): boolean;

  /** Something else is shown now. */
  protected shown(_before: V, _now: V): void {}

  /** Where the corner of the sheet lies on the chart. */
  get origin(): Point {
    return { x: 0, y: 0 };
  }

  find(id: string | null): S | null {
    return this.ships.find((ship) => ship.id === id) ?? null;
  }

  /** Where what is spoken of lies: a ship, or what else a title has on its sheet. */
  protected spot(id: string): Point | null {
    const ship = this.find(id);
    return ship ? this.place(ship) : null;
  }

  #lookAt(subjects: readonly string[]): void {
    const spots = subjects.flatMap((id) => this.spot(id) ?? []);
    if (spots.length) this.camera.frame([...spots, ...this.company(subjects)], this.setting.near, this.setting.inset);
  }

  /** What else must be seen for a look at these to tell anything. */
  protected company(_subjects: readonly string[]): readonly Point[] {
    return [];
  }

  /** Puts the camera over what it keeps in view by itself. */
  toFleets(glide = true): void {
    const { near, inset, able } = this.setting;
    this.camera.frame(this.ships.filter(able).map((ship) => this.place(ship)), near, inset, glide);
  }

  toChart = (event: PointerEvent): Point => {
    const box = this.air?.getBoundingClientRect();
    return this.camera.toChart({ x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) });
  };

  key(event: KeyboardEvent, id: string | null): boolean {
    if (id === null || (event.key !== 'Enter' && event.key !== ' ')) return false;
    const { draft, selected } = this.at();
    if (event.key === 'Enter' && draft && (id === selected || this.gives(id))) return false;
    this.pick(id);
    return true;
  }

  point(id: string | null): void {
    if (id !== this.at().hovered) this.at().onhover(id);
  }
}
