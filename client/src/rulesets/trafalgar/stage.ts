// Shows a plan on the sea: poses are written to the ships' own elements, smoke and splinters fly on a canvas, words and ropes
// come and go in a layer of their own. Nothing is drawn again by the framework while ships glide.
import { ahead, along, bearing, middle, nearest, trackLength, type Point, type Pose } from '../../freetable/geometry';
import type { Particles } from '../../freetable/particles';
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
  readonly particles: Particles;
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
    this.scenery.particles.speed = speed;
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
    this.scenery.particles.clear();
  }

  #cue(beat: Beat): Cue {
    switch (beat.kind) {
      case 'glide': {
        const nodes = this.scenery.nodes(beat.ship);
        const length = trackLength(beat.way);
        return {
          at: beat.at,
          lasts: beat.lasts,
          show: (share) => {
            const at = along(beat.way, ease(share), length);
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
    const { particles } = this.scenery;
    const muzzles = 7;
    for (let i = 0; i < muzzles; i++) {
      const place = a * (0.55 - (1.1 * i) / (muzzles - 1));
      const port = ahead(ahead(firer.at, firer.at.heading, place), beam, b * 1.05);
      const after = i * 26;
      const flash = ahead(port, beam, b * 0.6);
      particles.add({
        kind: 'flash', after, lasts: 230, from: flash, to: ahead(flash, beam, b * 0.4), small: b * 0.5, large: b * 1.1, strength: 1, turn: beam, peak: 0.2,
      });
      // Smoke bursts out of the port, hangs, and goes off to leeward.
      const out = ahead(port, beam, b * (1.3 + (i % 3) * 0.5));
      particles.add({
        kind: 'smoke', after: after + 30, lasts: 2900 + (i % 3) * 420, from: port, by: ahead(out, beam, b), to: ahead(out, lee, b * (5 + ((i * 5) % 4))),
        small: b * 0.6, large: b * 3.6, strength: 0.9, peak: 0.1, turn: i * 77,
      });
    }
    this.#shots(from, to, target, boxes);
  }

  #shots(from: Point, to: Point, target: { readonly ship: Ship; readonly at: Pose }, boxes: number): void {
    const { a, b } = halves(target.ship.length, target.ship.width);
    const { particles } = this.scenery;
    const way = bearing(from, to);
    const flight = 210;
    for (let i = -1; i <= 1; i++) {
      const aim = ahead(to, target.at.heading, i * a * 0.34);
      const after = 70 + (i + 1) * 24;
      particles.add({ kind: 'dot', after, lasts: flight, from: ahead(from, target.at.heading, i * a * 0.2), to: aim, small: b * 0.12, large: b * 0.12, strength: 1 });
      if (boxes > 0) continue;
      // A miss throws water up short of her or beyond.
      const splash = ahead(aim, way, i === 0 ? b * 3.2 : -b * 1.3);
      particles.add({ kind: 'ring', after: after + flight, lasts: 640, from: splash, to: splash, small: b * 0.1, large: b * 0.8, strength: 0.95 });
    }
    if (boxes === 0) return;
    const pieces = Math.min(14, 5 + boxes * 2);
    for (let i = 0; i < pieces; i++) {
      const at = ahead(to, target.at.heading, ((i % 5) - 2) * a * 0.2);
      const turn = way + 180 + ((i * 47) % 140) - 70;
      const end = ahead(at, turn, b * (1.2 + ((i * 7) % 5) * 0.35));
      particles.add({ kind: 'chip', after: flight + 100 + (i % 4) * 30, lasts: 600, from: at, to: end, small: b * 0.24, large: b * 0.16, strength: 1, turn });
    }
    particles.add({ kind: 'flash', after: flight + 90, lasts: 380, from: to, to, small: b * 0.3, large: b * 1.4, strength: 0.9 });
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
      this.scenery.particles.add({
        kind: 'ring', after: i * 90, lasts: 560, from: place.at, to: place.at, small: place.size * 0.1, large: place.size * (0.5 + i * 0.25), strength: 0.9,
      });
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
    const inner = shape('g', 'fx-words pinned', {});
    const text = shape('text', kind, { y: kind === 'strike' ? -38 : -16 });
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
