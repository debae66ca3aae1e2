// What is shown of a batch of events, and when: one ship acts after another, and every change of a ship comes at its moment.
// Only a plan; `script.ts` shows it.
import type { ReplayEvent, TableEvent } from '../../api/types';
import { trackLength } from '../../freetable/geometry';
import { PAUSE, Plan, toldIn, type Beat as Common } from '../../freetable/scene';
import { plain } from '../../lib/words';
import { find, points, pose } from './fleet';
import type { RulesEvent, Ship, Table } from '../../served/ironclads';

export type Own =
  | { readonly kind: 'salvo'; readonly at: number; readonly ship: string; readonly target: string; readonly guns: number; readonly hits: number; readonly words: string | null }
  | { readonly kind: 'torpedo'; readonly at: number; readonly ship: string; readonly target: string; readonly hit: boolean };
export type Beat = Common<Ship, Table> | Own;

const EFFECTS: { readonly [effect: string]: string } = {
  fire: 'fire!', bridge_damage: 'bridge hit', rudder_damage: 'rudder hit', weapon_destruction: 'guns knocked out', flooding_of_section: 'flooding',
  ammunition_chamber_hit: 'magazine hit', engine_room_damage: 'engine room hit', heavy_listing: 'she lists', blast_spared: 'unharmed', no_effect: 'no effect',
  misfire: 'misfire', under_water: 'holed under water', marines_lost: 'marines lost', crew_lost: 'boarders lost',
};
const GROUNDED = { passed: 'passes the shoal', aground: 'aground!', land: 'strikes the land', off: 'comes off', stuck: 'stays aground' } as const;

const loss = (quarters = 0): string | null => (quarters ? `−${points(quarters)} hull` : null);

class Battle extends Plan<Ship, Table, Own> {
  constructor(
    from: Table,
    private readonly to: Table,
    events: readonly RulesEvent[],
  ) {
    super(from);
    events.forEach((event, i) => this.#show(event, events[i + 1]));
  }

  #hurt(id: string, words: string, at = this.time): void {
    this.say(id, words, at, 'hurt');
  }

  #lose(id: string, quarters = 0, at = this.time): void {
    const ship = this.ship(id);
    if (ship && quarters) this.change(id, { hull: Math.max(0, ship.hull - quarters) }, at);
  }

  #show(event: RulesEvent, next: RulesEvent | undefined): void {
    switch (event.type) {
      case 'weather':
        this.beats.push({ kind: 'table', at: this.time, lasts: 600, to: { wind: event.wind, level: event.level } });
        this.time += 700;
        return;
      case 'activated':
        this.say(event.ship, event.limit === event.order ? event.order : `${event.order}, held to ${event.limit}`);
        this.change(event.ship, { order: event.order, activated: true });
        this.time += 700;
        return;
      case 'steamed':
        return this.#steam(event);
      case 'rammed':
        this.beats.push({ kind: 'bump', at: this.time, ship: event.ship, other: event.target });
        if (event.struck) {
          const [own, hers] = event.lost ?? [0, 0];
          this.#hurt(event.target, loss(hers) ?? 'rammed', this.time + 160);
          if (own) this.#hurt(event.ship, loss(own) ?? '', this.time + 160);
          this.#lose(event.ship, own, this.time + 200);
          this.#lose(event.target, hers, this.time + 200);
        } else this.say(event.ship, 'slides past');
        this.time += 900;
        return;
      case 'grounded':
        this.say(event.ship, [GROUNDED[event.what], loss(event.quarters)].filter(Boolean).join(' '), this.time, event.what === 'passed' || event.what === 'off' ? 'say' : 'hurt');
        this.change(event.ship, event.what === 'aground' ? { grounded: true } : event.what === 'off' ? { grounded: false } : {});
        this.#lose(event.ship, event.quarters);
        this.time += 700;
        return;
      case 'mined':
        if (event.hits) this.beats.push({ kind: 'burst', at: this.time, ship: event.ship });
        this.say(event.ship, event.hits ? 'a mine!' : 'among mines');
        this.time += 800;
        return;
      case 'fired':
        this.beats.push({
          kind: 'salvo', at: this.time, ship: event.ship, target: event.target, guns: event.guns.length, hits: event.hits,
          words: loss(event.quarters) ?? (event.hits ? (event.through ? `${event.through} through` : 'bounces off') : null),
        });
        this.#lose(event.target, event.quarters, this.time + 420);
        this.time += next?.type === 'fired' ? 480 : 1000;
        return;
      case 'torpedoed':
        this.beats.push({ kind: 'torpedo', at: this.time, ship: event.ship, target: event.target, hit: event.hit });
        this.time += 1500;
        return;
      case 'struck':
        this.#hurt(event.ship, [EFFECTS[event.effect] ?? plain(event.effect), loss(event.quarters)].filter(Boolean).join(' '));
        this.#lose(event.ship, event.quarters);
        if (event.effect === 'fire') this.change(event.ship, { fire: (this.ship(event.ship)?.fire ?? 0) + 1 });
        if (event.effect === 'flooding_of_section') this.change(event.ship, { flooding: (this.ship(event.ship)?.flooding ?? 0) + 1 });
        this.time += 620;
        return;
      case 'held':
        this.say(event.ship, 'holds her fire');
        this.time += 500;
        return;
      case 'boarded':
        this.beats.push({ kind: 'fight', at: this.time, ship: event.ship, other: event.target });
        this.time += 1200;
        return;
      case 'fought': {
        const done = event.what === 'fire' ? 'fire out' : event.what === 'flood' ? 'flood held' : `${plain(event.what)} repaired`;
        const not = event.what === 'fire' ? 'burns on' : event.what === 'flood' ? 'flood gains' : `${plain(event.what)} not repaired`;
        this.say(event.ship, [event.mended ? done : not, loss(event.quarters)].filter(Boolean).join(' '), this.time, event.mended ? 'say' : 'hurt');
        this.#lose(event.ship, event.quarters);
        if (event.what === 'fire') this.change(event.ship, { fire: event.left ?? 0 });
        this.time += next?.type === 'fought' ? 350 : 700;
        return;
      }
      case 'fate':
        return this.#fate(event.ship, event.what);
      default:
        if (event.type === 'began') this.time += PAUSE;
    }
  }

  #steam({ ship: id, track }: Extract<RulesEvent, { type: 'steamed' }>): void {
    const ship = this.ship(id);
    const last = track[track.length - 1];
    if (!ship || !last) return;
    const way = [pose(ship, this.from), ...track.map(([x, y, heading]) => pose({ x, y, heading }, this.from))];
    const length = trackLength(way);
    if (length < 1) return;
    const lasts = Math.max(400, Math.min(2600, length * 2.6));
    this.beats.push({ kind: 'glide', at: this.time, lasts, ship: id, way });
    this.change(id, { x: last[0], y: last[1], heading: last[2] }, this.time + lasts);
    this.time += lasts + PAUSE;
  }

  #fate(id: string, what: Extract<RulesEvent, { type: 'fate' }>['what']): void {
    if (what === 'stays') {
      this.say(id, 'fights on');
      this.time += 600;
    } else if (what === 'blown_up') {
      this.beats.push({ kind: 'explode', at: this.time, ship: id });
      this.change(id, { gone: 'sunk' }, this.time + 420);
      this.time += 1700;
    } else if (what === 'sunk' || what === 'capsized') {
      this.#hurt(id, what === 'sunk' ? 'sinks' : 'capsizes');
      this.beats.push({ kind: 'sink', at: this.time, ship: id });
      this.change(id, { gone: 'sunk' }, this.time + 1400);
      this.time += 1600;
    } else if (what === 'left') {
      this.say(id, 'leaves the battle');
      this.change(id, { gone: 'left' }, this.time + 600);
      this.time += 700;
    } else {
      this.beats.push({ kind: 'strike', at: this.time, ship: id, words: { surrendered: 'surrenders', taken: 'is taken', silenced: 'is silenced' }[what] });
      const end = find(this.to, id);
      if (end) this.change(id, { surrendered: end.surrendered ?? false, gone: end.gone ?? '', hull: end.hull }, this.time + 760);
      this.time += 1000;
    }
  }
}

/** What to show between two tables. Empty where nothing moves. */
export const plan = (from: Table, to: Table, events: readonly (TableEvent | ReplayEvent)[]): readonly Beat[] => new Battle(from, to, toldIn(events)).paced;
