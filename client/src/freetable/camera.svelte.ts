// Pan, zoom and pinch over a chart. While the camera moves, the chart is one picture that the browser only shifts and
// scales; when it comes to rest, what keeps its size on the screen is set anew.
import type { Point } from './geometry';
import { listen } from './gestures';
import { between, framed, held, scaled, type Inset, type Look } from './look';

export interface Sheet {
  readonly width: number;
  readonly height: number;
  /** What is shown round the table. */
  readonly margin: number;
}

/** The largest an inch can be: a two-inch base then fills a good part of a phone. */
const NEAREST = 1.8;

/** How long the camera must stand still before things are set anew, and how far it may go before they are anyway. */
const REST = 200;
const FAR = 3;
/** Milliseconds that the camera glides: to where it is sent, and by a button. */
const SENT = 420;
const BUTTON = 220;

export class Camera {
  /** Where the camera is, frame by frame. */
  look = $state.raw<Look>({ k: 0.1, x: 0, y: 0 });
  /** Pixels to a hundredth of an inch when it last came to rest. */
  k = $state(0.1);
  width = $state(1);
  height = $state(1);

  #sheet: Sheet = { width: 1, height: 1, margin: 0 };
  #world: SVGSVGElement | null = null;
  #latest: Look = { k: 1, x: 0, y: 0 };
  /** Where it glides to, while it does. */
  #goal: Look | null = null;
  #gliding = 0;
  #frame = 0;
  #resting: ReturnType<typeof setTimeout> | undefined;
  /** What is kept in view when the window changes its size, until the player moves the camera. */
  #kept: (() => Look) | null = null;
  readonly #all = (): Look => this.#whole();
  #motion = true;

  /** Takes hold of a pane and of the drawing in it, which it scales, and whose box it moves: a browser sets all words of a drawing anew
   * where a box about it is scaled, and where the drawing itself is moved. */
  attach(pane: HTMLElement, world: SVGSVGElement, sheet: Sheet): () => void {
    this.#sheet = sheet;
    this.#world = world;
    const deaf = listen(pane, {
      drag: (x, y) => this.#byHand({ ...this.#latest, x: this.#latest.x + x, y: this.#latest.y + y }),
      zoom: (factor, at) => this.#byHand(scaled(this.#latest, factor, at, this.#limits)),
    });
    const seen = new ResizeObserver(([entry]) => {
      if (!entry) return;
      this.width = Math.max(1, entry.contentRect.width);
      this.height = Math.max(1, entry.contentRect.height);
      if (this.#kept) this.#go(this.#kept(), 0);
    });
    seen.observe(pane);
    return () => {
      deaf();
      seen.disconnect();
      this.#stop();
      cancelAnimationFrame(this.#frame);
      clearTimeout(this.#resting);
    };
  }

  /** Whether the camera may glide to where it is sent. */
  set motion(wanted: boolean) {
    this.#motion = wanted;
  }

  /** Another table. */
  set sheet(sheet: Sheet) {
    this.#sheet = sheet;
  }

  #show(): void {
    this.#frame = 0;
    const { k, x, y } = this.#latest;
    const [drawing, moved] = [this.#world, this.#world?.parentElement];
    const first = this.look.k === this.k && drawing?.style.transform === '';
    const zoomed = first || k !== this.look.k;
    this.look = { k, x, y };
    if (!drawing || !moved) return;
    moved.style.transform = `translate(${x}px, ${y}px)`;
    if (zoomed) drawing.style.transform = `scale(${k})`;
    clearTimeout(this.#resting);
    if (first) return this.#rest();
    moved.style.willChange = drawing.style.willChange = 'transform';
    if (k > this.k * FAR || k < this.k / FAR) this.k = k;
    this.#resting = setTimeout(() => this.#rest(), REST);
  }

  #rest(): void {
    this.k = this.look.k;
    for (const one of [this.#world, this.#world?.parentElement]) if (one) one.style.willChange = '';
  }

  #whole(): Look {
    const { width, height, margin } = this.#sheet;
    return framed({ left: -margin, top: -margin, right: width + margin, bottom: height + margin }, this.width, this.height, NEAREST);
  }

  get #limits(): readonly [number, number] {
    return [this.#whole().k * 0.85, NEAREST];
  }

  /** The same look, no farther from the chart than half its size. */
  #held(look: Look): Look {
    const { width, height, margin } = this.#sheet;
    const room = margin + 0.5 * Math.max(width, height);
    return held(look, this.width, this.height, { left: -room, top: -room, right: width + room, bottom: height + room });
  }

  #set(look: Look): void {
    this.#latest = look;
    this.#frame ||= requestAnimationFrame(() => this.#show());
  }

  #stop(): void {
    cancelAnimationFrame(this.#gliding);
    this.#goal = null;
  }

  #byHand(look: Look): void {
    this.#stop();
    this.#kept = null;
    this.#set(this.#held(look));
  }

  /** Goes there, in so many milliseconds or at once. */
  #go(to: Look, glide: number): void {
    if (!this.#world) return;
    this.#stop();
    if (!glide || !this.#motion) return this.#set(to);
    const [from, begun] = [this.#latest, performance.now()];
    const step = (now: number): void => {
      const part = Math.min(1, Math.max(0, now - begun) / glide);
      this.#latest = between(from, to, part);
      this.#show();
      if (part < 1) this.#gliding = requestAnimationFrame(step);
      else this.#goal = null;
    };
    this.#goal = to;
    this.#gliding = requestAnimationFrame(step);
  }

  #keep(look: () => Look, glide: boolean): void {
    this.#kept = look;
    this.#go(look(), glide ? SENT : 0);
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
    this.#keep(() => framed({ left, top, right, bottom }, this.width, this.height, NEAREST * 0.3, spare()), glide);
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
    this.#go({ k, x: this.width / 2 - point.x * k, y: this.height / 2 - point.y * k }, glide ? SENT : 0);
  }

  /** Nearer or farther about the middle; once more before it is there goes on from where it would have been. */
  zoomBy(factor: number): void {
    this.#kept = null;
    const middle = { x: this.width / 2, y: this.height / 2 };
    this.#go(this.#held(scaled(this.#goal ?? this.#latest, factor, middle, this.#limits)), BUTTON);
  }

  /** By a share of the window. */
  panBy(right: number, down: number): void {
    const { k, x, y } = this.#latest;
    this.#byHand({ k, x: x - right * this.width * 0.18, y: y - down * this.height * 0.18 });
  }

  /** Whether a point is on the screen, well inside its edges. */
  sees(point: Point): boolean {
    const { x, y } = this.toScreen(point);
    return x > 30 && y > 30 && x < this.width - 30 && y < this.height - 30;
  }

  /** Shifts the chart no farther than it takes for a point to lie free of what covers the edges; nothing where it does. */
  reveal(point: Point, inset: Inset): void {
    const [{ k, x, y }, at] = [this.#goal ?? this.#latest, this.width > 560 ? inset : { ...inset, left: 12, right: 92 }];
    const [across, down] = [point.x * k + x, point.y * k + y];
    const inside = (value: number, low: number, high: number): number => (low < high ? Math.min(Math.max(value, low), high) : (low + high) / 2);
    const [right, below] = [inside(across, at.left + 30, this.width - at.right - 30) - across, inside(down, at.top + 30, this.height - at.bottom - 30) - down];
    if (!right && !below) return;
    this.#go({ k, x: x + right, y: y + below }, SENT);
  }

  toScreen(point: Point): Point {
    return { x: point.x * this.look.k + this.look.x, y: point.y * this.look.k + this.look.y };
  }

  toChart(point: Point): Point {
    return { x: (point.x - this.look.x) / this.look.k, y: (point.y - this.look.y) / this.look.k };
  }
}
