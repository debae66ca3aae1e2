// What can be read off the table without rules: ships by id, their words, and where they lie on the chart.
import type { Action, Line } from '../../api/types';
import { inches, type Box, type Pose } from '../../freetable/geometry';
import { count, list } from '../../lib/words';
import type { Tone } from '../contract';
import { sideOf, sidesOf, toneOf } from '../sides';
import type { Battery, Captain, GunTrait, GunType, Order, Orders, Sector, Ship, Table, Trait, Tube, View } from '../../served/ironclads';

export const sideName = (side: string): string => sideOf('ironclads', side).name;
export const sideShort = (side: string): string => sideOf('ironclads', side).short;
export const tone = (table: Pick<Table, 'sides'>, side: string): Tone => toneOf(sidesOf('ironclads'), table.sides, side) ?? 1;

export const ORDERS: readonly Order[] = ['full', 'half', 'slow', 'stop'];
const SECTORS: readonly Sector[] = ['bow', 'starboard', 'stern', 'port'];
export const WINDS = ['', 'calm', 'light breeze', 'moderate breeze', 'strong breeze', 'gale', 'storm'] as const;
export const GUNS: { readonly [kind in GunType]: string } = { main: 'main guns', medium: 'medium guns', light: 'light guns' };
export const TRAITS: { readonly [trait in Trait]: readonly [name: string, words: string] } = {
  sails: ['sails', 'moves under sail: the wind sets her speed'],
  cutter: ['cutter', 'a small craft that heavy weather stops'],
  poor_seakeeping: ['poor seakeeping', 'slow in heavy weather'],
  high_manoeuvrability: ['high manoeuvrability', 'may turn twice in a move'],
  wooden: ['wooden', 'burns and breaks more easily'],
  ram: ['ram', 'a ram at the bow'],
};
export const GUN_TRAITS: { readonly [trait in GunTrait]: string } = { slow_load: 'slow to load', super_heavy: 'super heavy', quick_firing: 'quick-firing' };
export const CAPTAINS: { readonly [captain in Captain]: string } = {
  '': '', gunner: 'gunner', boarding_specialist: 'boarding specialist', damage_control: 'damage control', seaman: 'seaman', resolute: 'resolute', timid: 'timid',
};
/** What a ship is good or bad at now: a ram that has broken off is none. */
export const traitsOf = (ship: Pick<Ship, 'traits' | 'ram_lost'>): readonly Trait[] => (ship.traits ?? []).filter((trait) => trait !== 'ram' || !ship.ram_lost);
const RUDDERS = { '': '', left: 'rudder jammed to port', right: 'rudder jammed to starboard', ahead: 'rudder jammed ahead' } as const;

// ---- ships -----------------------------------------------------------------------------------------------------

export function find(table: Table, id: string | null | undefined): Ship | null {
  return id == null ? null : (table.ships.find((ship) => ship.id === id) ?? null);
}

export function number(table: Table, id: string): number {
  return table.ships.findIndex((ship) => ship.id === id);
}

/** Her name, with her side where two ships share it. */
export function called(table: Table, ship: Ship): string {
  return table.ships.some((one) => one !== ship && one.name === ship.name) ? `${ship.name} (${sideShort(ship.side)})` : ship.name;
}

export const nameOf = (table: Table, id: string): string => {
  const ship = find(table, id);
  return ship ? called(table, ship) : id;
};

/** On the table and fighting. */
export function able(ship: Ship): boolean {
  return !ship.gone && !ship.surrendered && ship.hull > 0;
}

/** What lies on the table, if only as an obstacle. */
export function here(table: Table): readonly Ship[] {
  return table.ships.filter((ship) => !ship.gone);
}

export function stance(ship: Ship, seat: string): 'own' | 'enemy' | 'neutral' {
  return seat === 'spectator' ? 'neutral' : ship.side === seat ? 'own' : 'enemy';
}

/** The chart has y downwards. */
export function pose(ship: Pick<Ship, 'x' | 'y' | 'heading'>, table: { readonly height: number }): Pose {
  return { x: ship.x, y: table.height - ship.y, heading: ship.heading };
}

export function base(ship: Ship, table: { readonly height: number }): Box {
  return { ...pose(ship, table), length: ship.length, width: ship.width };
}

/** "9.4 in, close range" */
export const farWords = ({ range, band = '' }: Line): string => `${inches(range, 1)} in, ${band}`;

/** The salvo one would try at a ship, to ask why it cannot be fired: with the first gun that points where she lies. */
export function trial(from: Ship, { to, side }: Line): Action {
  const gun = batteries(from).findIndex((battery) => !battery.lost && battery.sectors.includes(side as Sector)) + 1;
  return { type: 'salvo', ship: from.id, shots: [[gun || 1, to]] };
}

// ---- sheets ----------------------------------------------------------------------------------------------------

const FRACTIONS = ['', '¼', '½', '¾'] as const;
/** The server counts hulls in quarters of a point. */
export const QUARTERS = FRACTIONS.length;

/** Quarters as hull points: "3½". */
export function points(quarters: number): string {
  const whole = Math.floor(quarters / QUARTERS);
  return `${whole || ''}${FRACTIONS[quarters % QUARTERS] ?? ''}` || '0';
}

export function batteries(ship: Ship): readonly Battery[] {
  return ship.batteries ?? [];
}

export function tubes(ship: Ship): readonly Tube[] {
  return ship.tubes ?? [];
}

export function has(ship: Ship, trait: Trait): boolean {
  return ship.traits?.includes(trait) ?? false;
}

const SECTOR_WORDS: { readonly [sector in Sector]: string } = { bow: 'ahead', starboard: 'to starboard', stern: 'astern', port: 'to port' };

/** "ahead and to port", "all round" */
export function sectorWords(sectors: readonly Sector[]): string {
  return sectors.length === SECTORS.length ? 'all round' : list(SECTORS.filter((one) => sectors.includes(one)).map((one) => SECTOR_WORDS[one]));
}

/** "main guns ahead" */
export function gunName(ship: Ship, gun: number): string {
  const battery = batteries(ship)[gun - 1];
  return battery ? `${GUNS[battery.kind]} ${sectorWords(battery.sectors)}` : `battery ${gun}`;
}

/** "2 dice, AP 3, slow to load" */
export function gunFigures(battery: Battery): string {
  return [battery.dice === 1 ? '1 die' : `${battery.dice} dice`, `AP ${battery.ap}`, ...(battery.traits ?? []).map((one) => GUN_TRAITS[one])].join(', ');
}

export function kind(ship: Ship): string {
  return ship.fort ? `fort, armour ${ship.armour}` : `class ${ship.ship_class}, armour ${ship.armour}, ${ship.knots} knots`;
}

/** What else matters, in short words. */
export function marks(ship: Ship): readonly string[] {
  if (ship.gone) return [{ sunk: 'sunk', left: 'left the battle', taken: 'taken' }[ship.gone]];
  const found: string[] = [];
  if (ship.surrendered) found.push('surrendered');
  else if (ship.hull <= 0) found.push('silenced');
  if (ship.fire) found.push(ship.fire === 1 ? 'on fire' : `${ship.fire} fires`);
  if (ship.flooding) found.push(ship.flooding === 1 ? 'flooding' : `flooding in ${ship.flooding} sections`);
  if (ship.flooded) found.push(`${count(ship.flooded, 'section')} flooded`);
  if (ship.heavy_list) found.push('heavy list');
  if (ship.engine_room) found.push(ship.engine_room > 1 ? 'engines out' : 'engine room damaged');
  if (ship.rudder) found.push(RUDDERS[ship.rudder]);
  if (ship.bridge) found.push('bridge hit');
  if (ship.grounded) found.push('aground');
  if (ship.anchored) found.push('at anchor');
  if (ship.ram_lost) found.push('ram lost');
  const lost = batteries(ship).filter((battery) => battery.lost).length;
  if (lost) found.push(lost === 1 ? 'a battery lost' : `${lost} batteries lost`);
  return found;
}

// ---- orders ----------------------------------------------------------------------------------------------------

const NONE: Orders = ['', ''];

/** Her face-down orders, where we may know them. */
export function ordersOf(view: View, id: string): Orders {
  const n = number(view.table, id);
  return view.own && view.table.ships[n]?.side === view.seat ? (view.own.orders[n] ?? NONE) : NONE;
}

/** Those of them that nobody else knows yet; ships out of the battle hold none. */
export function faceDown(view: View, ship: Ship): Orders {
  const [now, next] = able(ship) ? ordersOf(view, ship.id) : NONE;
  return [ship.order ? '' : now, next];
}

/** The ships of a side that hold orders. */
export function commanded(table: Table, side: string): readonly Ship[] {
  return table.ships.filter((ship) => ship.side === side && able(ship) && !ship.fort);
}

export interface Marker {
  /** What is written on it; null where it lies face down and is not ours. */
  readonly order: Order | null;
  /** Whether everybody sees it. */
  readonly shown: boolean;
  readonly position: 'now' | 'next';
}

/** The order markers that lie beside a ship. Another side's lie face down until she is activated. */
export function markers(view: View, ship: Ship): readonly Marker[] {
  const { table } = view;
  const { phase } = table;
  if (ship.fort || !able(ship) || phase.type === 'over') return [];
  const own = ordersOf(view, ship.id);
  const placing = phase.type === 'commanding' && !phase.ready.includes(ship.side);
  const ours = view.seat === ship.side && view.own !== null;
  const found: Marker[] = [];
  if (ship.order) found.push({ order: ship.order, shown: true, position: 'now' });
  else if (ours ? own[0] : table.turn > 1 || (phase.type !== 'choosing' && !placing)) found.push({ order: ours ? own[0] || null : null, shown: false, position: 'now' });
  if (ours ? own[1] : phase.type === 'choosing' ? table.turn > 1 : !placing) found.push({ order: ours ? own[1] || null : null, shown: false, position: 'next' });
  return found;
}

/** "this turn half, next turn full" */
export function orderWords([now, next]: Orders): string {
  return [now && `this turn ${now}`, next && `next turn ${next}`].filter(Boolean).join(', ');
}

// ---- the activation that is going on -----------------------------------------------------------------------------

/** The ship that acts now. */
export function acting(table: Table): Ship | null {
  const { phase } = table;
  return 'ship' in phase ? (table.ships[phase.ship] ?? null) : null;
}

/** The ship that may answer now. */
export function answering(table: Table): Ship | null {
  return table.phase.type === 'countering' ? (table.ships[table.phase.waiting[0] ?? -1] ?? null) : null;
}
