// Made by client/shapes.py of the structs that the server encodes: change those, and run it again.
import type { Json, Sea } from '../api/types';

export type Action = {
  readonly type: 'lead';
  readonly first: Side;
} | {
  readonly type: 'place';
  readonly ship: string;
  readonly order: Order;
  readonly active?: boolean;
} | {
  readonly type: 'ready';
} | {
  readonly type: 'activate';
  readonly ship: string;
} | {
  readonly type: 'steam';
  readonly ship: string;
  readonly run?: number;
  readonly turn?: number;
  readonly then?: number;
  readonly second?: number;
  readonly last?: number;
  readonly contact?: Contact;
} | {
  readonly type: 'salvo';
  readonly ship: string;
  readonly shots: readonly Aim[];
} | {
  readonly type: 'launch';
  readonly ship: string;
  readonly shots: readonly Aim[];
} | {
  readonly type: 'counter';
  readonly ship: string;
  readonly guns?: readonly number[];
} | {
  readonly type: 'board';
  readonly ship: string;
  readonly target: string;
} | {
  readonly type: 'done';
  readonly ship: string;
} | {
  readonly type: 'break';
  readonly ask: boolean;
} | {
  readonly type: 'proceed';
};

/** A battery or a tube, by its place on the sheet counted from 1, and its target. */
export type Aim = readonly [gun: number, target: string];

export type Band = 'close' | 'long' | 'medium';

/** Guns that fire together, counted in dice; their AP is on the scale of the armour (IR33). */
export type Battery = {
  readonly kind: GunType;
  readonly dice: number;
  readonly ap: number;
  readonly sectors: readonly Sector[];
  readonly quarters?: number;
  readonly traits?: readonly GunTrait[];
  readonly group?: string;
  readonly lost?: boolean;
  readonly fired?: boolean;
};

export type Captain = '' | 'boarding_specialist' | 'damage_control' | 'gunner' | 'resolute' | 'seaman' | 'timid';

/** A place on a chart. */
export type Cell = {
  readonly chart: string;
  readonly key: readonly (number | string)[];
};

export type Contact = 'board' | 'ram' | 'stop';

export type ContactRule = 'apart' | 'from_turn_6';

export type DamageType = 'D2' | 'D3' | 'D4';

/** What a scenario asks of a side beyond points: ships to sink or take, one to keep, one to bring out over an edge. */
export type Goal = {
  readonly side: Side;
  readonly sink?: readonly string[];
  readonly keep?: readonly string[];
  readonly leave?: readonly string[];
  readonly edge?: '' | 'east' | 'north' | 'south' | 'west';
  readonly words?: string;
};

export type GunTrait = 'quick_firing' | 'slow_load' | 'super_heavy';

export type GunType = 'light' | 'main' | 'medium';

/** One line of the account: what was rolled, what was added and why, the cell that was lit, and whose throw it was. */
export type Look = {
  readonly why: string;
  readonly dice?: string;
  readonly faces?: readonly number[];
  readonly add?: readonly Modifier[];
  readonly total?: number | null;
  readonly cell?: Cell | null;
  readonly value?: Json;
  readonly seat?: string | null;
  readonly secret?: boolean;
};

/** A minefield marker. */
export type Minefield = {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly damage: DamageType;
  readonly owner: Side | '';
};

/** A number that is added, and the reason the player reads. */
export type Modifier = {
  readonly reason: string;
  readonly value: number;
  readonly cell: Cell | null;
};

export type Order = 'full' | 'half' | 'slow' | 'stop';

/** The two positions of a ship: the order to obey this turn, and the next one. */
export type Orders = readonly [active: Order | '', inactive: Order | ''];

export type PerHit = 'quarter_half_one' | 'quarter_quarter_half';

export type Phase = {
  readonly type: 'choosing';
  readonly side: Side;
  readonly thrown: readonly Look[];
} | {
  readonly type: 'commanding';
  readonly ready: readonly Side[];
} | {
  readonly type: 'activating';
  readonly side: Side;
  readonly ship: number;
  readonly stage: 'fire' | 'move' | 'pick';
  readonly fired: boolean;
  readonly boarded: boolean;
} | {
  readonly type: 'countering';
  readonly side: Side;
  readonly ship: number;
  readonly shots: readonly Aim[];
  readonly waiting: readonly number[];
  readonly answers: readonly (readonly [number, readonly number[]])[];
  readonly boarded: boolean;
} | {
  readonly type: 'breaking';
  readonly waiting: readonly Side[];
} | {
  readonly type: 'over';
  readonly winner: Side | null;
  readonly reason: string;
};

export type Rudder = '' | 'ahead' | 'left' | 'right';

export type RulesEvent = {
  readonly type: 'began';
  readonly turn: number;
  readonly phase: 'activation' | 'command' | 'contact' | 'initiative' | 'repair';
} | {
  readonly type: 'initiative';
  readonly winner: Side;
  readonly account?: readonly Look[];
} | {
  readonly type: 'leads';
  readonly side: Side;
} | {
  readonly type: 'weather';
  readonly wind: number;
  readonly level: number;
  readonly account?: readonly Look[];
} | {
  readonly type: 'minesswept';
  readonly field: string;
  readonly gone: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'placed';
  readonly ship: string;
  readonly order: Order;
  readonly active?: boolean;
} | {
  readonly type: 'committed';
  readonly side: Side;
} | {
  readonly type: 'activated';
  readonly ship: string;
  readonly order: Order;
  readonly limit: Order;
  readonly why?: string;
} | {
  readonly type: 'manned';
  readonly ship: string;
} | {
  readonly type: 'finished';
  readonly ship: string;
} | {
  readonly type: 'steamed';
  readonly ship: string;
  readonly track: readonly (readonly [number, number, number])[];
  readonly forced?: number;
} | {
  readonly type: 'rammed';
  readonly ship: string;
  readonly target: string;
  readonly struck: boolean;
  readonly edge?: string;
  readonly lost?: readonly [number, number];
  readonly account?: readonly Look[];
} | {
  readonly type: 'grounded';
  readonly ship: string;
  readonly what: 'aground' | 'land' | 'off' | 'passed' | 'stuck';
  readonly quarters?: number;
  readonly account?: readonly Look[];
} | {
  readonly type: 'mined';
  readonly ship: string;
  readonly field: string;
  readonly hits: number;
  readonly account?: readonly Look[];
} | {
  readonly type: 'fired';
  readonly ship: string;
  readonly target: string;
  readonly range: number;
  readonly band: Band;
  readonly guns: readonly number[];
  readonly hits: number;
  readonly through: number;
  readonly quarters: number;
  readonly counter?: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'torpedoed';
  readonly ship: string;
  readonly target: string;
  readonly tube: number;
  readonly hit: boolean;
  readonly range: number;
  readonly account?: readonly Look[];
} | {
  readonly type: 'struck';
  readonly ship: string;
  readonly effect: string;
  readonly quarters?: number;
  readonly detail?: string;
  readonly account?: readonly Look[];
} | {
  readonly type: 'held';
  readonly ship: string;
} | {
  readonly type: 'answers';
  readonly ship: string;
} | {
  readonly type: 'boarded';
  readonly ship: string;
  readonly target: string;
  readonly won: boolean | null;
  readonly account?: readonly Look[];
} | {
  readonly type: 'fought';
  readonly ship: string;
  readonly what: 'engine_room' | 'fire' | 'flood' | 'heavy_list' | 'rudder';
  readonly mended?: number;
  readonly left?: number;
  readonly quarters?: number;
  readonly account?: readonly Look[];
} | {
  readonly type: 'fate';
  readonly ship: string;
  readonly what: 'blown_up' | 'capsized' | 'left' | 'silenced' | 'stays' | 'sunk' | 'surrendered' | 'taken';
  readonly account?: readonly Look[];
} | {
  readonly type: 'flagged';
  readonly ship: string;
} | {
  readonly type: 'contacted';
  readonly on: boolean;
  readonly why: string;
  readonly account?: readonly Look[];
} | {
  readonly type: 'ended';
  readonly winner: string;
  readonly reason: string;
};

/** What a side keeps to itself: its face-down orders by number of ship, its hidden mines, and whether it has just asked */
export type Secret = {
  readonly orders: readonly Orders[];
  readonly mines: readonly Minefield[];
  readonly asks: boolean;
};

export type Sector = 'bow' | 'port' | 'starboard' | 'stern';

/** What one seat may know: the table, and its own secret. A spectator has no seat. */
export type Seen = {
  readonly table: Table;
  readonly seat: Side | null;
  readonly own: Secret | null;
};

/** What a table may want otherwise. The defaults are the rulings. */
export type Settings = {
  readonly hundredths_per_knot?: number;
  readonly half_percent?: number;
  readonly slow_percent?: number;
  readonly least_percent?: number;
  readonly hull_per_hit?: PerHit;
  readonly fire_out?: number;
  readonly flood_held?: number;
  readonly repair?: number;
  readonly success?: number;
  readonly torpedo_near?: number;
  readonly torpedo_far?: number;
  readonly surrender?: 'every_turn' | 'hull_lost';
  readonly contact?: ContactRule;
  readonly captains?: boolean;
  readonly era?: number | null;
  readonly turns?: number | null;
};

/** One model with her sheet. A fort is one too, without orders and without markers. */
export type Ship = {
  readonly id: string;
  readonly name: string;
  readonly side: Side;
  readonly ship_class: number;
  readonly hull: number;
  readonly hull_full: number;
  readonly knots: number;
  readonly armour: number;
  readonly x: number;
  readonly y: number;
  readonly heading: number;
  readonly length: number;
  readonly width: number;
  readonly traits?: readonly Trait[];
  readonly batteries?: readonly Battery[];
  readonly tubes?: readonly Tube[];
  readonly marines?: number;
  readonly captain?: Captain;
  readonly flagship?: boolean;
  readonly flag_from?: number;
  readonly fort?: boolean;
  readonly points?: number;
  readonly order?: Order | '';
  readonly speed?: number;
  readonly anchored?: boolean;
  readonly grounded?: boolean;
  readonly activated?: boolean;
  readonly fire?: number;
  readonly flooding?: number;
  readonly flooded?: number;
  readonly bridge?: boolean;
  readonly rudder?: Rudder;
  readonly engine_room?: number;
  readonly heavy_list?: boolean;
  readonly ram_lost?: boolean;
  readonly lost_hull?: boolean;
  readonly surrendered?: boolean;
  readonly gone?: '' | 'left' | 'sunk' | 'taken';
};

/** Land, a shoal, a reef or a boom: a polygon of table points. */
export type Shore = {
  readonly name: string;
  readonly kind: 'boom' | 'land' | 'reef' | 'shoal';
  readonly points: readonly (readonly [number, number])[];
  readonly easy: readonly string[];
};

export type Side = 'american' | 'austrian' | 'blue' | 'british' | 'chilean' | 'chinese' | 'confederate' | 'french' | 'german' | 'italian' | 'japanese' | 'peruvian' | 'red' | 'russian' | 'spanish' | 'turkish' | 'union';

/** What everybody may know. */
export type Table = {
  readonly title: string;
  readonly sides: readonly [Side, Side];
  readonly era: number;
  readonly turn: number;
  readonly turns: number;
  readonly width: number;
  readonly height: number;
  readonly settings: Settings;
  readonly ships: readonly Ship[];
  readonly phase: Phase;
  readonly first: Side;
  readonly wind: number;
  readonly level: number;
  readonly fixed_weather: boolean;
  readonly calmest: number;
  readonly roughest: number;
  readonly shores: readonly Shore[];
  readonly mines: readonly Minefield[];
  readonly hidden_mines: readonly Side[];
  readonly goals: readonly Goal[];
};

export type Trait = 'cutter' | 'high_manoeuvrability' | 'poor_seakeeping' | 'ram' | 'sails' | 'wooden';

/** A torpedo tube: one shot in a battle. */
export type Tube = {
  readonly sectors: readonly Sector[];
  readonly damage?: DamageType;
  readonly spent?: boolean;
};

/** What is seen, with what is drawn about every ship alike: it comes beside the view, and the calls lay it into it. */
export type View = Seen & { readonly sea?: Sea };
