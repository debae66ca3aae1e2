// Reading a view: who is where, with whom, and in what state. Defaults are those of the server's own structs.
import { count, list } from '../../lib/words';
import type { Tone } from '../contract';
import { sideOf, sidesOf, toneOf } from '../sides';
import type { Broadside, Loaded, Order, Quality, Ship, Shot, Step, Table, View } from '../../served/wsim';

export const sideName = (side: string): string => sideOf('wsim', side).name;

/** Colour and hull of a side: those of one table never share them. */
export const tone = (table: Pick<Table, 'sides'>, side: string): Tone => toneOf(sidesOf('wsim'), table.sides, side) ?? 1;

/** "French" */
export const nationOf = (ship: Ship): string => sideOf('wsim', ship.nation).short;

const CLASSES = ['', 'ship of the line', 'ship of the line', 'frigate', 'small frigate or corvette', 'brig, sloop or schooner', 'galley', 'gunboat'];

/** "38-gun frigate" */
export function kind(ship: Ship): string {
  return `${ship.rated}-gun ${CLASSES[ship.ship_class] ?? 'ship'}`;
}

export const QUALITIES: { readonly [quality in Quality]: string } = {
  elite: 'elite', crack: 'crack', seasoned: 'seasoned', average: 'average', green: 'green', poor: 'poor',
};

/** A side of a ship as the table's sentences call it. */
export const BEAMS: { readonly [side in Broadside]: string } = { left: 'port', right: 'starboard' };

/** How loads are written in the log, and how they are said. */
export const SHOTS: { readonly [shot in Shot]: { readonly sign: string; readonly words: string } } = {
  round: { sign: 'R', words: 'round shot' },
  double: { sign: 'DS', words: 'double shot' },
  chain: { sign: 'C', words: 'chain shot' },
  grape: { sign: 'G', words: 'grape shot' },
};

export const STEPS: { readonly [step: string]: string } = {
  wind: 'wind and signals',
  unfouling: 'unfouling',
  notation: 'movement is plotted',
  movement: 'the ships move',
  grappling: 'grappling',
  fending: 'throwing off grapples',
  boarding: 'boarding parties',
  combat: 'combat',
  melee: 'melee',
  loading: 'loading, repairs and sails',
};

/** What is being written in a step. */
export const WRITES: { readonly [step in Step]: string } = {
  unfouling: 'whom to clear from',
  notation: 'how every ship moves',
  grappling: 'whom to grapple',
  fending: 'whose grapples to throw off',
  boarding: 'who boards and who defends',
  combat: 'at whom each broadside fires',
  loading: 'what to load, mend and set',
};

export function find(table: Pick<Table, 'ships'>, id: string | null): Ship | null {
  return table.ships.find((ship) => ship.id === id) ?? null;
}

export function number(table: Pick<Table, 'ships'>, id: string): number {
  return table.ships.findIndex((ship) => ship.id === id);
}

/** A ship as the log calls her: with her nation where another bears her name. */
export function called(table: Pick<Table, 'ships'>, ship: Ship): string {
  return table.ships.some((one) => one.name === ship.name && one.id !== ship.id) ? `${ship.name} (${nationOf(ship)})` : ship.name;
}

export function nameOf(table: Pick<Table, 'ships'>, id: string | null | undefined): string {
  const ship = find(table, id ?? null);
  return ship ? called(table, ship) : (id ?? '');
}

export const sum = (squares: readonly number[]): number => squares.reduce((all, one) => all + one, 0);

/** Crew squares that obey: the prize crew's on a prize. */
export function hands(ship: Ship): number {
  return ship.prize ? ship.prize[0] : sum(ship.crew);
}

/** She still takes orders. */
export function able(ship: Ship): boolean {
  return !ship.gone && !ship.danger && (ship.colours ?? 'flying') === 'flying' && hands(ship) > 0;
}

export function struck(ship: Ship): boolean {
  return (ship.colours ?? 'flying') !== 'flying' || Boolean(ship.danger);
}

export function afloat(table: Table): readonly Ship[] {
  return table.ships.filter((ship) => !ship.gone);
}

export function fresh(ship: Ship): readonly Broadside[] {
  return ship.fresh ?? ['left', 'right'];
}

export function stance(ship: Ship, seat: string): 'own' | 'enemy' | 'neutral' {
  if (seat === 'spectator') return 'neutral';
  return ship.side === seat ? 'own' : 'enemy';
}

/** How much of her is shot away: hull, and rigging, each from 0 to 1. */
export function hurt(ship: Ship): { readonly hull: number; readonly rigging: number } {
  const full = sum(ship.rigging_full);
  return { hull: ship.hull_full ? 1 - ship.hull / ship.hull_full : 0, rigging: full ? 1 - sum(ship.rigging) / full : 0 };
}

/** The ships she is fouled or grappled with, with how. */
export function held(table: Table, n: number): readonly { readonly ship: Ship; readonly fouled: boolean; readonly grapples: number }[] {
  const found = new Map<number, { fouled: boolean; grapples: number }>();
  for (const [one, other, how] of table.locks) {
    if (one !== n && other !== n) continue;
    const mate = one === n ? other : one;
    const known = found.get(mate) ?? { fouled: false, grapples: 0 };
    found.set(mate, how === 'foul' ? { ...known, fouled: true } : { ...known, grapples: known.grapples + 1 });
  }
  return [...found].flatMap(([mate, how]) => {
    const ship = table.ships[mate];
    return ship ? [{ ship, ...how }] : [];
  });
}

/** What her own side has loaded; null for everybody else. */
export function loads(view: View, ship: Ship): { readonly [side in Broadside]: Loaded } | null {
  const columns = view.own && view.seat === ship.side ? view.own.loads[number(view.table, ship.id)] : undefined;
  return columns ? { left: columns[0], right: columns[1] } : null;
}

/** "round shot", "double shot, half loaded", "empty" */
export function loadWords([shot, ready]: Loaded): string {
  if (!shot) return 'empty';
  return ready ? SHOTS[shot].words : `${SHOTS[shot].words}, half loaded`;
}

/** Orders written down for a ship in this step. */
export function ordersOf(view: View, id: string): readonly Order[] {
  return view.own?.orders.filter((order) => order.ship === id) ?? [];
}

export function plotOf(view: View, id: string): string | null {
  const plot = view.own?.orders.find((order) => order.type === 'plot' && order.ship === id);
  return plot?.type === 'plot' ? plot.moves : null;
}

export function stepOf(table: Table): Step | null {
  return table.phase.type === 'writing' ? table.phase.step : null;
}

/** "sections 1 and 2" */
export function sectionWords(sections: readonly number[]): string {
  return sections.length === 1 ? `section ${sections[0]}` : `sections ${list(sections.map(String))}`;
}

/** An order as its own side reads it, without the ship's name. */
export function orderWords(table: Table, order: Order): string {
  switch (order.type) {
    case 'plot':
      return `plots ${order.moves}`;
    case 'signal':
      return `signals “${order.words}” to ${list(order.to.map((id) => nameOf(table, id)))}`;
    case 'tow':
      return order.other ? `takes ${nameOf(table, order.other)} in tow` : 'casts off her tow';
    case 'unfoul':
      return `tries to clear from ${nameOf(table, order.other)}`;
    case 'cut':
      return `cuts away the mast that hangs over the ${BEAMS[order.side]} side`;
    case 'grapple':
      return `grapples ${nameOf(table, order.other)}`;
    case 'fend':
      return `throws off the grapples of ${nameOf(table, order.other)}`;
    case 'party': {
      const who = sectionWords(order.sections);
      if (order.kind === 'DBP') return `${who} defend${order.cross ? ', and cross over if they win' : ''}`;
      return `${who} ${order.kind === 'OBP' ? 'board' : 'go over to'} ${nameOf(table, order.target)}`;
    }
    case 'man':
      return `leaves ${count(order.squares, 'crew square')} aboard ${nameOf(table, order.other)} if she is carried`;
    case 'fire':
      return `${BEAMS[order.broadside]} broadside at ${nameOf(table, order.target)}, at her ${order.aim ?? 'hull'}`;
    case 'load':
      return `loads ${SHOTS[order.shot ?? 'round'].words} in the ${BEAMS[order.broadside]} broadside`;
    case 'repair':
      return `hands to repair the ${order.what}`;
    case 'sails':
      return order.full ? 'sets full sails' : 'takes in to battle sails';
  }
}

// ---- the log's abbreviations ---------------------------------------------------------------------------------------

export interface Note {
  /** As it is written in the log. */
  readonly sign: string;
  /** As it is read. */
  readonly words: string;
}

/** What stands in the notes of her log now; `entries` are those that make a repair. */
export function notes(table: Table, ship: Ship, entries?: number): readonly Note[] {
  const found: Note[] = [];
  const say = (sign: string, words: string): void => void found.push({ sign, words });
  if (ship.full_sails) say('FS', 'full sails set');
  if (ship.anchor) say(ship.anchor, { A: 'at anchor', AB: 'anchored by the bow, on a spring', AS: 'anchored by the stern, on a spring' }[ship.anchor]);
  if (ship.anchoring) say(`${ship.anchoring}…`, 'letting go her anchor: it holds from the next turn');
  if (ship.weighing) say('(A)', `raising her anchor, ${count(ship.weighing, 'turn')}`);
  if (ship.cutting) say('a', 'anchor cable cut: free next turn');
  for (const mate of held(table, number(table, ship.id))) {
    if (mate.fouled) say('F', `fouled with ${called(table, mate.ship)}`);
    if (mate.grapples) say(mate.grapples > 1 ? `G×${mate.grapples}` : 'G', `${mate.grapples > 1 ? `${mate.grapples} grapples hold her to` : 'grappled with'} ${called(table, mate.ship)}`);
  }
  for (const [party, sections, target] of ship.parties ?? []) {
    const mate = target === undefined ? undefined : table.ships[target];
    const what = { OBP: 'offensive boarding party', DBP: 'defensive boarding party', TBP: 'transfer party' }[party];
    say(`${party} ${sections.join('+')}`, `${what}, ${sectionWords(sections)}${mate ? `, for ${called(table, mate)}` : ''}`);
  }
  const [hull, rigging] = ship.repairs ?? [0, 0];
  const of = entries ? ` of ${entries}` : '';
  if (hull) say(`RH ${hull}`, `hull repairs: ${hull}${of} entries`);
  if (rigging) say(`RR ${rigging}`, `rigging repairs: ${rigging}${of} entries`);
  for (const [left] of ship.fires ?? []) say('fire', `on fire, ${count(left, 'turn')} to burn`);
  if (ship.pumps?.length) say(`P ${ship.pumps.join('+')}`, `crew ${sectionWords(ship.pumps)} at the pumps`);
  for (const [side, left] of ship.obscured ?? []) say(`${side === 'left' ? 'L' : 'R'}–2`, `${BEAMS[side]} broadside obscured by wreckage, ${count(left, 'turn')} left`);
  for (const side of ship.hanging ?? []) say('mast', `a mast hangs over the ${BEAMS[side]} side`);
  if (ship.steering_lost) say(`T–${ship.steering_lost}`, `steering hit: turns ${ship.steering_lost} less`);
  if (ship.captain === false) say('†', 'her captain is dead');
  if (ship.tow !== undefined && ship.tow >= 0) say('tow', `has ${called(table, table.ships[ship.tow] ?? ship)} in tow`);
  return found;
}

/** Short words for what else matters about her. */
export function marks(table: Table, ship: Ship): readonly string[] {
  const found: string[] = [];
  if (ship.gone) found.push(ship.gone === 'exploded' ? 'blown up' : ship.gone);
  else {
    if (ship.danger) found.push({ may_sink: 'sinking', may_explode: 'may explode', will_explode: 'about to explode' }[ship.danger]);
    if (ship.colours === 'struck') found.push('struck');
    if (ship.colours === 'surrendered') found.push('surrendered');
    if (ship.prize) found.push('prize');
    else if (!hands(ship)) found.push('no crew left');
    found.push(...notes(table, ship).filter(({ sign }) => !/^(RH|RR|†|T–)/.test(sign)).map(({ words }) => words));
  }
  return found;
}

