// The view of an action ship to ship as the server sends it. Fields that have their default may be left out.
import type { ReplayEvent, TableEvent } from '../../api/types';

export type Side =
  | 'american' | 'british' | 'french' | 'spanish' | 'dutch' | 'danish' | 'swedish' | 'russian' | 'turkish' | 'barbary' | 'allied';
export type Broadside = 'left' | 'right';
export type Quality = 'elite' | 'crack' | 'seasoned' | 'average' | 'green' | 'poor';
export type Shot = 'round' | 'chain' | 'double' | 'grape';
export type Aim = 'hull' | 'rigging';
export type Attitude = 'A' | 'B' | 'C' | 'D';
export type PartyKind = 'OBP' | 'DBP' | 'TBP';
export type Step = 'unfouling' | 'notation' | 'grappling' | 'fending' | 'boarding' | 'combat' | 'loading';

/** Axial: q to the east, r to the south. */
export type Hex = readonly [q: number, r: number];

export type Boarders = readonly [kind: PartyKind, sections: readonly number[], target?: number, cross?: boolean];
export type Lock = readonly [one: number, other: number, how: 'foul' | 'grapple'];
export type Loaded = readonly [shot: Shot | '', ready: boolean];
export type Loads = readonly [left: Loaded, right: Loaded];
export type Message = readonly [ship: string, to: readonly string[], words: string, turn: number];

export interface Ship {
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
  readonly bow: Hex;
  readonly heading: number;
  readonly oars?: boolean;
  readonly fore_and_aft?: boolean;
  readonly coppered?: boolean;
  readonly captain?: boolean;
  readonly admiral?: boolean;
  readonly full_sails?: boolean;
  readonly anchor?: '' | 'A' | 'AB' | 'AS';
  readonly anchoring?: '' | 'A' | 'AB' | 'AS';
  readonly weighing?: number;
  readonly cutting?: boolean;
  readonly may_anchor?: boolean;
  readonly speed?: number;
  readonly still?: number;
  readonly tow?: number;
  readonly fresh?: readonly Broadside[];
  readonly fired?: number;
  readonly steering_lost?: number;
  readonly pumps?: readonly number[];
  readonly fires?: readonly (readonly [left: number, rolled: number])[];
  readonly obscured?: readonly (readonly [Broadside, number])[];
  readonly hanging?: readonly Broadside[];
  readonly parties?: readonly Boarders[];
  readonly committed?: boolean;
  readonly repairs?: readonly [number, number];
  readonly colours?: 'flying' | 'struck' | 'surrendered';
  readonly danger?: '' | 'may_sink' | 'may_explode' | 'will_explode';
  readonly gone?: '' | 'sunk' | 'exploded' | 'left';
  readonly prize?: readonly [squares: number, quality: Quality] | null;
}

export type Phase =
  | { readonly type: 'writing'; readonly step: Step; readonly ready?: readonly Side[] }
  | { readonly type: 'over'; readonly winner: Side | null; readonly reason: string };

export interface Settings {
  readonly towing?: boolean;
  readonly anchoring?: boolean;
  readonly rakes?: 'wide' | 'row';
  readonly [name: string]: unknown;
}

export interface Table {
  readonly title: string;
  readonly sides: readonly [Side, Side];
  readonly turn: number;
  readonly turns: number;
  /** The heading that the wind blows toward. */
  readonly wind: number;
  readonly velocity: number;
  readonly settings: Settings;
  readonly ships: readonly Ship[];
  readonly phase: Phase;
  readonly coming: readonly [heading: number, velocity: number] | null;
  readonly locks: readonly Lock[];
}

/** What a side has written down, and may take back until both are ready. */
export type Order =
  | { readonly type: 'unfoul' | 'grapple' | 'fend'; readonly ship: string; readonly other: string }
  | { readonly type: 'cut'; readonly ship: string; readonly side: Broadside }
  | { readonly type: 'plot'; readonly ship: string; readonly moves: string }
  | { readonly type: 'signal'; readonly ship: string; readonly to: readonly string[]; readonly words: string }
  | { readonly type: 'tow'; readonly ship: string; readonly other?: string }
  | {
      readonly type: 'party';
      readonly ship: string;
      readonly kind: PartyKind;
      readonly sections: readonly number[];
      readonly target?: string;
      readonly cross?: boolean;
    }
  | { readonly type: 'fire'; readonly ship: string; readonly broadside: Broadside; readonly target: string; readonly aim?: Aim }
  | { readonly type: 'load'; readonly ship: string; readonly broadside: Broadside; readonly shot?: Shot }
  | { readonly type: 'repair'; readonly ship: string; readonly what: 'hull' | 'rigging' }
  | { readonly type: 'sails'; readonly ship: string; readonly full: boolean };

export interface Secret {
  readonly orders: readonly Order[];
  /** By the number of the ship. */
  readonly loads: readonly Loads[];
  readonly signals: readonly Message[];
  readonly silent_until: number;
}

export interface View {
  readonly table: Table;
  readonly seat: Side | null;
  readonly own: Secret | null;
}

export type Fates =
  | 'strikes' | 'may_sink' | 'may_explode' | 'will_explode' | 'sinks' | 'explodes' | 'surrenders' | 'captured' | 'retaken'
  | 'recovers' | 'fire_out' | 'no_crew';

type Pair = { readonly ship: string; readonly other: string };

/** What the rules tell, as the log has it. Ships are named by their ids. */
export type RulesEvent =
  | { readonly type: 'began'; readonly turn: number; readonly step: Step | 'wind' | 'movement' | 'melee' }
  | { readonly type: 'wind'; readonly changed: boolean; readonly direction: number; readonly velocity: number }
  | { readonly type: 'wrote'; readonly order: Order }
  | { readonly type: 'erased'; readonly ship: string }
  | { readonly type: 'committed'; readonly side: Side }
  | { readonly type: 'plotted'; readonly ship: string; readonly moves: string; readonly cut_short?: string }
  | { readonly type: 'signalled'; readonly ship: string; readonly to: readonly string[]; readonly words: string }
  | {
      readonly type: 'stepped';
      readonly number: number;
      readonly moves: readonly (readonly [ship: string, item: string, q: number, r: number, heading: number])[];
    }
  | (Pair & { readonly type: 'collided'; readonly place: Hex; readonly has?: string; readonly fouled?: boolean })
  | { readonly type: 'drifted'; readonly ships: readonly (readonly [ship: string, q: number, r: number])[] }
  | { readonly type: 'anchored'; readonly ship: string; readonly what: 'down' | 'weighing' | 'up' | 'cut' }
  | (Pair & { readonly type: 'towed'; readonly on: boolean })
  | (Pair & { readonly type: 'unfouled'; readonly free: boolean })
  | { readonly type: 'cleared'; readonly ship: string; readonly side: Broadside; readonly free: boolean }
  | (Pair & { readonly type: 'grappled'; readonly held: boolean })
  | (Pair & { readonly type: 'fended'; readonly off: number; readonly left: number })
  | { readonly type: 'prepared'; readonly ship: string; readonly kind: PartyKind; readonly sections: readonly number[]; readonly target?: string }
  | {
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
      readonly rake?: '' | 'bow' | 'stern';
    }
  | { readonly type: 'critical'; readonly ship: string; readonly by: string; readonly effect: string; readonly took?: boolean; readonly detail?: string }
  | { readonly type: 'squares'; readonly ship: string; readonly why: string; readonly hull?: number; readonly crew?: number; readonly rigging?: number }
  | { readonly type: 'masted'; readonly ship: string; readonly hangs?: '' | Broadside }
  | { readonly type: 'fate'; readonly ship: string; readonly what: Fates; readonly by?: string }
  | (Pair & {
      readonly type: 'melee';
      readonly round: number;
      readonly strength: readonly [number, number];
      readonly lost: readonly [number, number];
    })
  | (Pair & { readonly type: 'transferred'; readonly squares: number })
  | { readonly type: 'loaded'; readonly ship: string; readonly broadside: Broadside; readonly shot: Shot; readonly ready: boolean }
  | { readonly type: 'repaired'; readonly ship: string; readonly what: 'hull' | 'rigging'; readonly squares?: number }
  | { readonly type: 'sailed'; readonly ship: string; readonly full: boolean }
  | { readonly type: 'ended'; readonly winner: string; readonly reason: string };

/** The rules' own part of an event, or null where the table or the players speak. */
export function rulesEvent(event: TableEvent | ReplayEvent): RulesEvent | null {
  return event.kind === 'rules' ? (event.event as unknown as RulesEvent) : null;
}
