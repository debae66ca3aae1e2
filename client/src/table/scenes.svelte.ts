// What the board shows of what happened: a batch of events as a scene, from what it drew to the view after them.
import type { Json, TableEvent } from '../api/types';
import type { Scene } from '../rulesets/contract';

const LONGEST = 20_000;

export class Scenes {
  /** What is on the board: the view at the end of the scene that is being shown. */
  shown = $state.raw<Json | null>(null);
  scene = $state.raw<Scene<Json> | null>(null);
  skips = $state(0);

  #queue: { events: readonly TableEvent[]; view: Json }[] = [];
  #count = 0;
  #watch: ReturnType<typeof setTimeout> | undefined;

  /** Shows these events, when those before have been shown. */
  add(events: readonly TableEvent[], view: Json): void {
    this.#queue.push({ events, view });
    this.#next();
  }

  /** The board has shown a scene. */
  done(scene: number): void {
    if (this.scene?.id !== scene) return;
    clearTimeout(this.#watch);
    this.scene = null;
    this.#next();
  }

  skip(): void {
    this.skips += 1;
  }

  close(): void {
    clearTimeout(this.#watch);
  }

  #next(): void {
    if (this.scene || !this.#queue.length) return;
    // What came while the last one was shown is shown in one go.
    const batch = this.#queue.splice(0);
    const last = batch[batch.length - 1];
    if (!last) return;
    const events = batch.flatMap((one) => one.events);
    const from = this.shown;
    this.shown = last.view;
    if (from === null || !events.some((event) => event.kind === 'rules')) return;
    this.#count += 1;
    this.scene = { id: this.#count, from, events };
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.done(this.#count), LONGEST);
  }
}
