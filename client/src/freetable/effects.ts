// What flashes, smokes and is said over ships while a scene is shown. Smoke and splinters fly on a canvas, words and ropes come
// and go in a layer of their own; nothing here changes what lies on the table.
import { ahead, bearing, middle, nearest, type Box, type Point, type Pose } from './geometry';
import type { Inks, Particles } from './particles';

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

/** Half the length and half the breadth of a hull. */
const halvesOf = (hull: Box): { readonly a: number; readonly b: number } => ({ a: hull.length / 2, b: hull.width / 2 });

export interface Scenery {
  /** Holds the ships and their names. */
  readonly world: SVGSVGElement;
  readonly layer: SVGGElement;
  readonly particles: Particles;
  /** The hull of a ship where she lies at this moment; null where she is not on the table. */
  craft(id: string): Box | null;
  /** Where the wind blows to, in degrees. */
  lee(): number;
}

/** The element of a ship and that of her name, which does not turn with her. */
export function nodesOf(world: SVGSVGElement, ship: string): readonly { readonly node: SVGGElement; readonly turns: boolean }[] {
  const name = CSS.escape(ship);
  const found = world.querySelectorAll<SVGGElement>(`[data-ship="${name}"], [data-tag="${name}"]`);
  return [...found].map((node) => ({ node, turns: 'ship' in node.dataset }));
}

/** The colours of the theme as it is now. */
export function inksOf(near: Element): Inks {
  const style = getComputedStyle(near);
  const token = (name: string): string => style.getPropertyValue(name).trim() || 'gray';
  return {
    smoke: token('--powder'), smokeEdge: token('--powder-edge'), flash: token('--flash'), hot: token('--flag-white'), dot: token('--mast'),
    ring: token('--wake'), chip: token('--hull'),
  };
}

export class Effects {
  speed = 1;

  constructor(private readonly scenery: Scenery) {}

  /** Puts a ship and her name somewhere, without drawing anything anew. */
  place(id: string, at: Pose): void {
    for (const { node, turns } of nodesOf(this.scenery.world, id)) {
      node.style.transform = turns ? transformOf(at) : `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px)`;
    }
  }

  clear(): void {
    this.scenery.layer.replaceChildren();
    this.scenery.particles.clear();
  }

  /** Adds a shape, lets it live through its keyframes, and takes it away. */
  #live(node: SVGElement, frames: Keyframe[], lasts: number, delay = 0): void {
    this.scenery.layer.append(node);
    const life = node.animate(frames, { duration: lasts, delay, easing: 'ease-out', fill: 'both' });
    life.playbackRate = this.speed;
    life.onfinish = () => node.remove();
    life.oncancel = () => node.remove();
  }

  /** `way` is −1 to port, 1 to starboard; `hits` is how much flies about, 0 for a miss. */
  broadside(id: string, targetId: string, way: -1 | 1, hits: number, words: string | null): void {
    const firer = this.scenery.craft(id);
    const target = this.scenery.craft(targetId);
    if (!firer || !target) return;
    const { a, b } = halvesOf(firer);
    const beam = firer.heading + way * 90;
    const lee = this.scenery.lee();
    const { from, to } = nearest(firer, target);
    const { particles } = this.scenery;
    const muzzles = 7;
    for (let i = 0; i < muzzles; i++) {
      const port = ahead(ahead(firer, firer.heading, a * (0.55 - (1.1 * i) / (muzzles - 1))), beam, b * 1.05);
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
    this.#shots(from, to, target, hits);
    if (words) this.say(targetId, words, 'hit', 330);
  }

  /** Guns that are laid on their target, one after the other: flash and smoke at the muzzles, then hits or splashes. */
  salvo(id: string, targetId: string, guns: number, hits: number, words: string | null): void {
    const firer = this.scenery.craft(id);
    const target = this.scenery.craft(targetId);
    if (!firer || !target) return;
    const { a, b } = halvesOf(firer);
    const way = bearing(firer, target);
    const lee = this.scenery.lee();
    const { from, to } = nearest(firer, target);
    const { particles } = this.scenery;
    const muzzles = Math.max(2, Math.min(7, guns * 2));
    for (let i = 0; i < muzzles; i++) {
      const muzzle = ahead(ahead(firer, firer.heading, a * (0.5 - i / (muzzles - 1))), way, b * 1.1);
      const after = i * 60;
      particles.add({ kind: 'flash', after, lasts: 260, from: muzzle, to: ahead(muzzle, way, b * 0.6), small: b * 0.5, large: b * 1.2, strength: 1, turn: way, peak: 0.2 });
      const out = ahead(muzzle, way, b * (1.2 + (i % 3) * 0.4));
      particles.add({
        kind: 'smoke', after: after + 30, lasts: 2600 + (i % 3) * 400, from: muzzle, by: ahead(out, way, b), to: ahead(out, lee, b * (4 + ((i * 5) % 4))),
        small: b * 0.5, large: b * 2.8, strength: 0.85, peak: 0.1, turn: i * 77,
      });
    }
    this.#shots(from, to, target, hits);
    if (words) this.say(targetId, words, 'hit', 380);
  }

  /** A wake runs to her, and under her or past. */
  torpedo(id: string, targetId: string, hit: boolean): void {
    const firer = this.scenery.craft(id);
    const target = this.scenery.craft(targetId);
    if (!firer || !target) return;
    const { from, to } = nearest(firer, target);
    const end = hit ? to : ahead(ahead(to, target.heading, -target.length * 0.7), bearing(from, to), target.width * 3);
    const wake = shape('path', 'fx-torpedo', { d: `M${from.x} ${from.y}L${end.x} ${end.y}`, pathLength: 1 });
    this.#live(wake, [
      { strokeDashoffset: '1', opacity: 0.95 },
      { strokeDashoffset: '0', opacity: 0.95, offset: 0.7 },
      { strokeDashoffset: '0', opacity: 0 },
    ], 1300);
    if (hit) this.#column(to, target, 900);
    this.say(targetId, hit ? 'torpedo!' : 'it runs past', hit ? 'hit' : 'plain', 900);
  }

  /** Water thrown up beside her. */
  burst(id: string): void {
    const craft = this.scenery.craft(id);
    if (!craft) return;
    this.#column(ahead(craft, craft.heading, craft.length * 0.3), craft, 0);
    this.shake(id, 120);
  }

  #column(at: Point, target: Box, after: number): void {
    const { a, b } = halvesOf(target);
    for (let i = 0; i < 4; i++) {
      this.scenery.particles.add({ kind: 'ring', after: after + i * 110, lasts: 760, from: at, to: at, small: b * 0.2, large: b * (1.2 + i * 0.6), strength: 0.95 });
    }
    this.scenery.particles.add({ kind: 'flash', after, lasts: 420, from: at, to: at, small: b * 0.4, large: a * 0.6, strength: 0.9 });
    this.#splinters(at, target, 0, 5, after);
  }

  /** She goes down where she lies. */
  sink(id: string): void {
    const craft = this.scenery.craft(id);
    if (!craft) return;
    const { a } = halvesOf(craft);
    for (const { node, turns } of nodesOf(this.scenery.world, id)) {
      if (turns) {
        node.firstElementChild?.animate(
          [{ opacity: 1, transform: 'none' }, { opacity: 0.8, transform: 'rotate(5deg) scale(0.96)', offset: 0.4 }, { opacity: 0, transform: 'rotate(12deg) scale(0.78)' }],
          { duration: 1400 / this.speed, easing: 'ease-in', fill: 'forwards' },
        );
      }
    }
    for (let i = 0; i < 6; i++) {
      this.scenery.particles.add({ kind: 'ring', after: 200 + i * 200, lasts: 1200, from: craft, to: craft, small: a * 0.15, large: a * (0.6 + i * 0.16), strength: 0.8 });
    }
  }

  #shots(from: Point, to: Point, target: Box, hits: number): void {
    const { a, b } = halvesOf(target);
    const { particles } = this.scenery;
    const way = bearing(from, to);
    const flight = 210;
    for (let i = -1; i <= 1; i++) {
      const aim = ahead(to, target.heading, i * a * 0.34);
      const after = 70 + (i + 1) * 24;
      particles.add({ kind: 'dot', after, lasts: flight, from: ahead(from, target.heading, i * a * 0.2), to: aim, small: b * 0.12, large: b * 0.12, strength: 1 });
      if (hits > 0) continue;
      // A miss throws water up short of her or beyond.
      const splash = ahead(aim, way, i === 0 ? b * 3.2 : -b * 1.3);
      particles.add({ kind: 'ring', after: after + flight, lasts: 640, from: splash, to: splash, small: b * 0.1, large: b * 0.8, strength: 0.95 });
    }
    if (hits > 0) this.#splinters(to, target, way + 180, hits, flight + 90);
  }

  #splinters(at: Point, target: Box, way: number, hits: number, after: number): void {
    const { a, b } = halvesOf(target);
    const { particles } = this.scenery;
    const pieces = Math.min(14, 5 + hits * 2);
    for (let i = 0; i < pieces; i++) {
      const from = ahead(at, target.heading, ((i % 5) - 2) * a * 0.2);
      const turn = way + ((i * 47) % 140) - 70;
      const end = ahead(from, turn, b * (1.2 + ((i * 7) % 5) * 0.35));
      particles.add({ kind: 'chip', after: after + (i % 4) * 30, lasts: 600, from, to: end, small: b * 0.24, large: b * 0.16, strength: 1, turn });
    }
    particles.add({ kind: 'flash', after, lasts: 380, from: at, to: at, small: b * 0.3, large: b * 1.4, strength: 0.9 });
  }

  /** She blows up. */
  explode(id: string): void {
    const craft = this.scenery.craft(id);
    if (!craft) return;
    const { a, b } = halvesOf(craft);
    const { particles } = this.scenery;
    for (let i = 0; i < 10; i++) {
      const turn = i * 36 + 11;
      const near = ahead(craft, turn, a * 0.3);
      particles.add({ kind: 'flash', after: i * 24, lasts: 620, from: craft, to: near, small: b, large: a * 0.8, strength: 1 });
      particles.add({
        kind: 'smoke', after: 120 + i * 50, lasts: 3800, from: near, by: ahead(near, turn, a), to: ahead(ahead(near, turn, a * 0.8), this.scenery.lee(), a * 1.6),
        small: b, large: a * 1.2, strength: 0.95, peak: 0.12, turn,
      });
    }
    this.#splinters(craft, craft, 0, 7, 60);
    this.#splinters(craft, craft, 180, 7, 60);
  }

  shake(id: string, delay = 0): void {
    for (const { node, turns } of nodesOf(this.scenery.world, id)) {
      if (!turns) continue;
      node.firstElementChild?.animate(
        [
          { transform: 'translate(0, 0)' }, { transform: 'translate(5px, -4px) rotate(1.6deg)' }, { transform: 'translate(-5px, 3px) rotate(-1.6deg)' },
          { transform: 'translate(3px, 2px) rotate(0.8deg)' }, { transform: 'translate(0, 0)' },
        ],
        { duration: 380 / this.speed, delay: delay / this.speed, easing: 'ease-out' },
      );
    }
  }

  #between(id: string, otherId: string): { readonly at: Point; readonly size: number } | null {
    const one = this.scenery.craft(id);
    const two = this.scenery.craft(otherId);
    if (!one || !two) return null;
    const { from, to } = nearest(one, two);
    return { at: middle(from, to), size: one.width };
  }

  bump(id: string, otherId: string): void {
    this.shake(id);
    this.shake(otherId);
    const place = this.#between(id, otherId);
    if (!place) return;
    for (let i = 0; i < 3; i++) {
      this.scenery.particles.add({
        kind: 'ring', after: i * 90, lasts: 560, from: place.at, to: place.at, small: place.size * 0.1, large: place.size * (0.5 + i * 0.25), strength: 0.9,
      });
    }
  }

  fight(id: string, otherId: string): void {
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
    this.shake(id, 260);
    this.shake(otherId, 260);
  }

  rope(id: string, otherId: string, holds: boolean): void {
    const one = this.scenery.craft(id);
    const two = this.scenery.craft(otherId);
    if (!one || !two) return;
    const along = Math.sign(Math.cos(((one.heading - two.heading) * Math.PI) / 180) || 1);
    for (const at of [-0.32, 0, 0.32]) {
      const a = ahead(one, one.heading, one.length * at);
      const b = ahead(two, two.heading, two.length * at * along);
      const line = shape('path', 'fx-rope', { d: `M${a.x} ${a.y}Q${(a.x + b.x) / 2 + 12} ${(a.y + b.y) / 2 - 12} ${b.x} ${b.y}`, pathLength: 1 });
      this.#live(line, [
        { strokeDashoffset: '1', opacity: 1 },
        { strokeDashoffset: '0', opacity: 1, offset: 0.55 },
        { strokeDashoffset: '0', opacity: holds ? 1 : 0 },
      ], 640);
    }
  }

  /** Her colours come down. */
  strike(id: string, words = 'strikes'): void {
    for (const { node, turns } of nodesOf(this.scenery.world, id)) {
      if (!turns) continue;
      node.querySelector('.ensign')?.animate(
        [{ opacity: 1 }, { opacity: 1, translate: '0 -14px', offset: 0.3 }, { opacity: 0, translate: '0 46px' }],
        { duration: 720 / this.speed, easing: 'ease-in', fill: 'forwards' },
      );
    }
    this.say(id, words, 'strike');
  }

  say(id: string, words: string, kind: 'plain' | 'hit' | 'strike' = 'plain', delay = 0): void {
    const craft = this.scenery.craft(id);
    if (!craft) return;
    const group = shape('g', 'fx-say', {});
    const inner = shape('g', 'fx-words pinned', {});
    const text = shape('text', kind, { y: kind === 'strike' ? -38 : -16 });
    text.textContent = words;
    inner.append(text);
    group.append(inner);
    const up = { x: craft.x, y: craft.y - craft.length * 0.3 };
    this.#live(group, [
      { transform: move(craft), opacity: 0 },
      { transform: move(up), opacity: 1, offset: 0.18 },
      { transform: move(up), opacity: 1, offset: 0.7 },
      { transform: move({ x: up.x, y: up.y - craft.length * 0.3 }), opacity: 0 },
    ], 1500, delay);
  }
}
