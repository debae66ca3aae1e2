// Smoke, flashes, splashes and splinters: hundreds of short lives drawn on one canvas over the chart, where as many elements
// would weigh the page down. Places and sizes are the chart's; the camera may move meanwhile.
import type { Look } from './camera.svelte';
import type { Point } from './geometry';

export interface Particle {
  readonly kind: 'smoke' | 'flash' | 'dot' | 'ring' | 'chip';
  /** Milliseconds from now, and how long. */
  readonly after: number;
  readonly lasts: number;
  /** Where it begins, perhaps where it bends, and where it ends. */
  readonly from: Point;
  readonly by?: Point;
  readonly to: Point;
  /** Radius at both ends, hundredths of an inch. */
  readonly small: number;
  readonly large: number;
  /** At its strongest. */
  readonly strength: number;
  /** Degrees; for chips and flashes. */
  readonly turn?: number;
  /** Fades in before it fades out: the share of its life at which it is strongest. */
  readonly peak?: number;
}

export interface Inks {
  readonly smoke: string;
  readonly smokeEdge: string;
  readonly flash: string;
  readonly hot: string;
  readonly dot: string;
  readonly ring: string;
  readonly chip: string;
}

const SPRITE = 64;

function sprite(paint: (gradient: CanvasGradient) => void): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SPRITE;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  const gradient = pen.createRadialGradient(SPRITE / 2, SPRITE / 2, 0, SPRITE / 2, SPRITE / 2, SPRITE / 2);
  paint(gradient);
  pen.fillStyle = gradient;
  pen.fillRect(0, 0, SPRITE, SPRITE);
  return canvas;
}

/** A colour from a token with another strength. */
function faded(colour: string, alpha: number): string {
  return `color-mix(in srgb, ${colour} ${alpha * 100}%, transparent)`;
}

export class Particles {
  speed = 1;
  #live: { readonly what: Particle; readonly born: number }[] = [];
  #time = 0;
  #last = 0;
  #handle = 0;
  #pen: CanvasRenderingContext2D | null;
  #smoke: HTMLCanvasElement | null = null;
  #flash: HTMLCanvasElement | null = null;
  #inks: Inks | null = null;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly look: () => Look,
  ) {
    this.#pen = canvas.getContext('2d');
  }

  /** The colours of the theme as it is now. */
  ink(inks: Inks): void {
    this.#inks = inks;
    this.#smoke = sprite((at) => {
      at.addColorStop(0, faded(inks.smoke, 0.95));
      at.addColorStop(0.5, faded(inks.smoke, 0.85));
      at.addColorStop(0.78, faded(inks.smokeEdge, 0.5));
      at.addColorStop(1, faded(inks.smokeEdge, 0));
    });
    this.#flash = sprite((at) => {
      at.addColorStop(0, inks.hot);
      at.addColorStop(0.45, inks.flash);
      at.addColorStop(1, faded(inks.flash, 0));
    });
  }

  add(what: Particle): void {
    if (!this.#pen || !this.#inks) return;
    this.#live.push({ what, born: this.#time + what.after });
    if (!this.#handle) {
      this.#last = performance.now();
      this.#handle = requestAnimationFrame(() => this.#draw());
    }
  }

  clear(): void {
    this.#live = [];
    cancelAnimationFrame(this.#handle);
    this.#handle = 0;
    this.#pen?.clearRect(0, 0, this.canvas.width, this.canvas.height);
  }

  #draw(): void {
    const pen = this.#pen;
    if (!pen) return;
    const now = performance.now();
    this.#time += Math.min(100, now - this.#last) * this.speed;
    this.#last = now;
    const dense = Math.min(2, globalThis.devicePixelRatio || 1);
    const [width, height] = [Math.round(this.canvas.clientWidth * dense), Math.round(this.canvas.clientHeight * dense)];
    if (this.canvas.width !== width || this.canvas.height !== height) [this.canvas.width, this.canvas.height] = [width, height];
    const { k, x, y } = this.look();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, width, height);
    this.#live = this.#live.filter(({ what, born }) => this.#time < born + what.lasts);
    for (const { what, born } of this.#live) {
      const share = (this.#time - born) / what.lasts;
      if (share >= 0) this.#one(pen, what, share, dense * k, dense * x, dense * y);
    }
    pen.globalAlpha = 1;
    this.#handle = this.#live.length ? requestAnimationFrame(() => this.#draw()) : 0;
  }

  #one(pen: CanvasRenderingContext2D, what: Particle, share: number, k: number, x: number, y: number): void {
    const inks = this.#inks as Inks;
    const out = what.kind === 'dot' ? share : 1 - (1 - share) ** 2;
    const at = spot(what, out);
    const px = at.x * k + x;
    const py = at.y * k + y;
    const radius = Math.max(0.6, (what.small + (what.large - what.small) * out) * k);
    const peak = what.peak ?? 0;
    pen.globalAlpha = what.strength * (share < peak ? share / peak : what.kind === 'dot' ? 1 : (1 - share) / (1 - peak));
    if (what.kind === 'smoke' || what.kind === 'flash') {
      const picture = what.kind === 'smoke' ? this.#smoke : this.#flash;
      if (!picture) return;
      if (what.turn === undefined) pen.drawImage(picture, px - radius, py - radius, radius * 2, radius * 2);
      else {
        // A tongue of flame: long away from the gun, narrow across.
        pen.save();
        pen.translate(px, py);
        pen.rotate((what.turn * Math.PI) / 180);
        pen.drawImage(picture, -radius * 0.4, -radius, radius * 0.8, radius * 2);
        pen.restore();
      }
      return;
    }
    if (what.kind === 'dot') {
      pen.fillStyle = inks.dot;
      pen.beginPath();
      pen.arc(px, py, radius, 0, Math.PI * 2);
      pen.fill();
    } else if (what.kind === 'ring') {
      pen.strokeStyle = inks.ring;
      pen.lineWidth = Math.max(1.2, radius * 0.25);
      pen.beginPath();
      pen.arc(px, py, radius, 0, Math.PI * 2);
      pen.stroke();
    } else {
      const angle = ((what.turn ?? 0) + share * 200) * (Math.PI / 180);
      const [dx, dy] = [Math.sin(angle) * radius, -Math.cos(angle) * radius];
      pen.strokeStyle = inks.chip;
      pen.lineWidth = Math.max(1, radius * 0.45);
      pen.beginPath();
      pen.moveTo(px - dx, py - dy);
      pen.lineTo(px + dx, py + dy);
      pen.stroke();
    }
  }
}

/** Where a particle is at a share of its life: straight, or round the bend. */
function spot(what: Particle, share: number): Point {
  const { from, by, to } = what;
  if (!by) return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  const [a, b, c] = [(1 - share) ** 2, 2 * share * (1 - share), share ** 2];
  return { x: a * from.x + b * by.x + c * to.x, y: a * from.y + b * by.y + c * to.y };
}
