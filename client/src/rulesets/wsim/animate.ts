// What is shown of a batch of events, and when: all ships step together, broadsides follow one another, and every change of a
// ship comes at its moment. Only a plan; `script.ts` shows it.
import type { ReplayEvent, TableEvent } from '../../api/types';
import { PAUSE, Plan, toldIn, type Beat as Common } from '../../freetable/scene';
import { plain } from '../../lib/words';
import { BEAMS, find, number } from './fleet';
import type { Broadside, Lock, RulesEvent, Ship, Table } from '../../served/wsim';
import type { Hex } from './hexes';

/** Where her bow is, and her heading. */
export interface Stand {
  readonly bow: Hex;
  readonly heading: number;
}

export type Own =
  | { readonly kind: 'step'; readonly at: number; readonly lasts: number; readonly ship: string; readonly from: Stand; readonly to: Stand }
  | { readonly kind: 'fire'; readonly at: number; readonly ship: string; readonly target: string; readonly side: Broadside; readonly hits: number; readonly words: string | null };
export type Beat = Common<Ship, Table> | Own;

/** Milliseconds. */
const STEP = 620;
const SHOT = 300;
const READ = 1000;

/** Squares crossed out from the first living section upwards. */
export function lose(track: readonly number[], squares: number): readonly number[] {
  let left = squares;
  return track.map((section) => {
    const gone = Math.min(section, left);
    left -= gone;
    return section - gone;
  });
}

type Fates = Extract<RulesEvent, { type: 'fate' }>['what'];
const FATES: { readonly [fate in Fates]: string } = {
  strikes: 'strikes', may_sink: 'sinking', may_explode: 'may explode', will_explode: 'burns out of control', sinks: 'sinks', explodes: 'blows up',
  surrenders: 'surrenders', captured: 'captured', retaken: 'retaken', recovers: 'fights on', fire_out: 'fire is out', no_crew: 'no crew left',
};

/** "−2 hull, −1 crew" */
function lossWords(hull = 0, crew = 0, rigging = 0): string | null {
  const parts = [[hull, 'hull'], [crew, 'crew'], [rigging, 'rigging']].filter(([lost]) => lost).map(([lost, what]) => `−${lost} ${what}`);
  return parts.length ? parts.join(', ') : null;
}

class Action extends Plan<Ship, Table, Own> {
  #locks: readonly Lock[];
  #shots = 0;

  constructor(
    from: Table,
    private readonly to: Table,
    events: readonly RulesEvent[],
  ) {
    super(from);
    this.#locks = from.locks;
    this.#shots = events.filter((event) => event.type === 'fired').length;
    events.forEach((event, i) => this.#show(event, events[i + 1]));
  }

  #glide(id: string, to: Stand, lasts: number): void {
    const ship = this.ship(id);
    if (!ship) return;
    const from = { bow: ship.bow, heading: ship.heading };
    this.beats.push({ kind: 'step', at: this.time, lasts, ship: id, from, to });
    this.change(id, to, this.time + lasts);
  }

  #lost(id: string, hull = 0, crew = 0, rigging = 0, at: number): void {
    const ship = this.ship(id);
    if (!ship || hull + crew + rigging === 0) return;
    this.change(id, { hull: Math.max(0, ship.hull - hull), crew: lose(ship.crew, crew), rigging: lose(ship.rigging, rigging) }, at);
  }

  #pair(ship: string, other: string): readonly [number, number] {
    const [a, b] = [number(this.from, ship), number(this.from, other)];
    return a < b ? [a, b] : [b, a];
  }

  #lock(ship: string, other: string, how: Lock[2], at: number): void {
    const [one, two] = this.#pair(ship, other);
    this.#locks = [...this.#locks, [one, two, how]];
    this.beats.push({ kind: 'table', at, to: { locks: this.#locks } });
  }

  /** Takes so many ropes off. */
  #unlock(ship: string, other: string, how: Lock[2], many: number, at: number): void {
    const [one, two] = this.#pair(ship, other);
    let left = many;
    this.#locks = this.#locks.filter((lock) => {
      if (left === 0 || lock[0] !== one || lock[1] !== two || lock[2] !== how) return true;
      left -= 1;
      return false;
    });
    this.beats.push({ kind: 'table', at, to: { locks: this.#locks } });
  }

  #show(event: RulesEvent, next: RulesEvent | undefined): void {
    switch (event.type) {
      case 'plotted':
        // All plots are turned over at once.
        this.say(event.ship, event.moves);
        if (next?.type !== 'plotted') this.time += READ;
        return;
      case 'stepped':
        for (const [ship, , q, r, heading] of event.moves) this.#glide(ship, { bow: [q, r], heading }, STEP);
        this.time += event.moves.length ? STEP : 0;
        return;
      case 'drifted':
        for (const [ship, q, r] of event.ships) this.#glide(ship, { bow: [q, r], heading: this.ship(ship)?.heading ?? 1 }, STEP * 1.4);
        this.time += event.ships.length ? STEP * 1.4 + PAUSE : 0;
        return;
      case 'collided':
        this.beats.push({ kind: 'bump', at: this.time, ship: event.ship, other: event.other });
        if (event.fouled) {
          this.#lock(event.ship, event.other, 'foul', this.time + 200);
          this.say(event.ship, 'fouled', this.time + 160);
        }
        this.time += 480;
        return;
      case 'grappled':
      case 'unfouled': {
        const holds = event.type === 'grappled' ? event.held : !event.free;
        this.beats.push({ kind: 'rope', at: this.time, ship: event.ship, other: event.other, holds });
        this.say(event.ship, event.type === 'grappled' ? (holds ? 'grappled' : 'grapple misses') : holds ? 'still fouled' : 'clear');
        if (event.type === 'grappled' && holds) this.#lock(event.ship, event.other, 'grapple', this.time + 300);
        if (event.type === 'unfouled' && !holds) this.#unlock(event.ship, event.other, 'foul', 1, this.time + 300);
        this.time += 560;
        return;
      }
      case 'fended':
        this.beats.push({ kind: 'rope', at: this.time, ship: event.ship, other: event.other, holds: event.left > 0 });
        this.say(event.ship, event.off ? `${event.off} thrown off` : 'held fast');
        if (event.off) this.#unlock(event.ship, event.other, 'grapple', event.off, this.time + 300);
        this.time += 560;
        return;
      case 'fired':
        return this.#fire(event, next);
      case 'critical':
        if (event.took) this.say(event.ship, event.detail || plain(event.effect), this.time - 200);
        this.time += event.took ? 350 : 0;
        return;
      case 'squares': {
        const words = lossWords(event.hull, event.crew, event.rigging);
        if (words) this.say(event.ship, words);
        this.#lost(event.ship, event.hull, event.crew, event.rigging, this.time + 200);
        this.time += 400;
        return;
      }
      case 'masted':
        this.say(event.ship, event.hangs ? `a mast hangs over the ${BEAMS[event.hangs]} side` : 'a mast goes by the board');
        this.time += 500;
        return;
      case 'melee':
        this.beats.push({ kind: 'fight', at: this.time, ship: event.ship, other: event.other });
        this.#lost(event.ship, 0, event.lost[0], 0, this.time + 750);
        this.#lost(event.other, 0, event.lost[1], 0, this.time + 750);
        this.time += 1150;
        return;
      case 'fate':
        return this.#fate(event.ship, event.what);
      case 'sailed':
        this.say(event.ship, event.full ? 'full sails' : 'battle sails');
        this.change(event.ship, { full_sails: event.full }, this.time + 200);
        if (next?.type !== 'sailed') this.time += 700;
        return;
      case 'anchored':
        this.say(event.ship, { down: 'anchored', weighing: 'weighing', up: 'anchor up', cut: 'cable cut' }[event.what]);
        if (next?.type !== 'anchored') this.time += 500;
        return;
      case 'signalled':
        this.say(event.ship, 'signals');
        if (next?.type !== 'signalled') this.time += 500;
        return;
      case 'prepared':
        this.say(event.ship, `${event.kind} ${event.sections.join('+')}`);
        if (next?.type !== 'prepared') this.time += READ;
        return;
      default:
        if (event.type === 'began') this.time += PAUSE;
    }
  }

  #fire(event: Extract<RulesEvent, { type: 'fired' }>, next: RulesEvent | undefined): void {
    const { ship, target, broadside, hull = 0, crew = 0, rigging = 0 } = event;
    const words = lossWords(hull, crew, rigging);
    const rake = event.rake ? `${event.rake} rake: ` : '';
    this.beats.push({ kind: 'fire', at: this.time, ship, target, side: broadside, hits: hull + crew + rigging, words: words && rake + words });
    const spent = (this.ship(ship)?.fresh ?? ['left', 'right']).filter((one) => one !== broadside);
    this.change(ship, { fresh: spent }, this.time + SHOT);
    this.#lost(target, hull, crew, rigging, this.time + SHOT);
    this.time += Math.max(110, Math.min(680, 7000 / Math.max(1, this.#shots)));
    if (next?.type !== 'fired') this.time += 600;
  }

  #fate(id: string, what: Fates): void {
    const words = FATES[what];
    if (what === 'explodes') {
      this.beats.push({ kind: 'explode', at: this.time, ship: id });
      this.change(id, { gone: 'exploded' }, this.time + 420);
      this.time += 1600;
    } else if (what === 'sinks') {
      this.say(id, words);
      this.change(id, { gone: 'sunk' }, this.time + 700);
      this.time += 900;
    } else if (what === 'strikes' || what === 'surrenders' || what === 'captured') {
      this.beats.push({ kind: 'strike', at: this.time, ship: id, words });
      const end = find(this.to, id);
      this.change(id, { colours: what === 'strikes' ? 'struck' : 'surrendered', ...(end ? { side: end.side } : {}) }, this.time + 760);
      this.time += 950;
    } else {
      this.say(id, words);
      this.time += 700;
    }
  }
}

/** What to show between two tables. Empty where nothing moves. */
export const plan = (from: Table, to: Table, events: readonly (TableEvent | ReplayEvent)[]): readonly Beat[] => new Action(from, to, toldIn(events)).paced;
