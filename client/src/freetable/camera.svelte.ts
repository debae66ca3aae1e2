// Pan, zoom and pinch over a chart. The camera moves one group by a transform and tells how large an inch now is;
// nothing is drawn again while it moves.
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

/** The transform that shows a rectangle of the chart whole and in the middle of a window. */
export function framed(left: number, top: number, right: number, bottom: number, width: number, height: number, most: number): Look {
  const k = Math.min(width / Math.max(1, right - left), height / Math.max(1, bottom - top), most);
  return { k, x: width / 2 - (k * (left + right)) / 2, y: height / 2 - (k * (top + bottom)) / 2 };
}

/** The largest an inch can be: a two-inch base then fills a good part of a phone. */
const NEAREST = 1.8;

export class Camera {
  /** Pixels to a hundredth of an inch. Follows the camera once a frame. */
  k = $state(0.1);
  look = $state.raw<Look>({ k: 0.1, x: 0, y: 0 });
  width = $state(1);
  height = $state(1);

  #sheet: Sheet = { width: 1, height: 1, margin: 0 };
  #behaviour: ZoomBehavior<SVGSVGElement, unknown> = zoom<SVGSVGElement, unknown>();
  #svg: Selection<SVGSVGElement, unknown, null, undefined> | null = null;
  #apply: (look: Look) => void = () => undefined;
  /** What is kept in view when the window changes its size, until the player moves the camera. */
  #kept: (() => Look) | null = () => this.#whole();
  #motion = true;

  /** Takes hold of an svg. `apply` is called once a frame with where the camera is. */
  attach(node: SVGSVGElement, sheet: Sheet, apply: (look: Look) => void): () => void {
    this.#sheet = sheet;
    this.#apply = apply;
    this.#svg = select(node);
    let waiting = 0;
    let latest: ZoomTransform = zoomIdentity;
    this.#behaviour
      .filter((event: Event) => mayMove(event))
      .wheelDelta((event: WheelEvent) => -event.deltaY * (event.deltaMode === 1 ? 0.05 : event.deltaMode ? 1 : 0.002) * (event.ctrlKey ? 6 : 1))
      .on('zoom', (event: { transform: ZoomTransform; sourceEvent: Event | null }) => {
        latest = event.transform;
        if (event.sourceEvent) this.#kept = null;
        waiting ||= requestAnimationFrame(() => {
          waiting = 0;
          this.#show(latest);
        });
      });
    this.#svg.call(this.#behaviour).on('dblclick.zoom', null);
    const seen = new ResizeObserver(([entry]) => {
      if (!entry) return;
      this.width = Math.max(1, entry.contentRect.width);
      this.height = Math.max(1, entry.contentRect.height);
      this.#limits();
      if (this.#kept) this.#go(this.#kept(), false);
    });
    seen.observe(node);
    return () => {
      seen.disconnect();
      cancelAnimationFrame(waiting);
      this.#svg?.on('.zoom', null);
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

  #show(at: Look): void {
    this.k = at.k;
    this.look = { k: at.k, x: at.x, y: at.y };
    this.#apply(this.look);
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
    if (!this.#svg) return;
    const target = zoomIdentity.translate(to.x, to.y).scale(to.k);
    if (glide && this.#motion) this.#svg.transition().duration(420).call(this.#behaviour.transform, target);
    else this.#svg.interrupt().call(this.#behaviour.transform, target);
  }

  #keep(look: () => Look, glide: boolean): void {
    this.#kept = look;
    this.#go(look(), glide);
  }

  /** The whole sheet. */
  fit(glide = true): void {
    this.#keep(() => this.#whole(), glide);
  }

  /** A part of the chart with room about it. */
  frame(points: readonly Point[], room: number, glide = true): void {
    if (points.length === 0) return this.fit(glide);
    const xs = points.map((point) => point.x);
    const ys = points.map((point) => point.y);
    const [left, right] = [Math.min(...xs) - room, Math.max(...xs) + room];
    const [top, bottom] = [Math.min(...ys) - room, Math.max(...ys) + room];
    this.#keep(() => framed(left, top, right, bottom, this.width, this.height, NEAREST * 0.3), glide);
  }

  /** A point in the middle, at this size or as it is. */
  centre(point: Point, k = this.look.k, glide = true): void {
    this.#kept = null;
    this.#go({ k, x: this.width / 2 - point.x * k, y: this.height / 2 - point.y * k }, glide);
  }

  zoomBy(factor: number): void {
    this.#kept = null;
    if (!this.#svg) return;
    if (this.#motion) this.#svg.transition().duration(220).call(this.#behaviour.scaleBy, factor);
    else this.#svg.call(this.#behaviour.scaleBy, factor);
  }

  /** By a share of the window. */
  panBy(right: number, down: number): void {
    this.#kept = null;
    const step = 0.18 / this.look.k;
    this.#svg?.interrupt().call(this.#behaviour.translateBy, -right * this.width * step, -down * this.height * step);
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
