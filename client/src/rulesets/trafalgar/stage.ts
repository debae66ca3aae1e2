// Shows a plan on the sea: poses are written to the ships' own elements, and smoke, splinters and ropes come and go in a layer of
// their own. Nothing is drawn again by the framework while ships glide.
import { ahead, along, bearing, middle, nearest, type Point, type Pose } from '../../freetable/geometry';
import { ease, Timeline, type Cue } from '../../freetable/timeline';
import type { Beat } from './animate';
import { base, find, hull, pose } from './fleet';
import { halves } from './rig';
import type { Broadside, Ship, Table } from './types';

const SVG = 'http://www.w3.org/2000/svg';

/** Shapes that carry a class and a few attributes. */
function shape(name: string, kind: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const node = document.createElementNS(SVG, name);
  node.setAttribute('class', kind);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}

const move = (point: Point, scale = 1, turn = 0): string =>
  `translate(${point.x.toFixed(1)}px, ${point.y.toFixed(1)}px) rotate(${turn.toFixed(1)}deg) scale(${scale.toFixed(3)})`;

export function transformOf(at: Pose): string {
  return `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px) rotate(${at.heading.toFixed(2)}deg)`;
}

export interface Scenery {
  /** The element of a ship and that of her name; both move with her. */
  nodes(ship: string): readonly { readonly node: SVGGElement; readonly turns: boolean }[];
  readonly layer: SVGGElement;
  /** The table as it is drawn now, and a way to change it. */
  table(): Table;
  change(ship: string, to: Partial<Ship>): void;
  locks(locks: Table['locks']): void;
}

export class Stage {
  #timeline: Timeline | null = null;
  #speed = 1;

  constructor(private readonly scenery: Scenery) {}

  get playing(): boolean {
    return this.#timeline !== null;
  }

  set speed(speed: number) {
    this.#speed = speed;
    if (this.#timeline) this.#timeline.speed = speed;
  }

  play(beats: readonly Beat[], done: () => void): void {
    this.stop();
    this.#timeline = new Timeline(beats.map((beat) => this.#cue(beat)), () => {
      this.#timeline = null;
      done();
    });
    this.#timeline.speed = this.#speed;
  }

  skip(): void {
    this.#timeline?.skip();
    this.clear();
  }

  stop(): void {
    this.#timeline?.stop();
    this.#timeline = null;
    this.clear();
  }

  clear(): void {
    this.scenery.layer.replaceChildren();
  }

  #cue(beat: Beat): Cue {
    switch (beat.kind) {
      case 'glide': {
        const nodes = this.scenery.nodes(beat.ship);
        return {
          at: beat.at,
          lasts: beat.lasts,
          show: (share) => {
            const at = along(beat.way, ease(share));
            for (const { node, turns } of nodes) node.style.transform = turns ? transformOf(at) : `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px)`;
          },
        };
      }
      case 'change':
        return { at: beat.at, lasts: 0, end: () => this.scenery.change(beat.ship, beat.to) };
      case 'locks':
        return { at: beat.at, lasts: 0, end: () => this.scenery.locks(beat.locks) };
      case 'fire':
        return { at: beat.at, lasts: 500, begin: () => this.#broadside(beat.ship, beat.target, beat.side, beat.boxes) };
      case 'bump':
        return { at: beat.at, lasts: 420, begin: () => this.#bump(beat.ship, beat.other) };
      case 'fight':
        return { at: beat.at, lasts: 1000, begin: () => this.#fight(beat.ship, beat.other) };
      case 'rope':
        return { at: beat.at, lasts: 420, begin: () => this.#rope(beat.ship, beat.other, beat.holds) };
      case 'strike':
        return { at: beat.at, lasts: 900, begin: () => this.#strike(beat.ship) };
      case 'say':
        return { at: beat.at, lasts: 300, begin: () => this.#say(beat.ship, beat.words, 'plain') };
    }
  }

  // ---- effects ---------------------------------------------------------------------------------------------------

  /** Adds a shape, lets it live through its keyframes, and takes it away. */
  #live(node: SVGElement, frames: Keyframe[], lasts: number, delay = 0, easing = 'ease-out'): void {
    this.scenery.layer.append(node);
    const life = node.animate(frames, { duration: lasts, delay, easing, fill: 'both' });
    life.playbackRate = this.#speed;
    life.onfinish = () => node.remove();
    life.oncancel = () => node.remove();
  }

  /** A ship where she is drawn at this moment. */
  #drawn(id: string): { readonly ship: Ship; readonly table: Table; readonly at: Pose } | null {
    const table = this.scenery.table();
    const ship = find(table, id);
    return ship ? { ship, table, at: pose(ship, table) } : null;
  }

  #broadside(id: string, targetId: string, side: Broadside, boxes: number): void {
    const firer = this.#drawn(id);
    const target = this.#drawn(targetId);
    if (!firer || !target) return;
    const { a, b } = halves(firer.ship.length, firer.ship.width);
    const beam = firer.at.heading + (side === 'port' ? -90 : 90);
    const lee = firer.table.wind + 180;
    const { from, to } = nearest(hull(firer.ship, firer.table), hull(target.ship, target.table));
    const muzzles = 7;
    for (let i = 0; i < muzzles; i++) {
      const along = a * (0.55 - (1.1 * i) / (muzzles - 1));
      const port = ahead(ahead(firer.at, firer.at.heading, along), beam, b * 1.05);
      const delay = i * 26;
      const flash = ahead(port, beam, b * 0.55);
      this.#live(shape('ellipse', 'fx-flash', { rx: b * 0.28, ry: b * 0.8 }), [
        { transform: move(flash, 0.3, beam), opacity: 0 },
        { transform: move(flash, 1.15, beam), opacity: 1, offset: 0.25 },
        { transform: move(ahead(flash, beam, b * 0.3), 0.7, beam), opacity: 0 },
      ], 240, delay);
      const out = ahead(port, beam, b * (1.2 + (i % 3) * 0.5));
      const drift = ahead(ahead(out, beam, b * 0.6), lee, b * (5 + ((i * 5) % 4)));
      this.#live(shape('circle', 'fx-smoke', { r: b * 1.05 }), [
        { transform: move(port, 0.2), opacity: 0 },
        { transform: move(out, 0.9), opacity: 0.85, offset: 0.12 },
        { transform: move(ahead(out, lee, b * 1.6), 1.4), opacity: 0.62, offset: 0.5 },
        { transform: move(drift, 2.1), opacity: 0 },
      ], 1900 + (i % 3) * 260, delay + 30);
    }
    this.#shots(from, to, target, boxes);
  }

  #shots(from: Point, to: Point, target: { readonly ship: Ship; readonly at: Pose }, boxes: number): void {
    const { a, b } = halves(target.ship.length, target.ship.width);
    const way = bearing(from, to);
    const flight = 210;
    for (let i = -1; i <= 1; i++) {
      const aim = ahead(to, target.at.heading, i * a * 0.34);
      const start = ahead(from, target.at.heading, i * a * 0.2);
      this.#live(shape('circle', 'fx-shot', { r: b * 0.13 }), [
        { transform: move(start), opacity: 1 },
        { transform: move(aim), opacity: 1 },
      ], flight, 70 + (i + 1) * 24, 'linear');
      if (boxes === 0) {
        // A miss throws water up short of her or beyond.
        const splash = ahead(aim, way, i === 0 ? b * 3.2 : -b * 1.3);
        this.#live(shape('circle', 'fx-splash', { r: b * 0.42 }), [
          { transform: move(splash, 0.2), opacity: 0.95 },
          { transform: move(splash, 1.7), opacity: 0 },
        ], 620, flight + 110 + (i + 1) * 40);
      }
    }
    if (boxes === 0) return;
    const pieces = Math.min(14, 5 + boxes * 2);
    for (let i = 0; i < pieces; i++) {
      const at = ahead(to, target.at.heading, ((i % 5) - 2) * a * 0.2);
      const out = way + 180 + ((i * 47) % 140) - 70;
      const end = ahead(at, out, b * (1.2 + ((i * 7) % 5) * 0.35));
      this.#live(shape('path', 'fx-splinter', { d: `M0 ${-b * 0.2}V${b * 0.2}` }), [
        { transform: move(at, 0.6, out), opacity: 1 },
        { transform: move(end, 1, out + 200), opacity: 0 },
      ], 560, flight + 100 + (i % 4) * 30);
    }
    this.#live(shape('circle', 'fx-burst', { r: b * 1.1 }), [
      { transform: move(to, 0.2), opacity: 0.9 },
      { transform: move(to, 1.2), opacity: 0 },
    ], 360, flight + 90);
    this.#say(target.ship.id, boxes === 1 ? '−1 box' : `−${boxes} boxes`, 'hit', flight + 120);
  }

  #shake(id: string, delay = 0): void {
    for (const { node, turns } of this.scenery.nodes(id)) {
      const craft = turns ? node.firstElementChild : null;
      craft?.animate(
        [
          { transform: 'translate(0, 0)' }, { transform: 'translate(5px, -4px) rotate(1.6deg)' }, { transform: 'translate(-5px, 3px) rotate(-1.6deg)' },
          { transform: 'translate(3px, 2px) rotate(0.8deg)' }, { transform: 'translate(0, 0)' },
        ],
        { duration: 380 / this.#speed, delay: delay / this.#speed, easing: 'ease-out' },
      );
    }
  }

  #between(id: string, otherId: string): { readonly at: Point; readonly size: number } | null {
    const one = this.#drawn(id);
    const two = this.#drawn(otherId);
    if (!one || !two) return null;
    const { from, to } = nearest(base(one.ship, one.table), base(two.ship, two.table));
    return { at: middle(from, to), size: one.ship.width };
  }

  #bump(id: string, otherId: string): void {
    this.#shake(id);
    this.#shake(otherId);
    const place = this.#between(id, otherId);
    if (!place) return;
    for (let i = 0; i < 3; i++) {
      this.#live(shape('circle', 'fx-foam', { r: place.size * 0.5 }), [
        { transform: move(place.at, 0.15), opacity: 0.9 },
        { transform: move(place.at, 1 + i * 0.45), opacity: 0 },
      ], 560, i * 90);
    }
  }

  #fight(id: string, otherId: string): void {
    const place = this.#between(id, otherId);
    if (!place) return;
    const swords = shape('path', 'fx-swords', {
      d: 'M-30 30L24 -24M24 -24L30 -36M30 -36L18 -30M-30 30L-36 36M-25 17L-17 25M30 30L-24 -24M-24 -24L-30 -36M-30 -36L-18 -30M30 30L36 36M25 17L17 25',
    });
    this.#live(swords, [
      { transform: move(place.at, 0.2, -30), opacity: 0 },
      { transform: move(place.at, 1.35, 0), opacity: 1, offset: 0.2 },
      { transform: move(place.at, 1.15, 0), opacity: 1, offset: 0.78 },
      { transform: move(place.at, 1.5, 0), opacity: 0 },
    ], 1250);
    this.#shake(id, 260);
    this.#shake(otherId, 260);
  }

  #rope(id: string, otherId: string, holds: boolean): void {
    const one = this.#drawn(id);
    const two = this.#drawn(otherId);
    if (!one || !two) return;
    for (const at of [-0.32, 0, 0.32]) {
      const a = ahead(one.at, one.at.heading, one.ship.length * at);
      const b = ahead(two.at, two.at.heading, two.ship.length * at * Math.sign(Math.cos(((one.at.heading - two.at.heading) * Math.PI) / 180) || 1));
      const line = shape('path', 'fx-rope', { d: `M${a.x} ${a.y}Q${(a.x + b.x) / 2 + 12} ${(a.y + b.y) / 2 - 12} ${b.x} ${b.y}`, pathLength: 1 });
      this.#live(line, [
        { strokeDashoffset: '1', opacity: 1 },
        { strokeDashoffset: '0', opacity: 1, offset: 0.55 },
        { strokeDashoffset: '0', opacity: holds ? 1 : 0 },
      ], 640);
    }
    this.#say(id, holds ? 'held fast' : 'clear', 'plain');
  }

  /** Her colours come down. */
  #strike(id: string): void {
    const drawn = this.#drawn(id);
    if (!drawn) return;
    for (const { node, turns } of this.scenery.nodes(id)) {
      if (!turns) continue;
      node.querySelector('.ensign')?.animate(
        [{ opacity: 1 }, { opacity: 1, translate: '0 -14px', offset: 0.3 }, { opacity: 0, translate: '0 46px' }],
        { duration: 720 / this.#speed, easing: 'ease-in', fill: 'forwards' },
      );
    }
    this.#say(id, 'strikes', 'strike');
  }

  #say(id: string, words: string, kind: 'plain' | 'hit' | 'strike', delay = 0): void {
    const drawn = this.#drawn(id);
    if (!drawn) return;
    const group = shape('g', 'fx-say', {});
    const inner = shape('g', 'fx-words', {});
    const text = shape('text', kind, { y: -16 });
    text.textContent = words;
    inner.append(text);
    group.append(inner);
    const up = { x: drawn.at.x, y: drawn.at.y - drawn.ship.length * 0.3 };
    this.#live(group, [
      { transform: move(drawn.at), opacity: 0 },
      { transform: move(up), opacity: 1, offset: 0.18 },
      { transform: move(up), opacity: 1, offset: 0.7 },
      { transform: move({ x: up.x, y: up.y - drawn.ship.length * 0.3 }), opacity: 0 },
    ], 1500, delay);
  }
}
