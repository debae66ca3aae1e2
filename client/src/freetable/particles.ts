// Smoke, flashes, splashes and splinters: hundreds of short lives drawn on one canvas over the chart, where as many elements
// would weigh the page down. Places and sizes are the chart's; the camera may move meanwhile.
import type { Look } from './look';
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
  /** Degrees. */
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

const SPRITE = 96;

type Lobe = readonly [x: number, y: number, radius: number];

/** A small picture made of soft round lobes, each from a colour to nothing. Places are shares of its size. */
function sprite(lobes: readonly Lobe[], colours: readonly (readonly [stop: number, colour: string])[]): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SPRITE;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  for (const [x, y, radius] of lobes) {
    const at = [x * SPRITE, y * SPRITE, radius * SPRITE] as const;
    const gradient = pen.createRadialGradient(at[0], at[1], 0, ...at);
    for (const [stop, colour] of colours) gradient.addColorStop(stop, colour);
    pen.fillStyle = gradient;
    pen.fillRect(0, 0, SPRITE, SPRITE);
  }
  return canvas;
}

/** The outline of a puff: lobes round a middle, none like the next. */
const PUFF: readonly Lobe[] = [
  [0.5, 0.5, 0.3], [0.33, 0.4, 0.24], [0.62, 0.32, 0.22], [0.7, 0.55, 0.24], [0.52, 0.7, 0.25], [0.3, 0.62, 0.2],
];
/** Its dark side, a little off. */
const SHADE: readonly Lobe[] = PUFF.map(([x, y, radius]) => [x + 0.03, y + 0.045, radius * 1.08]);

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
    const shade = sprite(SHADE, [[0, faded(inks.smokeEdge, 0.2)], [0.6, faded(inks.smokeEdge, 0.15)], [1, faded(inks.smokeEdge, 0)]]);
    const puff = sprite(PUFF, [[0, faded(inks.smoke, 0.62)], [0.5, faded(inks.smoke, 0.46)], [1, faded(inks.smoke, 0)]]);
    const pen = shade?.getContext('2d');
    if (pen && puff) pen.drawImage(puff, 0, 0);
    this.#smoke = shade;
    this.#flash = sprite([[0.5, 0.5, 0.5]], [[0, inks.hot], [0.45, inks.flash], [1, faded(inks.flash, 0)]]);
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
        // Smoke rolls; a tongue of flame is long away from the gun and narrow across.
        const smoke = what.kind === 'smoke';
        const across = smoke ? 1 : 0.4;
        pen.save();
        pen.translate(px, py);
        pen.rotate(((what.turn + (smoke ? share * 50 : 0)) * Math.PI) / 180);
        pen.drawImage(picture, -radius * across, -radius, radius * 2 * across, radius * 2);
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
