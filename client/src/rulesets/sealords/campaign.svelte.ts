// The board of a campaign: counters in stacks on the title's chart, and the names of places beside them.
import { tick } from 'svelte';
import type { Point } from '../../freetable/geometry';
import type { Place } from '../../freetable/labels';
import { Shell } from '../../freetable/shell.svelte';
import type { BoardProps } from '../contract';
import { pieces, type Piece } from './fleet';
import { lying } from './lying.svelte';
import { legible, lettering } from './lettering';
import { charts } from './room.svelte';
import { script } from './script';
import { stacked } from './stacks';
import type { View } from '../../served/sealords';

/** Pixels of a counter's side: never too small for a finger, never larger than it need be. */
const LEAST = 30;
const MOST = 58;

/** What the page makes of the player's hands. */
export interface Hands {
  pick(id: string | null): void;
  gives(id: string): boolean;
  /** Puts away what lies open; false where nothing does. */
  close(): boolean;
}

export class Campaign extends Shell<View, Piece> {
  readonly chart = $derived.by(() => charts.of(this.at().view.table.title));
  readonly #side = $derived.by(() => Math.min(MOST, Math.max(LEAST, this.camera.k * 150)));
  readonly scale = $derived.by(() => this.#side / 48 / this.camera.k);
  readonly lettered = $derived.by(() => this.#side > 38);
  readonly stacks = $derived.by(() => (this.chart ? stacked(this.chart, this.ships, this.scale, this.at().selected) : []));
  readonly named = $derived.by(() => (this.chart ? lettering(this.chart, this.camera.k) : []));

  constructor(
    at: () => BoardProps<View>,
    private readonly hands: Hands,
  ) {
    super(at, {
      script, near: 420, panels: true, inset: { top: 90, right: 110, bottom: 30, get left() { return lying.folded ? 60 : 240; } },
      ships: (view) => (charts.of(view.table.title) ? pieces(view) : []),
      able: ({ side }) => at().seat === 'spectator' || side === at().seat,
    });
    // A counter that is laid uppermost keeps the focus it had.
    let focused: string | null = null;
    $effect(() => {
      focused = at().hovered ?? focused;
    });
    $effect(() => {
      void this.stacks;
      void tick().then(() => {
        if (focused && document.activeElement === document.body) this.world?.querySelector<SVGElement>(`[data-ship="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
      });
    });
  }

  place({ place }: Piece): Point {
    return this.chart?.where(place) ?? { x: 0, y: 0 };
  }

  protected override spot(id: string): Point | null {
    return super.spot(id) ?? (id.startsWith('@') && this.chart?.place(id.slice(1)) ? this.chart.where(id.slice(1)) : null);
  }

  protected names(): () => ReadonlyMap<string, Place> {
    const [named, stacks, k, scale, wide] = [this.named, this.stacks, this.camera.k, this.scale, this.chart?.width ?? 1];
    return () => legible(named, stacks, k, scale, wide);
  }

  pick(id: string | null): void {
    this.hands.pick(id);
  }

  protected gives(id: string): boolean {
    return this.hands.gives(id);
  }

  override key(event: KeyboardEvent, id: string | null): boolean {
    return (event.key === 'Escape' && this.hands.close()) || super.key(event, id);
  }
}
