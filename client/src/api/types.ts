// What the server says, as docs/api.md describes it: its answers are made of its own structs (client/shapes.py), and here is what
// pages send, and what the structs say more widely. Titles' own shapes (views, actions, events) are opaque here: each board
// knows its own.
import type { Sheet } from '../served/api';
export type * from '../served/api';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Cells that are played otherwise than printed: by a chart's id and a cell's labels what stands there, "." for a blank. */
export interface Changes {
  readonly [chart: string]: { readonly [cell: string]: Json };
}

/** An order: `type` and the title's own fields. */
export interface Action {
  readonly type: string;
  readonly [field: string]: Json;
}

export type Label = string | number | boolean | null;

export type Status = 'gathering' | 'playing' | 'finished' | 'cancelled';

export type SeatChoice =
  | { readonly kind: 'me' }
  | { readonly kind: 'open' }
  | { readonly kind: 'invite' }
  | { readonly kind: 'bot'; readonly bot: string };

export interface NewMatch {
  readonly title: string;
  readonly scenario: string;
  /** The text of a scenario file; `scenario` is then what the file is called. */
  readonly written?: string;
  readonly settings: { readonly [name: string]: Json };
  readonly seats: { readonly [seat: string]: SeatChoice };
  readonly pace: 'live' | 'slow';
  readonly deadline_hours: number | null;
  readonly public: boolean;
  readonly dice: 'server' | 'typed';
  readonly take_backs?: boolean;
  /** Whether own seats add words to the dice: the match then waits for them. */
  readonly words?: boolean;
}

export type EventKind = 'rules' | 'match' | 'turn' | 'dice' | 'talk' | 'standing' | 'sheet' | 'roll';

/** What an event holds: the title's own where its kind is `rules`. */
export interface EventBody {
  readonly type?: string;
  readonly [field: string]: Json | undefined;
}

/** A place of the table and a heading, as the rules have them. */
export type Spot = readonly [number, number, number];

/** Who is at the table now: seats, and how many watch. */
export interface Presence {
  readonly [seat: string]: boolean | number;
}

/** What is to be tried on the workbench. */
export interface NewTry {
  readonly title: string;
  readonly scenario: string;
  readonly bots: { readonly [seat: string]: string };
  readonly changes: Changes;
  readonly settings: { readonly [name: string]: Json };
  readonly games: number;
  readonly seed: string;
  readonly swap: boolean;
}

/** A ship's sheet of paper, before it lies on a table. */
export type NewSheet = Omit<Sheet, 'id' | 'version' | 'facts'> & { readonly facts?: Sheet['facts'] };
