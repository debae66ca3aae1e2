// What is on a board now: the view, or a scene on the way to it. The title writes the script; this plays it, and ends with
// the view whatever happens in between.
import type { Scene } from '../rulesets/contract';
import type { Look } from './look';
import { Effects, inksOf, type Scenery } from './effects';
import type { Box } from './geometry';
import { Particles } from './particles';
import { Timeline, type Cue } from './timeline';

/** Where scenes are played. */
export interface House {
  readonly world: SVGSVGElement;
  readonly layer: SVGGElement;
  readonly air: HTMLCanvasElement;
  readonly look: () => Look;
}

/** How a title shows what happened. */
export interface Script<V> {
  /** What to do and when; empty where there is nothing to show. `change` draws another view meanwhile. */
  cues(scene: Scene<V> & { readonly from: V }, end: V, effects: Effects, change: (how: (now: V) => V) => void): readonly Cue[];
  craft(view: V, id: string): Box | null;
  lee(view: V): number;
}

export class Playhouse<V> {
  shown = $state.raw() as V;
  playing = $state(false);
  /** Ships are on the move in this scene: ropes between them are not drawn meanwhile. */
  gliding = $state(false);

  #effects: Effects | null = null;
  #particles: Particles | null = null;
  #air: HTMLCanvasElement | null = null;
  #timeline: Timeline | null = null;
  #current = 0;
  #speed = 1;
  #changes: ((now: V) => V)[] = [];

  constructor(
    first: V,
    private readonly script: Script<V>,
    /** Something else lies on the table when a scene is over. */
    private readonly onshown: (before: V, now: V) => void,
  ) {
    this.shown = first;
  }

  open(house: House): void {
    if (this.#effects) return;
    this.#air = house.air;
    this.#particles = new Particles(house.air, house.look);
    const scenery: Scenery = {
      world: house.world,
      layer: house.layer,
      particles: this.#particles,
      craft: (id) => this.script.craft(this.shown, id),
      lee: () => this.script.lee(this.shown),
    };
    this.#effects = new Effects(scenery);
  }

  close(): void {
    this.#timeline?.stop();
    this.#timeline = null;
    this.#effects?.clear();
  }

  set speed(speed: number) {
    this.#speed = speed;
    if (this.#effects) this.#effects.speed = speed;
    if (this.#particles) this.#particles.speed = speed;
    if (this.#timeline) this.#timeline.speed = speed;
  }

  /** Shows a scene and then its end; or the end at once. `done` is called for every scene. */
  play(scene: Scene<V> | null, end: V, motion: boolean, done: (scene: number) => void): void {
    if (!scene) {
      if (!this.playing) this.#show(end);
      return;
    }
    if (scene.id === this.#current) return;
    this.close();
    this.#current = scene.id;
    this.#changes = [];
    const { from } = scene;
    const finish = (): void => {
      this.#timeline = null;
      this.playing = this.gliding = false;
      this.#show(end);
      done(scene.id);
    };
    if (from === null || !motion || !this.#effects || !this.#air) return finish();
    this.shown = from;
    const cues = this.script.cues({ ...scene, from }, end, this.#effects, (how) => this.#change(how));
    if (cues.length === 0) return finish();
    this.playing = true;
    this.gliding = cues.some((cue) => cue.show !== undefined);
    this.#particles?.ink(inksOf(this.#air));
    this.#timeline = new Timeline(cues, finish);
    this.speed = this.#speed;
  }

  skip(): void {
    this.#timeline?.skip();
    this.#effects?.clear();
  }

  #show(next: V): void {
    const before = this.shown;
    this.shown = next;
    this.onshown(before, next);
  }

  /** Changes that come in one frame are drawn together. */
  #change(how: (now: V) => V): void {
    this.#changes.push(how);
    if (this.#changes.length > 1) return;
    queueMicrotask(() => {
      const made = this.#changes;
      this.#changes = [];
      if (this.playing) this.shown = made.reduce((now, change) => change(now), this.shown);
    });
  }
}
