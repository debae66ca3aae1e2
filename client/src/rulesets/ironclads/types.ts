// The view of an action in the age of steam as the server sends it. Fields that have their default may be left out.
import type { ReplayEvent, TableEvent } from '../../api/types';

export type Side =
  | 'union' | 'confederate' | 'austrian' | 'italian' | 'peruvian' | 'chilean' | 'chinese' | 'japanese' | 'russian' | 'british'
  | 'french' | 'german' | 'turkish' | 'american' | 'spanish' | 'blue' | 'red';
export type Order = 'full' | 'half' | 'slow' | 'stop';
export type GunType = 'main' | 'medium' | 'light';
export type Sector = 'bow' | 'starboard' | 'stern' | 'port';
export type Trait = 'sails' | 'cutter' | 'poor_seakeeping' | 'high_manoeuvrability' | 'wooden' | 'ram';
export type GunTrait = 'slow_load' | 'super_heavy' | 'quick_firing';
export type Captain = '' | 'gunner' | 'boarding_specialist' | 'damage_control' | 'seaman' | 'resolute' | 'timid';
export type Rudder = '' | 'left' | 'right' | 'ahead';
export type Contact = 'ram' | 'board' | 'stop';
export type Damage = 'D2' | 'D3' | 'D4';

export interface Battery {
  readonly kind: GunType;
  readonly dice: number;
  readonly ap: number;
  readonly sectors: readonly Sector[];
  readonly quarters?: number;
  readonly traits?: readonly GunTrait[];
  readonly group?: string;
  readonly lost?: boolean;
  readonly fired?: boolean;
}

export interface Tube {
  readonly sectors: readonly Sector[];
  readonly damage?: Damage;
  readonly spent?: boolean;
}

/** One model with her sheet. A fort is one too, without orders and without markers. */
export interface Ship {
  readonly id: string;
  readonly name: string;
  readonly side: Side;
  readonly ship_class: number;
  /** Quarters of a hull point. */
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
  readonly fort?: boolean;
  readonly points?: number;
  /** Her active order once shown this turn. */
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
  readonly gone?: '' | 'sunk' | 'left' | 'taken';
}

export interface Shore {
  readonly name: string;
  readonly kind: 'land' | 'shoal' | 'reef' | 'boom';
  readonly points: readonly (readonly [number, number])[];
}

export interface Minefield {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly damage: Damage;
  readonly owner: Side | '';
}

export interface Goal {
  readonly side: Side;
  readonly words?: string;
}

/** A battery or a tube, counted from 1, and its target. */
export type Aim = readonly [gun: number, target: string];

export type Phase =
  | { readonly type: 'choosing'; readonly side: Side }
  | { readonly type: 'commanding'; readonly ready: readonly Side[] }
  | {
      readonly type: 'activating';
      readonly side: Side;
      readonly ship: number;
      readonly stage: 'pick' | 'move' | 'fire';
      readonly fired: boolean;
      readonly boarded: boolean;
    }
  | {
      readonly type: 'countering';
      readonly side: Side;
      readonly ship: number;
      readonly shots: readonly Aim[];
      readonly waiting: readonly number[];
      readonly answers: readonly (readonly [number, readonly number[]])[];
      readonly boarded: boolean;
    }
  | { readonly type: 'breaking'; readonly waiting: readonly Side[] }
  | { readonly type: 'over'; readonly winner: Side | null; readonly reason: string };

export interface Table {
  readonly title: string;
  readonly sides: readonly [Side, Side];
  readonly era: number;
  readonly turn: number;
  readonly turns: number;
  readonly width: number;
  readonly height: number;
  readonly ships: readonly Ship[];
  readonly phase: Phase;
  readonly first: Side;
  readonly wind: number;
  readonly level: number;
  readonly shores: readonly Shore[];
  readonly mines: readonly Minefield[];
  readonly goals: readonly Goal[];
}

/** The order to obey this turn, and the next one. */
export type Orders = readonly [active: Order | '', inactive: Order | ''];

export interface Secret {
  readonly orders: readonly Orders[];
  readonly mines: readonly Minefield[];
}

export interface View {
  readonly table: Table;
  readonly seat: Side | null;
  readonly own: Secret | null;
}

export type Track = readonly (readonly [x: number, y: number, heading: number])[];

/** What the rules tell, as the log has it. Ships are named by their ids. */
export type RulesEvent =
  | { readonly type: 'began'; readonly turn: number; readonly phase: 'initiative' | 'command' | 'activation' | 'repair' | 'contact' }
  | { readonly type: 'initiative'; readonly winner: Side }
  | { readonly type: 'leads'; readonly side: Side }
  | { readonly type: 'weather'; readonly wind: number; readonly level: number }
  | { readonly type: 'minesswept'; readonly field: string; readonly gone: boolean }
  | { readonly type: 'placed'; readonly ship: string; readonly order: Order; readonly active?: boolean }
  | { readonly type: 'committed'; readonly side: Side }
  | { readonly type: 'activated'; readonly ship: string; readonly order: Order; readonly limit: Order; readonly why?: string }
  | { readonly type: 'steamed'; readonly ship: string; readonly track: Track; readonly forced?: number }
  | {
      readonly type: 'rammed';
      readonly ship: string;
      readonly target: string;
      readonly struck: boolean;
      readonly edge?: string;
      readonly lost?: readonly [number, number];
    }
  | {
      readonly type: 'grounded';
      readonly ship: string;
      readonly what: 'passed' | 'aground' | 'land' | 'off' | 'stuck';
      readonly quarters?: number;
    }
  | { readonly type: 'mined'; readonly ship: string; readonly field: string; readonly hits: number }
  | {
      readonly type: 'fired';
      readonly ship: string;
      readonly target: string;
      readonly range: number;
      readonly band: 'close' | 'medium' | 'long';
      readonly guns: readonly number[];
      readonly hits: number;
      readonly through: number;
      readonly quarters: number;
      readonly counter?: boolean;
    }
  | { readonly type: 'torpedoed'; readonly ship: string; readonly target: string; readonly tube: number; readonly hit: boolean; readonly range: number }
  | { readonly type: 'struck'; readonly ship: string; readonly effect: string; readonly quarters?: number; readonly detail?: string }
  | { readonly type: 'held'; readonly ship: string }
  | { readonly type: 'answers'; readonly ship: string }
  | { readonly type: 'manned'; readonly ship: string }
  | { readonly type: 'finished'; readonly ship: string }
  | { readonly type: 'boarded'; readonly ship: string; readonly target: string; readonly won: boolean | null }
  | {
      readonly type: 'fought';
      readonly ship: string;
      readonly what: 'fire' | 'flood' | 'rudder' | 'engine_room' | 'heavy_list';
      readonly mended?: number;
      readonly left?: number;
      readonly quarters?: number;
    }
  | {
      readonly type: 'fate';
      readonly ship: string;
      readonly what: 'sunk' | 'blown_up' | 'capsized' | 'surrendered' | 'taken' | 'silenced' | 'left' | 'stays';
    }
  | { readonly type: 'contacted'; readonly on: boolean; readonly why: string }
  | { readonly type: 'ended'; readonly winner: string; readonly reason: string };

/** The rules' own part of an event, or null where the table or the players speak. */
export function rulesEvent(event: TableEvent | ReplayEvent): RulesEvent | null {
  return event.kind === 'rules' ? (event.event as unknown as RulesEvent) : null;
}
