// What is shown of a batch of events, and when: ships glide together, broadsides follow one another, and every change of a
// ship comes at its moment. Only a plan; `script.ts` shows it.
import type { ReplayEvent, TableEvent } from '../../api/types';
import { PAUSE, Plan, toldIn, type Beat as Common } from '../../freetable/scene';
import { track, trackLength, type Pose } from '../../freetable/geometry';
import { find, number, pose } from './fleet';
import type { Broadside, Lock, RulesEvent, Ship, Table } from '../../served/trafalgar';

export type Own = { readonly kind: 'fire'; readonly at: number; readonly ship: string; readonly target: string; readonly side: Broadside; readonly boxes: number };
export type Beat = Common<Ship, Table> | Own;

/** Milliseconds. */
const TURN_SAY = 500;
const SHOT = 300;

const MOTION = new Set(['turned', 'moved', 'tested', 'passed', 'collided', 'left']);

class Battle extends Plan<Ship, Table, Own> {
  readonly #poses = new Map<string, Pose>();
  #locks: readonly Lock[];

  constructor(
    from: Table,
    private readonly to: Table,
    private readonly events: readonly RulesEvent[],
  ) {
    super(from);
    this.#locks = from.locks;
    for (let at = 0; at < events.length; ) at = this.#block(at);
  }

  #pose(id: string): Pose | null {
    const ship = find(this.from, id);
    return this.#poses.get(id) ?? (ship ? pose(ship, this.from) : null);
  }

  #block(at: number): number {
    const first = this.events[at] as RulesEvent;
    const same = (event: RulesEvent | undefined): boolean =>
      event !== undefined && (MOTION.has(first.type) ? MOTION.has(event.type) : event.type === first.type);
    let end = at + 1;
    while (same(this.events[end])) end += 1;
    const events = this.events.slice(at, end);
    if (MOTION.has(first.type)) this.#sail(events);
    else if (first.type === 'fired') this.#fire(events);
    else if (first.type === 'boarded') this.#board(events);
    else if (first.type === 'grappled' || first.type === 'parted') this.#ropes(events);
    else if (first.type === 'drifted') this.#drift(events, end);
    else if (first.type === 'began') this.time += PAUSE;
    return end;
  }

  #glide(id: string, at: number, to: Pose, change: Partial<Ship>): number {
    const start = this.#pose(id);
    if (!start) return at;
    const way = track(start, to);
    const length = trackLength(way);
    this.#poses.set(id, to);
    const lasts = length < 1 ? 0 : Math.min(1700, 420 + length * 1.15);
    if (lasts > 0) this.beats.push({ kind: 'glide', at, lasts, ship: id, way });
    this.change(id, change, at + lasts);
    return at + lasts;
  }

  /** All ships of a block of moves sail together, one starting shortly after the other. */
  #sail(events: readonly RulesEvent[]): void {
    const free = new Map<string, number>();
    const sailing = new Set(events.map((event) => ('ship' in event ? event.ship : ''))).size;
    const stagger = Math.min(110, 1100 / Math.max(1, sailing));
    const start = (id: string): number => {
      const known = free.get(id);
      if (known !== undefined) return known;
      const at = this.time + free.size * stagger;
      free.set(id, at);
      return at;
    };
    for (const event of events) {
      if (event.type === 'tested' && !event.passed) {
        const at = start(event.ship);
        this.say(event.ship, 'not obeyed', at);
        free.set(event.ship, at + TURN_SAY);
      } else if (event.type === 'turned') {
        const now = this.#pose(event.ship);
        const ids = event.manner === 'together' ? this.#together(event.ship) : [event.ship];
        for (const id of ids) {
          const lies = this.#pose(id);
          if (!lies || !now) continue;
          const heading = lies.heading + event.angle;
          const to = { ...lies, heading: ((heading % 360) + 360) % 360 };
          free.set(id, this.#glide(id, start(id), to, { heading: to.heading }));
        }
      } else if (event.type === 'moved') {
        const to = pose(event, this.from);
        const done = this.#glide(event.ship, start(event.ship), to, { x: event.x, y: event.y, heading: event.heading });
        free.set(event.ship, done);
      } else if (event.type === 'passed' && !event.collided) {
        this.say(event.ship, 'through the line', start(event.ship) + TURN_SAY);
      } else if (event.type === 'collided') {
        const at = start(event.ship);
        this.beats.push({ kind: 'bump', at, ship: event.ship, other: event.other });
        if (event.fouled) {
          this.#lock(event.ship, event.other, 'fouled', at + 160);
          this.say(event.ship, 'fouled', at + 160);
        }
        free.set(event.ship, at + 400);
      } else if (event.type === 'left') {
        this.change(event.ship, { gone: true }, start(event.ship));
      }
    }
    this.time = Math.max(this.time, ...free.values()) + PAUSE;
  }

  /** Ships that turn with a lead who turns her line together: those whose end this scene shows the same turn. */
  #together(lead: string): readonly string[] {
    const n = number(this.from, lead);
    const line = this.from.squadrons.find((squadron) => squadron.ships.includes(n))?.ships ?? [n];
    const turned = this.events.filter((event) => event.type === 'moved');
    const ids = line.map((one) => this.from.ships[one]?.id ?? '');
    return ids.filter((id) => id === lead || turned.some((event) => event.type === 'moved' && event.ship === id));
  }

  #fire(events: readonly RulesEvent[]): void {
    const apart = Math.max(110, Math.min(620, 7000 / events.length));
    events.forEach((event, i) => {
      if (event.type !== 'fired') return;
      const at = this.time + i * apart;
      const { ship, target, side, boxes } = event;
      this.beats.push({ kind: 'fire', at, ship, target, side, boxes });
      const spent = (this.ship(ship)?.fresh ?? ['port', 'starboard']).filter((one) => one !== side);
      this.change(ship, { fresh: spent }, at + SHOT);
      this.#hurt(target, boxes, event.struck, at + SHOT);
    });
    this.time += events.length * apart + 700;
  }

  #hurt(id: string, boxes: number, struck: boolean, at: number): void {
    const ship = this.ship(id);
    if (!ship) return;
    const crossed = Math.min(ship.sheet.length, (ship.crossed ?? 0) + boxes);
    if (boxes > 0) this.change(id, { crossed }, at);
    if (struck) {
      this.beats.push({ kind: 'strike', at: at + 260, ship: id, words: 'strikes' });
      this.change(id, { struck: true, speed: 0 }, at + 760);
    }
  }

  #board(events: readonly RulesEvent[]): void {
    for (const event of events) {
      if (event.type !== 'boarded') continue;
      this.beats.push({ kind: 'fight', at: this.time, ship: event.ship, other: event.other });
      const struck = event.struck ?? [];
      this.#hurt(event.ship, event.lost[0], struck.includes(event.ship), this.time + 750);
      this.#hurt(event.other, event.lost[1], struck.includes(event.other), this.time + 750);
      this.time += 1150;
    }
  }

  #ropes(events: readonly RulesEvent[]): void {
    for (const event of events) {
      if (event.type !== 'grappled' && event.type !== 'parted') continue;
      const holds = event.type === 'grappled' ? event.held : !event.free;
      this.beats.push({ kind: 'rope', at: this.time, ship: event.ship, other: event.other, holds });
      this.say(event.ship, holds ? 'held fast' : 'clear');
      if (event.type === 'grappled' && event.held) this.#lock(event.ship, event.other, 'grappled', this.time + 300);
      if (event.type === 'parted' && event.free) this.#unlock(event.ship, event.other, this.time + 300);
      this.time += 480;
    }
    this.time += PAUSE;
  }

  #pair(ship: string, other: string): readonly [number, number] {
    const [a, b] = [number(this.from, ship), number(this.from, other)];
    return a < b ? [a, b] : [b, a];
  }

  #lock(ship: string, other: string, how: Lock['how'], at: number): void {
    const [one, two] = this.#pair(ship, other);
    this.#locks = [...this.#locks, { one, other: two, how }];
    this.beats.push({ kind: 'table', at, to: { locks: this.#locks } });
  }

  #unlock(ship: string, other: string, at: number): void {
    const [one, two] = this.#pair(ship, other);
    this.#locks = this.#locks.filter((lock) => lock.one !== one || lock.other !== two);
    this.beats.push({ kind: 'table', at, to: { locks: this.#locks } });
  }

  /** Where they drift to is known from the end of the scene, unless they sail again before it. */
  #drift(events: readonly RulesEvent[], next: number): void {
    const later = new Set(this.events.slice(next).map((event) => (event.type === 'moved' ? event.ship : '')));
    let until = this.time;
    for (const event of events) {
      if (event.type !== 'drifted') continue;
      for (const id of event.ships) {
        const ship = find(this.to, id);
        if (!ship || later.has(id)) continue;
        const start = this.#pose(id);
        const end = pose(ship, this.to);
        if (!start) continue;
        this.#poses.set(id, end);
        // A ship that drifts goes sideways: she keeps her heading on the way, and comes round as she goes.
        this.beats.push({ kind: 'glide', at: this.time, lasts: 1100, ship: id, way: [start, end] });
        const { x, y, heading, drifting = 0 } = ship;
        this.change(id, { x, y, heading, drifting, speed: 0 }, this.time + 1100);
        until = this.time + 1100;
      }
    }
    this.time = until + PAUSE;
  }
}

/** What to show between two tables. Empty where nothing moves. */
export const plan = (from: Table, to: Table, events: readonly (TableEvent | ReplayEvent)[]): readonly Beat[] => new Battle(from, to, toldIn(events)).paced;
