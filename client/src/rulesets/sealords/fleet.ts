// What can be read off the table without rules: formations, auxiliaries and orders by id, their words, and who is where.
import { capital, count, list, plain } from '../../lib/words';
import type { Tone } from '../contract';
import { sideOf, sidesOf, toneOf } from '../sides';
import { at, boxed, type Chart } from './chart';
import { charts } from './room.svelte';
import type {
  AuxClass, Auxiliary, Counter, Formation, Leader, Order, Personality, Rank, Squadron, SquadronClass, State3, Table, Tally, View,
} from '../../served/sealords';

/** One of the two players, as the title calls him. */
export type Side = string;
type Titled = Pick<Table, 'title'>;
/** Both, the one that the title names first first. */
export const bothSides = ({ title }: Titled): readonly Side[] => Object.keys(sidesOf(title));
export const sideName = ({ title }: Titled, side: string): string => sideOf(title, side).name;
export const sideShort = ({ title }: Titled, side: string): string => sideOf(title, side).short;
export const tone = (table: Titled, side: string): Tone => toneOf(sidesOf(table.title), bothSides(table), side) ?? 1;
export const enemyOf = (table: Titled, side: Side): Side => bothSides(table).find((one) => one !== side) ?? '';

export const CLASSES: { readonly [cls in SquadronClass]: readonly [short: string, words: string] } = {
  sol: ['Line', 'ships of the line'], sol_d: ['Two-d.', 'small two-deckers'], frigate: ['Frg', 'frigates'], galley: ['Gal', 'galleys'], flagship: ['Flag', 'flagship'],
};
/** "3 sail of ships of the line", "one flagship": what a side has lost of a class. */
export const lostWords = (cls: string, n: number): string => (cls === 'flagship' ? count(n, 'flagship') : `${n} sail of ${CLASSES[cls as SquadronClass]?.[1] ?? plain(cls)}`);
export const AUXILIARIES: { readonly [cls in AuxClass]: string } = {
  fleet: 'fleet auxiliary', fleet_50: 'fifty-gun auxiliary', galley: 'galley', light: 'light craft', fireship: 'fireship', bomb: 'bomb vessel', marine: 'marines',
};
const CORSAIRS: { readonly [kind: string]: string } = { privateer: 'privateers', pirate: 'pirates', guardacostas: 'guardacostas', knights: 'knights of Malta' };
export const RANKS: { readonly [rank in Rank]: readonly [short: string, words: string] } = {
  commodore: ['Cdre', 'commodore'], rear_admiral: ['R. Adm.', 'rear admiral'], vice_admiral: ['V. Adm.', 'vice admiral'], admiral: ['Adm.', 'admiral'],
};
export const PIPS: { readonly [personality in Personality]: number } = { timid: 1, cautious: 2, aggressive: 3, rash: 4 };
export const STATES: { readonly [state in State3]: string } = { ready: 'at sea', fitting_out: 'fitting out', in_ordinary: 'in ordinary' };
export const APPROACHES: { readonly [approach: string]: string } = {
  on_station: 'on station', with_wind: 'with the wind', against_wind: 'against the wind', catching_the_wind: 'caught the wind', from_fitting_out: 'out of harbour',
};
const KINDS: { readonly [kind: string]: string } = {
  flotilla: 'flotilla', squadron: 'squadron', detachment: 'detachment', convoy: 'convoy', dummy: 'dummy',
};

// ---- places ------------------------------------------------------------------------------------------------------

export const chartOf = (table: Titled): Chart | null => charts.of(table.title);

const SPACE = /^Space #(\d+)\s*(.*)$/;
const COAST = /^Coastal Space (\S+)\s*(.*)$/;

/** A place as it is lettered on the chart, short: "7", "A", "Toulon". */
export function shortPlace(name: string): string {
  return SPACE.exec(name)?.[1] ?? COAST.exec(name)?.[1] ?? name.replace(/\s*\(.*\)$/, '');
}

/** A place as it is said: "north of Majorca and Minorca (#7)", "the coast of Picardy (A)". */
export function longPlace(name: string): string {
  const space = SPACE.exec(name);
  if (space) return space[2] ? `${space[2]} (#${space[1]})` : `space #${space[1]}`;
  const coast = COAST.exec(name);
  if (coast) return coast[2] ? `coast of ${coast[2]} (${coast[1]})` : `coast ${coast[1]}`;
  return name;
}

/** A location as people say it. */
/** Where something is, as a sentence has it: "off Provence (#12)", "at Toulon", "in the Balearic Sea". */
export function whereat(table: Titled, location: string): string {
  const name = placeName(table, location);
  if (/^(off|north of|east of|south of|west of|entering|leaving) /.test(name)) return name;
  return `${name.startsWith('the ') ? 'in' : 'at'} ${/^(coast|Coast) /.test(name) ? `the ${name}` : name}`;
}

export function placeName(table: Titled, location: string): string {
  const chart = chartOf(table);
  const { place, box, other } = boxed(location);
  const name = longPlace(chart?.place(place)?.name ?? capital(plain(place)));
  if (box === 'harbour') return `${name} harbour`;
  if (box === 'in') return `entering the ${name} from ${placeName(table, other)}`;
  if (box === 'out') return `leaving the ${name} for ${placeName(table, other)}`;
  return chart?.place(place)?.kind === 'sea_zone' ? `the ${name}` : name;
}

/** Words of the server with places as they are called on the chart. */
export function lettered(table: Titled, words: string): string {
  let said = words;
  for (const { name } of chartOf(table)?.room.places ?? []) if (/^(Coastal )?Space /.test(name) && said.includes(name)) said = said.replaceAll(name, longPlace(name));
  return said.replaceAll('off off ', 'off ');
}

export const contingentWords = (table: Titled, id: string): string =>
  chartOf(table)?.room.contingents.find((one) => one.id === id)?.words ?? capital(plain(id));

export function portOf(table: Table, place: string): Table['ports'][number] | null {
  return table.ports.find((port) => port.id === at(place)) ?? null;
}

/** Whose a port is now: a side, or null of neutrals and pirates. */
export function holder(table: Table, contingent: string): Side | null {
  return chartOf(table)?.room.contingents.find((one) => one.id === contingent)?.side ?? null;
}

/** Whether the harbour of a port takes our ships: our own, our allies' and neutral ones do, unless they are closed to us. */
export function opens({ table, seat }: View, place: string): boolean {
  const port = portOf(table, place);
  const on = chartOf(table)?.place(place);
  if (!port || !on) return false;
  const owner = holder(table, port.owner) ?? (on.user && port.owner === on.owner ? holder(table, on.user) : null);
  return owner === null ? port.owner !== 'pirate' && port.closed !== seat : owner === seat;
}

// ---- formations --------------------------------------------------------------------------------------------------

/** A counter on the chart as one seat knows it. */
export interface Piece {
  readonly id: string;
  readonly side: Side;
  /** "British", and the colour of its card. */
  readonly short: string;
  readonly tone: Tone;
  readonly place: string;
  readonly state: State3;
  readonly known: 'hidden' | 'spotted' | 'all';
  /** Its contents, where we may know them: ours, or seen in battle. */
  readonly inside: Formation | null;
  readonly own: boolean;
  /** How far it may go with what damage has left of it; null where that is not known. */
  readonly speed: number | null;
  readonly counter: Counter | null;
  /** Of which title it is, for names that its powers are in. */
  readonly titled?: Titled;
}

export function pieces(view: View): readonly Piece[] {
  const { table, own } = view;
  const ours = new Map((own?.formations ?? []).map((one) => [one.id, one]));
  const show = ({ id, side, place, state = 'ready', known = 'hidden' }: Formation | Counter, inside: Formation | null, counter: Counter | null): Piece => ({
    id, side, short: sideShort(table, side), tone: tone(table, side), place, state: ours.has(id) ? (ours.get(id)?.state ?? 'ready') : state, known, inside, own: ours.has(id), speed: view.sea?.ships[id]?.may?.[1] ?? null, counter, titled: table,
  });
  const seen = new Set(table.counters.map(({ id }) => id));
  // A counter always lies where its formation is; one that has none yet is ours alone.
  return [
    ...table.counters.map((counter) => show(counter, ours.get(counter.id) ?? counter.shown ?? null, counter)),
    ...[...ours.values()].filter(({ id }) => !seen.has(id)).map((mine) => show(mine, mine, null)),
  ];
}

export function pieceOf(view: View, id: string | null | undefined): Piece | null {
  return id == null ? null : (pieces(view).find((one) => one.id === id) ?? null);
}

export const formationOf = (view: View, id: string | null | undefined): Formation | null => pieceOf(view, id)?.inside ?? null;

export const squadronsOf = (formation: Formation): readonly Squadron[] => formation.squadrons ?? [];
export const sailOf = (formation: Formation): number => squadronsOf(formation).reduce((sum, one) => sum + one.sail, 0);
export const damageOf = (squadron: Squadron): number => squadron.dps ?? 0;

type Worn = 'sound' | 'worn' | 'bad' | 'sinking';
const WEAR: { readonly [row: string]: Worn } = { dps_up_to_two_thirds_dr: 'worn', dps_over_two_thirds_dr: 'bad', dps_exceed_dr: 'sinking' };

/** How far she is gone: by the last row of the damage effects whose share of her rating she has passed. */
export function worn(table: Titled, squadron: Squadron): Worn {
  const rows = Object.entries(chartOf(table)?.room.wear ?? {});
  const row = rows.findLast(([, [parts, of]]) => damageOf(squadron) * of > squadron.rating * parts)?.[0];
  return WEAR[row ?? ''] ?? 'sound';
}

/** Boxes of her rating after which the next row begins. */
export const thirds = (table: Titled, { rating }: Squadron): readonly number[] => Object.values(chartOf(table)?.room.wear ?? {}).map(([parts, of]) => Math.floor((rating * parts) / of)).filter((box) => box < rating);

const WORN: { readonly [how in Worn]: string } = { sound: '', worn: 'worn', bad: 'in bad shape', sinking: 'may sink' };

/** A formation by the name this seat knows it by. */
export function called(view: View, id: string): string {
  const piece = pieceOf(view, id);
  if (piece) return pieceName(piece);
  return squadronOf(view, id)?.called ?? leaderOf(view, id)?.name ?? (auxOf(view, id) ? auxName(view.table, auxOf(view, id) as Auxiliary) : null)
    ?? (orderOf(view, id) ? capital(orderName(view.table, orderOf(view, id) as Order)) : null) ?? capital(plain(id));
}

/** The ships of a squadron as they are counted in her name: "Norfolk and 3 more". */
const shipsIn = (listed: string): string => {
  const [first = '', ...rest] = listed.split(', ').filter(Boolean);
  return rest.length ? `${first} and ${rest.length} more` : first;
};
/** The mark on a squadron's counter: "V1", or the number of one that was made in play. */
const markOf = (id: string): string => /_s(\d+)$/.exec(id)?.[1] ?? (id.length <= 4 ? id.toUpperCase() : plain(id));

/** A formation by the name it was given; one that parted from another by her first ship. The server says it the same way. */
export function formationName(formation: Formation, table?: Titled): string {
  const { name } = formation;
  const dummy = /^dummy f(\d+)$/.exec(name);
  if (dummy) return `dummy ${dummy[1]}`;
  const parts = name.split(' from ');
  const [first] = squadronsOf(formation);
  const unnamed = /^(?:squadron )?(?:[a-z]{1,2}\d{1,2}[a-z]?|\w+_s\d+)(?: from |$)/.test(name);
  const own = unnamed && first && table ? squadronName(table, first) : parts.length > 1 ? shipsIn(parts[0] ?? '') : longPlaces(name);
  return parts.length > 1 ? `${own} from ${parts[parts.length - 1]}` : own;
}
/** A name with a place in it, as of a convoy, with the place as it is called on the chart. */
const longPlaces = (name: string): string => name.replace(/(Coastal )?Space (#\d+|\S+)( .*)?$/, (place) => longPlace(place));

export function pieceName(piece: Piece): string {
  if (piece.inside) return formationName(piece.inside, piece.titled);
  const leader = piece.counter?.leader;
  if (leader) return `${leader}’s formation`;
  return piece.known === 'hidden' ? `${piece.short} counter ${piece.id.replace(/^\D+/, '') || piece.id}` : `${piece.short} formation`;
}

/** "flotilla of 3 squadrons, 11 sail", "a counter, unspotted" */
export function kindWords(piece: Piece): string {
  const { inside, counter } = piece;
  if (inside) {
    if (inside.kind === 'convoy') return `${inside.cargo?.kind ?? ''} convoy, ${inside.cargo?.points ?? 0} of ${inside.cargo?.full ?? 0} points`.trim();
    if (inside.kind === 'dummy') return 'a dummy';
    const several = squadronsOf(inside).length;
    const made = inside.kind === 'squadron' && several === 1 ? 'one squadron' : `${KINDS[inside.kind] ?? ''} of ${count(several, 'squadron')}`;
    return `${made}, ${sailOf(inside)} sail`;
  }
  if (piece.known === 'hidden') return piece.state === 'ready' ? 'an unspotted counter' : 'something in port';
  const classes = counter?.classes ?? [];
  if (counter?.kind === 'convoy') return 'a convoy';
  return classes.length ? `${KINDS[counter?.kind ?? ''] ?? 'formation'}: ${classWords(classes)}` : (KINDS[counter?.kind ?? ''] ?? 'formation');
}

/** "2 squadrons of ships of the line and a flagship" */
export function classWords(classes: readonly SquadronClass[]): string {
  const counted = new Map<SquadronClass, number>();
  for (const cls of classes) counted.set(cls, (counted.get(cls) ?? 0) + 1);
  return list([...counted].map(([cls, n]) => (cls === 'flagship' ? count(n, 'flagship') : `${count(n, 'squadron')} of ${CLASSES[cls][1]}`)));
}

/** What else matters about a formation, in short words. */
export function marks(view: View, piece: Piece): readonly string[] {
  const { inside } = piece;
  const found: string[] = [];
  if (piece.state !== 'ready') found.push(STATES[piece.state]);
  if (piece.own && piece.known !== 'hidden') found.push(piece.known === 'all' ? 'known to the enemy' : 'spotted');
  if (!inside) return found;
  if (inside.disorganised) found.push('disorganised');
  if (inside.shadows?.length) found.push('shadowed');
  if (inside.beating) found.push(`beating to ${placeName(view.table, inside.beating)}`);
  const worst = squadronsOf(inside).map((one) => worn(view.table, one));
  const how = (['sinking', 'bad', 'worn'] as const).find((one) => worst.includes(one));
  if (how) found.push(WORN[how]);
  if (inside.cargo?.target) found.push(`bound for ${placeName(view.table, inside.cargo.target)}`);
  const plotted = view.own?.plots.find(([id]) => id === inside.id);
  if (plotted) found.push(plotted[1] ? `plotted to ${placeName(view.table, plotted[1])}` : 'plotted to stay');
  return found;
}

export function squadronOf(view: View, id: string): { readonly squadron: Squadron; readonly formation: Formation; readonly called: string } | null {
  for (const { inside } of pieces(view)) {
    const squadron = inside ? squadronsOf(inside).find((one) => one.id === id) : undefined;
    if (inside && squadron) return { squadron, formation: inside, called: squadronName(view.table, squadron) };
  }
  return null;
}

/** "Namur", "Norfolk and 3 more", "French ships of the line": by her first ship, where her ships are known. */
export function squadronName(table: Titled, squadron: Squadron): string {
  return shipsIn(squadron.name ?? '') || `${contingentWords(table, squadron.contingent)} ${CLASSES[squadron.cls][1]} ${markOf(squadron.id)}`;
}

/** "4 of 4 sail, 3 of 10 damage" */
export function squadronState(table: Titled, squadron: Squadron): string {
  const how = WORN[worn(table, squadron)];
  return `${squadron.sail} of ${squadron.full} sail, ${damageOf(squadron)} of ${squadron.rating} damage${how ? `, ${how}` : ''}`;
}

// ---- leaders -----------------------------------------------------------------------------------------------------

export function leaderOf(view: View, id: string): Leader | null {
  const free = view.own?.leaders.find((one) => one.id === id);
  if (free) return free;
  for (const { inside } of pieces(view)) if (inside?.leader?.id === id) return inside.leader;
  return null;
}

/** "Cdre Barnett", "Commodore Barnett"; who is known by his post alone has his rank in it: "The commodore in the Downs". */
export function titled(leader: Leader, form: 0 | 1 = 0): string {
  return capital(leader.name.startsWith('the ') ? leader.name : `${RANKS[leader.rank ?? 'commodore'][form]} ${leader.name}`);
}

/** "Vice admiral Mathews: leadership 3, rash, strategy 2, control 4" */
export function leaderWords(leader: Leader): string {
  const wound = leader.wounded ? `, wounded for ${count(leader.wounded, 'turn')}` : '';
  return `${titled(leader, 1)}: leadership ${leader.lr}, ${leader.personality}, strategy ${leader.sr}, control ${leader.control}${wound}`;
}

export const ROLES: { readonly [role: string]: string } = { fleet_admiral: 'Fleet Admiral', command_admiral: 'Command Admiral' };

// ---- auxiliaries -------------------------------------------------------------------------------------------------

export function auxOf(view: View, id: string): Auxiliary | null {
  return view.own?.auxiliaries.find((one) => one.id === id) ?? view.table.rovers.find((one) => one.id === id) ?? null;
}

/** "French light craft 2", "Algerine pirates": those of a kind are told apart by the number of their counter. */
export function auxName(table: Titled, aux: Pick<Auxiliary, 'cls' | 'contingent' | 'corsair'> & { readonly id?: string; readonly aux?: string }): string {
  const kind = aux.corsair ? (CORSAIRS[aux.corsair] ?? AUXILIARIES[aux.cls]) : AUXILIARIES[aux.cls];
  const number = /_(\d+)$/.exec(aux.id ?? aux.aux ?? '')?.[1];
  const name = aux.corsair === 'knights' || aux.contingent === 'pirate' ? capital(kind) : `${contingentWords(table, aux.contingent)} ${kind}`;
  return number ? `${name} ${number}` : name;
}

/** "assigned to Toulon", "interdicts the Strait of Gibraltar", "recovering" */
export function auxWhere(view: View, aux: Auxiliary): string {
  const base = aux.base ? baseName(view, aux.base) : '';
  if (aux.box === 'tasked') return `${plain(aux.task || 'tasked')}${aux.place ? ` ${whereat(view.table, aux.place)}` : ''}${base ? `, from ${base}` : ''}`;
  if (aux.box === 'recovery') return 'recovering';
  return aux.box === 'assigned' ? `assigned to ${base}` : 'available';
}

export function baseName(view: View, base: string): string {
  return pieceOf(view, base) ? called(view, base) : placeName(view.table, base);
}

export const BOXES = ['assigned', 'tasked', 'available', 'recovery'] as const;

// ---- orders ------------------------------------------------------------------------------------------------------

export function orderOf(view: View, id: string | null | undefined): Order | null {
  return id ? (view.own?.orders.find((one) => one.id === id) ?? null) : null;
}

/** "cruise: west Corsica (#11), off Provence (#12) and off Marseilles (#13)" */
export function orderName(table: Titled, order: Order): string {
  const targets = (order.target ?? []).map((one) => placeName(table, one));
  return targets.length ? `${plain(order.type)}: ${list(targets)}` : plain(order.type);
}

/** How many impulses an order asks for, as its sheet says; null where it is not counted in impulses. */
export const impulsesFor = (table: Titled, type: string): number | null => chartOf(table)?.room.terms[type] ?? null;

export const ORDER_STATES = { in_execution: 'in execution', issued: 'issued', received: 'received', available: 'available', pool: 'in the pool' } as const;

/** "in execution: 3 of 8 impulses" */
export function progress(table: Titled, order: Order): string {
  const all = impulsesFor(table, order.type);
  const state = ORDER_STATES[order.state];
  const said = [all && order.state === 'in_execution' ? `${state}, ${order.impulses ?? 0} of ${all} impulses` : state];
  if (order.visits?.length) said.push(`visited ${list(order.visits.map((times, i) => `${placeName(table, order.target?.[i] ?? '')} ${times}×`))}`);
  if (order.away) said.push(`away for ${count(order.away, 'impulse')}`);
  if (order.extended) said.push('extended');
  return said.join(', ');
}

/** What has happened, as the box of the event chart says it; and what is noted of orders and battles, which brings other events about. */
export function eventWords(table: Titled, id: string): string {
  const [what = '', one = '', other = ''] = id.split(':');
  const place = other ? placeName(table, other) : '';
  if (what === 'fulfilled') return `${plain(one)} carried out${place ? `, ${place}` : ''}`;
  if (what === 'fought') return `${contingentWords(table, one)} and ${contingentWords(table, other)} have fought`;
  if (what === 'defeat') return `a defeat of ${contingentWords(table, one)}`;
  if (what === 'landed') return `a ${plain(one)} convoy landed${place ? ` at ${place}` : ''}`;
  return chartOf(table)?.room.events[id] ?? plain(id);
}

// ---- prestige ----------------------------------------------------------------------------------------------------

export const tallyOf = (table: Table, side: Side): Tally => table.tallies[bothSides(table).indexOf(side) === 1 ? 1 : 0];

// ---- battle ------------------------------------------------------------------------------------------------------

export const BATTLE_STEPS: { readonly [step: string]: string } = {
  engage: 'who is engaged', call_off: 'whether to call it off', withdraw: 'who withdraws', reinforce: 'who reinforces', post: 'which squadrons the leaders are with', fireships: 'whether fireships are sent', intensity: 'how hard it is fought',
  regret_intensity: 'whether to roll the intensity again', pair: 'who fights whom', join: 'who joins which combat', share: 'how leadership is shared', regret_combat: 'whether to roll a combat again',
  prizes: 'what becomes of prizes', ransom: 'who is ransomed', reorganise: 'how to reorganise', retreat: 'where to retreat', plunder: 'which convoy is attacked',
};
