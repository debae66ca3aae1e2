// Made by client/shapes.py of the structs that the server encodes: change those, and run it again.
import type { Json, Sea } from '../api/types';

export type Action = {
  readonly type: 'unfoul';
  readonly ship: string;
  readonly other: string;
} | {
  readonly type: 'cut';
  readonly ship: string;
  readonly side: Broadside;
} | {
  readonly type: 'plot';
  readonly ship: string;
  readonly moves: string;
} | {
  readonly type: 'signal';
  readonly ship: string;
  readonly to: readonly string[];
  readonly words: string;
} | {
  readonly type: 'tow';
  readonly ship: string;
  readonly other?: string;
} | {
  readonly type: 'grapple';
  readonly ship: string;
  readonly other: string;
} | {
  readonly type: 'fend';
  readonly ship: string;
  readonly other: string;
} | {
  readonly type: 'party';
  readonly ship: string;
  readonly kind: PartyKind;
  readonly sections: readonly number[];
  readonly target?: string;
  readonly cross?: boolean;
} | {
  readonly type: 'fire';
  readonly ship: string;
  readonly broadside: Broadside;
  readonly target: string;
  readonly aim?: Aim;
} | {
  readonly type: 'load';
  readonly ship: string;
  readonly broadside: Broadside;
  readonly shot?: Shot;
} | {
  readonly type: 'repair';
  readonly ship: string;
  readonly what: Aim;
} | {
  readonly type: 'sails';
  readonly ship: string;
  readonly full: boolean;
} | {
  readonly type: 'erase';
  readonly ship: string;
} | {
  readonly type: 'ready';
} | {
  readonly type: 'proceed';
};

export type Aim = 'hull' | 'rigging';

export type Anchor = '' | 'A' | 'AB' | 'AS';

/** A boarding party that has been shown: sections counted from 1, and the number of the ship it is meant for. */
export type Boarders = readonly [kind: PartyKind, sections: readonly number[], target: number, cross: boolean];

export type Broadside = 'left' | 'right';

/** A place on a chart. */
export type Cell = {
  readonly chart: string;
  readonly key: readonly (number | string)[];
};

export type Companion = 'crew' | 'hull';

/** A prize crew: squares of the captor's men, and how good they are. */
export type Crewed = readonly [squares: number, quality: Quality];

export type FarRake = 'as_five' | 'none';

/** What is in one broadside: nothing, or a shot that is ready or half loaded. */
export type Loaded = readonly [shot: Shot | '', ready: boolean];

/** The load columns of one ship, which are never open. */
export type Loads = readonly [left: Loaded, right: Loaded];

/** One foul or one grapple between two ships; `one` is the lower number. Every grapple is counted by itself. */
export type Lock = readonly [one: number, other: number, how: 'foul' | 'grapple'];

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

/** A signal: from whom, to whom, what, and the turn in which it was made. */
export type Message = readonly [ship: string, to: readonly string[], words: string, turn: number];

/** A number that is added, and the reason the player reads. */
export type Modifier = {
  readonly reason: string;
  readonly value: number;
  readonly cell: Cell | null;
};

export type Order = {
  readonly type: 'unfoul';
  readonly ship: string;
  readonly other: string;
} | {
  readonly type: 'cut';
  readonly ship: string;
  readonly side: Broadside;
} | {
  readonly type: 'plot';
  readonly ship: string;
  readonly moves: string;
} | {
  readonly type: 'signal';
  readonly ship: string;
  readonly to: readonly string[];
  readonly words: string;
} | {
  readonly type: 'tow';
  readonly ship: string;
  readonly other?: string;
} | {
  readonly type: 'grapple';
  readonly ship: string;
  readonly other: string;
} | {
  readonly type: 'fend';
  readonly ship: string;
  readonly other: string;
} | {
  readonly type: 'party';
  readonly ship: string;
  readonly kind: PartyKind;
  readonly sections: readonly number[];
  readonly target?: string;
  readonly cross?: boolean;
} | {
  readonly type: 'fire';
  readonly ship: string;
  readonly broadside: Broadside;
  readonly target: string;
  readonly aim?: Aim;
} | {
  readonly type: 'load';
  readonly ship: string;
  readonly broadside: Broadside;
  readonly shot?: Shot;
} | {
  readonly type: 'repair';
  readonly ship: string;
  readonly what: Aim;
} | {
  readonly type: 'sails';
  readonly ship: string;
  readonly full: boolean;
};

export type PartyKind = 'DBP' | 'OBP' | 'TBP';

export type Phase = {
  readonly type: 'writing';
  readonly step: Step;
  readonly ready: readonly Side[];
} | {
  readonly type: 'over';
  readonly winner: string | null;
  readonly reason: string;
};

export type Quality = 'average' | 'crack' | 'elite' | 'green' | 'poor' | 'seasoned';

export type Rake = '' | 'bow' | 'stern';

export type RulesEvent = {
  readonly type: 'began';
  readonly turn: number;
  readonly step: string;
} | {
  readonly type: 'wind';
  readonly changed: boolean;
  readonly direction: number;
  readonly velocity: number;
  readonly account?: readonly Look[];
  readonly at_once?: boolean;
} | {
  readonly type: 'wrote';
  readonly order: Order;
} | {
  readonly type: 'erased';
  readonly ship: string;
} | {
  readonly type: 'committed';
  readonly side: string;
} | {
  readonly type: 'plotted';
  readonly ship: string;
  readonly moves: string;
  readonly cut_short?: string;
} | {
  readonly type: 'signalled';
  readonly ship: string;
  readonly to: readonly string[];
  readonly words: string;
} | {
  readonly type: 'stepped';
  readonly number: number;
  readonly moves: readonly (readonly [string, string, number, number, number])[];
} | {
  readonly type: 'collided';
  readonly ship: string;
  readonly other: string;
  readonly place: readonly [number, number];
  readonly has?: string;
  readonly fouled?: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'drifted';
  readonly ships: readonly (readonly [string, number, number])[];
} | {
  readonly type: 'anchored';
  readonly ship: string;
  readonly what: 'cut' | 'down' | 'up' | 'weighing';
} | {
  readonly type: 'towed';
  readonly ship: string;
  readonly other: string;
  readonly on: boolean;
} | {
  readonly type: 'unfouled';
  readonly ship: string;
  readonly other: string;
  readonly free: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'cleared';
  readonly ship: string;
  readonly side: Broadside;
  readonly free: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'grappled';
  readonly ship: string;
  readonly other: string;
  readonly held: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'fended';
  readonly ship: string;
  readonly other: string;
  readonly off: number;
  readonly left: number;
  readonly account?: readonly Look[];
} | {
  readonly type: 'prepared';
  readonly ship: string;
  readonly kind: PartyKind;
  readonly sections: readonly number[];
  readonly target?: string;
} | {
  readonly type: 'fired';
  readonly ship: string;
  readonly broadside: Broadside;
  readonly target: string;
  readonly aim: Aim;
  readonly shot: Shot;
  readonly range: number;
  readonly number: number;
  readonly hull?: number;
  readonly crew?: number;
  readonly rigging?: number;
  readonly half?: boolean;
  readonly initial?: boolean;
  readonly rake?: Rake;
  readonly account?: readonly Look[];
} | {
  readonly type: 'critical';
  readonly ship: string;
  readonly by: string;
  readonly effect: string;
  readonly took?: boolean;
  readonly detail?: string;
  readonly account?: readonly Look[];
} | {
  readonly type: 'squares';
  readonly ship: string;
  readonly why: string;
  readonly hull?: number;
  readonly crew?: number;
  readonly rigging?: number;
  readonly account?: readonly Look[];
} | {
  readonly type: 'masted';
  readonly ship: string;
  readonly hangs?: '' | 'left' | 'right';
  readonly fouls?: readonly string[];
  readonly account?: readonly Look[];
} | {
  readonly type: 'fate';
  readonly ship: string;
  readonly what: 'captured' | 'explodes' | 'fire_out' | 'may_explode' | 'may_sink' | 'no_crew' | 'recovers' | 'retaken' | 'sinks' | 'strikes' | 'surrenders' | 'will_explode';
  readonly by?: string;
  readonly account?: readonly Look[];
} | {
  readonly type: 'melee';
  readonly ship: string;
  readonly other: string;
  readonly round: number;
  readonly strength: readonly [number, number];
  readonly lost: readonly [number, number];
  readonly account?: readonly Look[];
} | {
  readonly type: 'transferred';
  readonly ship: string;
  readonly other: string;
  readonly squares: number;
} | {
  readonly type: 'loaded';
  readonly ship: string;
  readonly broadside: Broadside;
  readonly shot: Shot;
  readonly ready: boolean;
} | {
  readonly type: 'repaired';
  readonly ship: string;
  readonly what: Aim;
  readonly squares?: number;
} | {
  readonly type: 'sailed';
  readonly ship: string;
  readonly full: boolean;
} | {
  readonly type: 'ended';
  readonly winner: string;
  readonly reason: string;
};

/** What a side keeps to itself: the orders of this step, its load columns, its signals. */
export type Secret = {
  readonly orders: readonly Order[];
  readonly loads: readonly Loads[];
  readonly signals: readonly Message[];
  readonly silent_until: number;
};

/** What one seat may know: the table, and its own secret. A spectator has neither seat nor secret. */
export type Seen = {
  readonly table: Table;
  readonly seat: Side | null;
  readonly own: Secret | null;
};

/** What a table may want otherwise. The defaults are the rulings, with every optional rule off. */
export type Settings = {
  readonly critical?: Trigger;
  readonly doubtful_rows?: Companion;
  readonly rakes?: 'row' | 'wide';
  readonly far_rake?: FarRake;
  readonly masts?: boolean;
  readonly exploding?: boolean;
  readonly destroyed_six?: 'explodes' | 'sinks' | 'strikes';
  readonly fatigue?: boolean;
  readonly towing?: boolean;
  readonly blocked_wind?: boolean;
  readonly fore_and_aft?: boolean;
  readonly coppering?: boolean;
  readonly anchoring?: boolean;
  readonly chain?: 'all' | 'not_british';
  readonly pump_section?: 'highest' | 'lowest';
  readonly leader_loss?: 'record' | 'signals';
  readonly wsn_again?: boolean;
  readonly random_wind?: boolean;
  readonly turns?: number | null;
};

/** One ship with the open part of her log. */
export type Ship = {
  readonly id: string;
  readonly name: string;
  readonly side: Side;
  readonly built: Side;
  readonly nation: string;
  readonly rated: number;
  readonly ship_class: number;
  readonly quality: Quality;
  readonly turning: number;
  readonly battle_speed: number;
  readonly full_speed: number;
  readonly guns: readonly [number, number];
  readonly carronades: readonly [number, number];
  readonly hull: number;
  readonly hull_full: number;
  readonly crew: readonly number[];
  readonly crew_full: readonly number[];
  readonly rigging: readonly number[];
  readonly rigging_full: readonly number[];
  readonly points: number;
  readonly bow: readonly [number, number];
  readonly heading: number;
  readonly oars?: boolean;
  readonly fore_and_aft?: boolean;
  readonly coppered?: boolean;
  readonly captain?: boolean;
  readonly admiral?: boolean;
  readonly full_sails?: boolean;
  readonly anchor?: Anchor;
  readonly anchoring?: Anchor;
  readonly weighing?: number;
  readonly cutting?: boolean;
  readonly may_anchor?: boolean;
  readonly speed?: number;
  readonly still?: number;
  readonly steady?: number;
  readonly moved?: boolean;
  readonly did?: readonly string[];
  readonly tow?: number;
  readonly fresh?: readonly Broadside[];
  readonly fired?: number;
  readonly steering_lost?: number;
  readonly pumps?: readonly number[];
  readonly fires?: readonly (readonly [number, number])[];
  readonly obscured?: readonly (readonly [Broadside, number])[];
  readonly hanging?: readonly Broadside[];
  readonly parties?: readonly Boarders[];
  readonly fought?: readonly number[];
  readonly committed?: boolean;
  readonly provoked?: number;
  readonly repairs?: readonly [number, number];
  readonly colours?: 'flying' | 'struck' | 'surrendered';
  readonly danger?: '' | 'may_explode' | 'may_sink' | 'will_explode';
  readonly gone?: '' | 'exploded' | 'left' | 'sunk';
  readonly prize?: Crewed | null;
};

export type Shot = 'chain' | 'double' | 'grape' | 'round';

export type Side = 'allied' | 'american' | 'barbary' | 'british' | 'danish' | 'dutch' | 'french' | 'russian' | 'spanish' | 'swedish' | 'turkish';

export type Step = 'boarding' | 'combat' | 'fending' | 'grappling' | 'loading' | 'notation' | 'unfouling';

/** What everybody may know. */
export type Table = {
  readonly title: string;
  readonly sides: readonly [Side, Side];
  readonly turn: number;
  readonly turns: number;
  readonly wind: number;
  readonly velocity: number;
  readonly wsn: number;
  readonly first_wind: number;
  readonly settings: Settings;
  readonly ships: readonly Ship[];
  readonly phase: Phase;
  readonly duel: boolean;
  readonly coming: readonly [number, number] | null;
  readonly locks: readonly Lock[];
};

export type Trigger = 'always' | 'doubles' | 'twelve';

/** What is seen, with what is drawn about every ship alike: it comes beside the view, and the calls lay it into it. */
export type View = Seen & { readonly sea?: Sea };
