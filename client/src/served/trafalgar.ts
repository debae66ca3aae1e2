// Made by client/shapes.py of the structs that the server encodes: change those, and run it again.
import type { Json, Sea } from '../api/types';

export type Action = {
  readonly type: 'turn';
  readonly ship: string;
  readonly angle: number;
  readonly manner?: Manner;
} | {
  readonly type: 'move';
  readonly ship: string;
  readonly distance: number;
  readonly hold?: boolean;
  readonly side?: Broadside;
} | {
  readonly type: 'fire';
  readonly ship: string;
  readonly port?: string | null;
  readonly starboard?: string | null;
} | {
  readonly type: 'hold';
  readonly ship: string;
} | {
  readonly type: 'board';
  readonly ship: string;
  readonly target: string;
} | {
  readonly type: 'grapple';
  readonly ship: string;
  readonly target: string;
} | {
  readonly type: 'part';
  readonly ship: string;
  readonly target: string;
} | {
  readonly type: 'ready';
} | {
  readonly type: 'pick';
  readonly ship: string;
  readonly target: string;
} | {
  readonly type: 'finish';
} | {
  readonly type: 'proceed';
};

export type Broadside = 'port' | 'starboard';

/** A place on a chart. */
export type Cell = {
  readonly chart: string;
  readonly key: readonly (number | string)[];
};

/** A boarding combat to be fought: two ships, and which of them attacks. */
export type Fight = readonly [one: number, other: number, attackers: readonly number[]];

/** A change of direction asked for this turn: how far, in what manner, and whether it was made. */
export type Helm = {
  readonly ship: number;
  readonly angle: number;
  readonly manner: Manner;
  readonly made: boolean;
};

/** Two ships held together; `one` is the lower number. */
export type Lock = {
  readonly one: number;
  readonly other: number;
  readonly how: 'fouled' | 'grappled';
};

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

export type Manner = 'alone' | 'succession' | 'together';

/** Where a line turned: the ships astern turn there too, to this heading (TR27). */
export type Mark = readonly [x: number, y: number, heading: number];

/** A number that is added, and the reason the player reads. */
export type Modifier = {
  readonly reason: string;
  readonly value: number;
  readonly cell: Cell | null;
};

export type Nation = 'british' | 'french' | 'spanish';

export type Phase = {
  readonly type: 'moving';
  readonly side: Side;
  readonly done: readonly number[];
  readonly helms: readonly Helm[];
} | {
  readonly type: 'firing';
  readonly side: Side;
  readonly done: readonly number[];
  readonly must: readonly number[];
} | {
  readonly type: 'boarding';
  readonly ready: readonly Side[];
} | {
  readonly type: 'melee';
  readonly fights: readonly Fight[];
  readonly choosing: number;
} | {
  readonly type: 'grappling';
  readonly ready: readonly Side[];
} | {
  readonly type: 'over';
  readonly winner: string | null;
  readonly reason: string;
};

export type Rate = '1st_rate' | '2nd_rate' | '3rd_rate' | '4th_rate' | '5th_rate' | 'smaller';

export type RulesEvent = {
  readonly type: 'tested';
  readonly ship: string;
  readonly why: string;
  readonly passed: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'turned';
  readonly ship: string;
  readonly angle: number;
  readonly heading: number;
  readonly manner: Manner;
} | {
  readonly type: 'moved';
  readonly ship: string;
  readonly distance: number;
  readonly x: number;
  readonly y: number;
  readonly heading: number;
  readonly avoiding?: number;
} | {
  readonly type: 'passed';
  readonly ship: string;
  readonly between: readonly [string, string];
  readonly collided: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'collided';
  readonly ship: string;
  readonly other: string;
  readonly fouled: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'fired';
  readonly ship: string;
  readonly target: string;
  readonly side: Broadside;
  readonly range: number;
  readonly boxes: number;
  readonly struck: boolean;
  readonly rake?: string;
  readonly account?: readonly Look[];
} | {
  readonly type: 'held';
  readonly ship: string;
} | {
  readonly type: 'ordered';
  readonly ship: string;
  readonly target: string;
  readonly what: What;
} | {
  readonly type: 'committed';
  readonly side: string;
} | {
  readonly type: 'revealed';
  readonly side: Side;
  readonly what: What;
  readonly pairs: readonly (readonly [string, string])[];
} | {
  readonly type: 'boarded';
  readonly ship: string;
  readonly other: string;
  readonly winner: string;
  readonly lost: readonly [number, number];
  readonly struck?: readonly string[];
  readonly account?: readonly Look[];
} | {
  readonly type: 'grappled';
  readonly ship: string;
  readonly other: string;
  readonly held: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'parted';
  readonly ship: string;
  readonly other: string;
  readonly free: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'drifted';
  readonly ships: readonly string[];
} | {
  readonly type: 'left';
  readonly ship: string;
} | {
  readonly type: 'began';
  readonly turn: number;
  readonly step: string;
} | {
  readonly type: 'ended';
  readonly winner: string;
  readonly reason: string;
};

/** What a side has decided and not yet shown: pairs of its own ship and another. */
export type Secret = {
  readonly board: readonly (readonly [number, number])[];
  readonly grapple: readonly (readonly [number, number])[];
  readonly part: readonly (readonly [number, number])[];
};

/** What one seat may know: the table, and its own secret. A spectator has neither seat nor secret. */
export type Seen = {
  readonly table: Table;
  readonly seat: Side | null;
  readonly own: Secret | null;
};

/** What a table may want otherwise. The defaults are the rulings. */
export type Settings = {
  readonly into_below?: number;
  readonly on_bow_below?: number;
  readonly quarter_below?: number;
  readonly arc?: number;
  readonly rake_tenths?: number;
  readonly shared_edge?: 'farther' | 'nearer';
  readonly historical_gunnery?: boolean;
  readonly lines?: 'collide' | 'pass';
  readonly turns?: number | null;
};

/** One model with her sheet. */
export type Ship = {
  readonly id: string;
  readonly name: string;
  readonly side: Side;
  readonly nation: Nation;
  readonly rate: Rate;
  readonly guns: number;
  readonly sheet: readonly number[];
  readonly x: number;
  readonly y: number;
  readonly heading: number;
  readonly length: number;
  readonly width: number;
  readonly points: number;
  readonly crossed?: number;
  readonly flag?: boolean;
  readonly move_modifier?: number;
  readonly speed?: number;
  readonly sailed?: number;
  readonly drifting?: number;
  readonly fresh?: readonly Broadside[];
  readonly struck?: boolean;
  readonly gone?: boolean;
  readonly parted?: boolean;
  readonly wake?: readonly Mark[];
  readonly wanted?: number | null;
  readonly failures?: number;
};

export type Side = 'allied' | 'british';

/** Ships that sail together, in the order of their line. */
export type Squadron = {
  readonly name: string;
  readonly side: Side;
  readonly ships: readonly number[];
  readonly abreast?: boolean;
  readonly hold_until?: number;
};

/** What everybody may know. */
export type Table = {
  readonly title: string;
  readonly turn: number;
  readonly turns: number;
  readonly wind: number;
  readonly width: number;
  readonly height: number;
  readonly settings: Settings;
  readonly ships: readonly Ship[];
  readonly squadrons: readonly Squadron[];
  readonly phase: Phase;
  readonly locks: readonly Lock[];
  readonly met: readonly (readonly [number, number])[];
};

export type What = 'board' | 'grapple' | 'part';

/** What is seen, with what is drawn about every ship alike: it comes beside the view, and the calls lay it into it. */
export type View = Seen & { readonly sea?: Sea };
