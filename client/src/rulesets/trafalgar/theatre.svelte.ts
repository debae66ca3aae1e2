// What is on the board now: the view, or a scene on the way to it.
import type { Camera } from '../../freetable/camera.svelte';
import { Particles, type Inks } from '../../freetable/particles';
import type { Scene } from '../contract';
import { plan } from './animate';
import { pace } from './pace.svelte';
import { Stage } from './stage';
import type { Ship, Table, View } from './types';

/** Where scenes are played. */
export interface House {
  /** Holds the ships and their names. */
  readonly world: HTMLElement;
  readonly layer: SVGGElement;
  readonly air: HTMLCanvasElement;
  readonly camera: Camera;
}

export class Theatre {
  shown = $state.raw() as View;
  playing = $state(false);
  /** Ropes are not drawn while the ships they hold may be on the move. */
  gliding = $state(false);

  #stage: Stage | null = null;
  #house: House | null = null;
  #particles: Particles | null = null;
  #current = 0;
  #changes = new Map<string, Partial<Ship>>();
  #flushing = false;

  constructor(
    first: View,
    /** Another turn or step lies on the table. */
    private readonly onstep: () => void,
  ) {
    this.shown = first;
  }

  open(house: House): void {
    if (this.#house) return;
    this.#house = house;
    this.#particles = new Particles(house.air, () => house.camera.look);
    this.#stage = new Stage({
      layer: house.layer,
      particles: this.#particles,
      nodes: (ship) => nodes(house.world, ship),
      table: () => this.shown.table,
      change: (ship, to) => this.#change(ship, to),
      locks: (locks) => this.#put({ ...this.shown.table, locks }),
    });
  }

  close(): void {
    this.#stage?.stop();
  }

  /** Shows a scene and then its end; or the end at once. `done` is called for every scene. */
  play(scene: Scene<View> | null, end: View, motion: boolean, done: (scene: number) => void): void {
    if (!scene) {
      if (!this.playing) this.#show(end);
      return;
    }
    if (scene.id === this.#current) return;
    this.#stage?.stop();
    this.#current = scene.id;
    const finish = (): void => {
      this.playing = this.gliding = false;
      this.#show(end);
      done(scene.id);
    };
    const beats = scene.from && motion && this.#stage ? plan(scene.from.table, end.table, scene.events) : [];
    if (!scene.from || !this.#stage || !this.#house || beats.length === 0) return finish();
    this.shown = scene.from;
    this.playing = true;
    this.gliding = beats.some((beat) => beat.kind === 'glide');
    this.#particles?.ink(inks(this.#house.air));
    this.#stage.speed = pace.speed;
    this.#stage.play(beats, finish);
  }

  skip(): void {
    this.#stage?.skip();
  }

  set speed(speed: number) {
    if (this.#stage) this.#stage.speed = speed;
  }

  #show(next: View): void {
    const before = this.shown.table;
    this.shown = next;
    if (next.table.turn !== before.turn || next.table.phase.type !== before.phase.type) this.onstep();
  }

  #put(table: Table): void {
    this.shown = { ...this.shown, table };
  }

  /** Changes that come in one frame are drawn together. */
  #change(ship: string, to: Partial<Ship>): void {
    this.#changes.set(ship, { ...this.#changes.get(ship), ...to });
    if (this.#flushing) return;
    this.#flushing = true;
    queueMicrotask(() => {
      this.#flushing = false;
      const made = this.#changes;
      this.#changes = new Map();
      if (!this.playing) return;
      const { table } = this.shown;
      this.#put({ ...table, ships: table.ships.map((one) => (made.has(one.id) ? { ...one, ...made.get(one.id) } : one)) });
    });
  }
}

/** The element of a ship, and that of her name, which does not turn with her. */
function nodes(world: HTMLElement, ship: string): readonly { readonly node: SVGGElement; readonly turns: boolean }[] {
  const name = CSS.escape(ship);
  const found = world.querySelectorAll<SVGGElement>(`[data-ship="${name}"], [data-tag="${name}"]`);
  return [...found].map((node) => ({ node, turns: 'ship' in node.dataset }));
}

/** The colours of the theme as it is now. */
function inks(near: Element): Inks {
  const style = getComputedStyle(near);
  const token = (name: string): string => style.getPropertyValue(name).trim() || 'gray';
  return {
    smoke: token('--powder'), smokeEdge: token('--powder-edge'), flash: token('--flash'), hot: token('--flag-white'), dot: token('--mast'),
    ring: token('--wake'), chip: token('--hull'),
  };
}
