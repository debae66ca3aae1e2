// Pan, zoom and pinch over a chart. While the camera moves, the chart is one picture that the browser only shifts and
// scales; when it comes to rest, what keeps its size on the screen is set anew.
import { select, type Selection } from 'd3-selection';
import 'd3-transition';
import { zoom, zoomIdentity, ZoomTransform, type ZoomBehavior } from 'd3-zoom';
import type { Point } from './geometry';

export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** What is shown round the table. */
  readonly margin: number;
}

export interface Look {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

/** Pixels at the window's edges that something else covers. */
export interface Inset {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

const BARE: Inset = { top: 0, right: 0, bottom: 0, left: 0 };

/** The transform that shows a rectangle of the chart whole and in the middle of what is free of a window. */
export function framed(
  left: number, top: number, right: number, bottom: number, width: number, height: number, most: number, inset: Inset = BARE,
): Look {
  const free = { x: Math.max(1, width - inset.left - inset.right), y: Math.max(1, height - inset.top - inset.bottom) };
  const k = Math.min(free.x / Math.max(1, right - left), free.y / Math.max(1, bottom - top), most);
  return { k, x: inset.left + free.x / 2 - (k * (left + right)) / 2, y: inset.top + free.y / 2 - (k * (top + bottom)) / 2 };
}

/** The largest an inch can be: a two-inch base then fills a good part of a phone. */
const NEAREST = 1.8;

/** How long the camera must stand still before things are set anew, and how far it may go before they are anyway. */
const REST = 130;
const FAR = 2.5;

export class Camera {
  /** Where the camera is, frame by frame. */
  look = $state.raw<Look>({ k: 0.1, x: 0, y: 0 });
  /** Pixels to a hundredth of an inch when it last came to rest. */
  k = $state(0.1);
  width = $state(1);
  height = $state(1);

  #sheet: Sheet = { width: 1, height: 1, margin: 0 };
  #behaviour: ZoomBehavior<HTMLElement, unknown> = zoom<HTMLElement, unknown>();
  #pane: Selection<HTMLElement, unknown, null, undefined> | null = null;
  #world: HTMLElement | null = null;
  #latest: ZoomTransform = zoomIdentity;
  #frame = 0;
  #resting: ReturnType<typeof setTimeout> | undefined;
  /** What is kept in view when the window changes its size, until the player moves the camera. */
  #kept: (() => Look) | null = null;
  readonly #all = (): Look => this.#whole();
  #motion = true;

  /** Takes hold of a pane and of the world in it, which it moves by a transform. */
  attach(pane: HTMLElement, world: HTMLElement, sheet: Sheet): () => void {
    this.#sheet = sheet;
    this.#world = world;
    this.#pane = select(pane);
    this.#behaviour
      .filter((event: Event) => mayMove(event))
      .wheelDelta((event: WheelEvent) => -event.deltaY * (event.deltaMode === 1 ? 0.05 : event.deltaMode ? 1 : 0.002) * (event.ctrlKey ? 6 : 1))
      .on('zoom', (event: { transform: ZoomTransform; sourceEvent: Event | null }) => {
        this.#latest = event.transform;
        if (event.sourceEvent) this.#kept = null;
        this.#frame ||= requestAnimationFrame(() => this.#show());
      });
    this.#pane.call(this.#behaviour).on('dblclick.zoom', null);
    const seen = new ResizeObserver(([entry]) => {
      if (!entry) return;
      this.width = Math.max(1, entry.contentRect.width);
      this.height = Math.max(1, entry.contentRect.height);
      this.#limits();
      if (this.#kept) this.#go(this.#kept(), false);
    });
    seen.observe(pane);
    return () => {
      seen.disconnect();
      cancelAnimationFrame(this.#frame);
      clearTimeout(this.#resting);
      this.#pane?.interrupt().on('.zoom', null);
    };
  }

  /** Whether the camera may glide to where it is sent. */
  set motion(wanted: boolean) {
    this.#motion = wanted;
  }

  /** Another table. */
  set sheet(sheet: Sheet) {
    this.#sheet = sheet;
    this.#limits();
  }

  #show(): void {
    this.#frame = 0;
    const { k, x, y } = this.#latest;
    const first = this.look.k === this.k && this.#world?.style.transform === '';
    this.look = { k, x, y };
    if (!this.#world) return;
    this.#world.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
    clearTimeout(this.#resting);
    if (first) return this.#rest();
    this.#world.style.willChange = 'transform';
    if (k > this.k * FAR || k < this.k / FAR) this.k = k;
    this.#resting = setTimeout(() => this.#rest(), REST);
  }

  #rest(): void {
    this.k = this.look.k;
    if (this.#world) this.#world.style.willChange = '';
  }

  #whole(): Look {
    const { width, height, margin } = this.#sheet;
    return framed(-margin, -margin, width + margin, height + margin, this.width, this.height, NEAREST);
  }

  #limits(): void {
    const { width, height, margin } = this.#sheet;
    const least = this.#whole().k * 0.85;
    const room = 0.5 * Math.max(width, height);
    this.#behaviour
      .extent([[0, 0], [this.width, this.height]])
      .scaleExtent([least, NEAREST])
      .translateExtent([[-margin - room, -margin - room], [width + margin + room, height + margin + room]]);
  }

  #go(to: Look, glide: boolean): void {
    if (!this.#pane) return;
    const target = zoomIdentity.translate(to.x, to.y).scale(to.k);
    if (glide && this.#motion) this.#pane.transition().duration(420).call(this.#behaviour.transform, target);
    else this.#pane.interrupt().call(this.#behaviour.transform, target);
  }

  #keep(look: () => Look, glide: boolean): void {
    this.#kept = look;
    this.#go(look(), glide);
  }

  /** The whole sheet. */
  fit(glide = true): void {
    this.#keep(this.#all, glide);
  }

  /** A part of the chart with room about it. */
  frame(points: readonly Point[], room: number, inset: Inset, glide = true): void {
    if (points.length === 0) return this.fit(glide);
    const xs = points.map((point) => point.x);
    const ys = points.map((point) => point.y);
    const [left, right] = [Math.min(...xs) - room, Math.max(...xs) + room];
    const [top, bottom] = [Math.min(...ys) - room, Math.max(...ys) + room];
    // A narrow window has no room to spare for what lies at its edges.
    const spare = (): Inset => (this.width > 560 ? inset : { top: inset.top / 2, right: 92, bottom: inset.bottom / 2, left: 12 });
    this.#keep(() => framed(left, top, right, bottom, this.width, this.height, NEAREST * 0.3, spare()), glide);
  }

  /** Whether the whole sheet is being kept in view. */
  get fitted(): boolean {
    return this.#kept === this.#all;
  }

  /** Whether the player has left the camera where it was put. */
  get untouched(): boolean {
    return this.#kept !== null;
  }

  /** A point in the middle, at this size or as it is. */
  centre(point: Point, k = this.look.k, glide = true): void {
    this.#kept = null;
    this.#go({ k, x: this.width / 2 - point.x * k, y: this.height / 2 - point.y * k }, glide);
  }

  zoomBy(factor: number): void {
    this.#kept = null;
    if (!this.#pane) return;
    if (this.#motion) this.#pane.transition().duration(220).call(this.#behaviour.scaleBy, factor);
    else this.#pane.call(this.#behaviour.scaleBy, factor);
  }

  /** By a share of the window. */
  panBy(right: number, down: number): void {
    this.#kept = null;
    const step = 0.18 / this.look.k;
    this.#pane?.interrupt().call(this.#behaviour.translateBy, -right * this.width * step, -down * this.height * step);
  }

  /** Whether a point is on the screen, well inside its edges. */
  sees(point: Point): boolean {
    const { x, y } = this.toScreen(point);
    return x > 30 && y > 30 && x < this.width - 30 && y < this.height - 30;
  }

  toScreen(point: Point): Point {
    return { x: point.x * this.look.k + this.look.x, y: point.y * this.look.k + this.look.y };
  }

  toChart(point: Point): Point {
    return { x: (point.x - this.look.x) / this.look.k, y: (point.y - this.look.y) / this.look.k };
  }
}

/** Handles and links keep their own drags; the wheel and two fingers always zoom. */
function mayMove(event: Event): boolean {
  if (event.type === 'wheel') return true;
  if (event instanceof MouseEvent && event.button !== 0) return false;
  const target = event.target;
  return !(target instanceof Element && target.closest('[data-drag]'));
}
