// The view of a fleet action as the server sends it. Fields that have their default may be left out.
import type { ReplayEvent, Sea, TableEvent } from '../../api/types';

export type Side = 'british' | 'allied';
export type Nation = 'british' | 'french' | 'spanish';
export type Rate = '1st_rate' | '2nd_rate' | '3rd_rate' | '4th_rate' | '5th_rate' | 'smaller';
export type Broadside = 'port' | 'starboard';
export type Manner = 'succession' | 'together' | 'alone';

/** Where a line turned: x, y, and the heading it turned to. */
export type Mark = readonly [number, number, number];

export interface Ship {
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
}

export interface Squadron {
  readonly name: string;
  readonly side: Side;
  readonly ships: readonly number[];
  readonly abreast?: boolean;
  readonly hold_until?: number;
}

export interface Lock {
  readonly one: number;
  readonly other: number;
  readonly how: 'grappled' | 'fouled';
}

export interface Helm {
  readonly ship: number;
  readonly angle: number;
  readonly manner: Manner;
  readonly made: boolean;
}

export type Phase =
  | { readonly type: 'moving'; readonly side: Side; readonly done: readonly number[]; readonly helms: readonly Helm[] }
  | { readonly type: 'firing'; readonly side: Side; readonly done: readonly number[]; readonly must: readonly number[] }
  | { readonly type: 'boarding' | 'grappling'; readonly ready: readonly Side[] }
  | {
      readonly type: 'melee';
      readonly fights: readonly (readonly [number, number, readonly number[]])[];
      readonly choosing: number;
    }
  | { readonly type: 'over'; readonly winner: Side | null; readonly reason: string };

export interface Table {
  readonly title: string;
  readonly turn: number;
  readonly turns: number;
  readonly wind: number;
  readonly width: number;
  readonly height: number;
  readonly ships: readonly Ship[];
  readonly squadrons: readonly Squadron[];
  readonly phase: Phase;
  readonly locks: readonly Lock[];
  readonly met: readonly (readonly [number, number])[];
}

export type Pairs = readonly (readonly [number, number])[];

export interface Secret {
  readonly board: Pairs;
  readonly grapple: Pairs;
  readonly part: Pairs;
}

export interface View {
  readonly table: Table;
  readonly seat: Side | null;
  readonly own: Secret | null;
  readonly sea?: Sea;
}

/** What the rules tell, as the log has it. Ships are named by their ids. */
export type RulesEvent =
  | { readonly type: 'tested'; readonly ship: string; readonly why: string; readonly passed: boolean }
  | { readonly type: 'turned'; readonly ship: string; readonly angle: number; readonly heading: number; readonly manner: Manner }
  | {
      readonly type: 'moved';
      readonly ship: string;
      readonly distance: number;
      readonly x: number;
      readonly y: number;
      readonly heading: number;
      readonly avoiding?: number;
    }
  | { readonly type: 'passed'; readonly ship: string; readonly between: readonly [string, string]; readonly collided: boolean }
  | { readonly type: 'collided'; readonly ship: string; readonly other: string; readonly fouled: boolean }
  | {
      readonly type: 'fired';
      readonly ship: string;
      readonly target: string;
      readonly side: Broadside;
      readonly range: number;
      readonly boxes: number;
      readonly struck: boolean;
      readonly rake?: string;
    }
  | { readonly type: 'held'; readonly ship: string }
  | { readonly type: 'ordered'; readonly ship: string; readonly target: string; readonly what: 'board' | 'grapple' | 'part' }
  | { readonly type: 'committed'; readonly side: Side }
  | { readonly type: 'revealed'; readonly side: Side; readonly what: 'board' | 'grapple' | 'part'; readonly pairs: readonly (readonly [string, string])[] }
  | {
      readonly type: 'boarded';
      readonly ship: string;
      readonly other: string;
      readonly winner: string;
      readonly lost: readonly [number, number];
      readonly struck?: readonly string[];
    }
  | { readonly type: 'grappled'; readonly ship: string; readonly other: string; readonly held: boolean }
  | { readonly type: 'parted'; readonly ship: string; readonly other: string; readonly free: boolean }
  | { readonly type: 'drifted'; readonly ships: readonly string[] }
  | { readonly type: 'left'; readonly ship: string }
  | { readonly type: 'began'; readonly turn: number; readonly step: string }
  | { readonly type: 'ended'; readonly winner: string; readonly reason: string };

/** The rules' own part of an event, or null where the table or the players speak. */
export function rulesEvent(event: TableEvent | ReplayEvent): RulesEvent | null {
  return event.kind === 'rules' ? (event.event as unknown as RulesEvent) : null;
}
