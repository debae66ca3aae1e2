// What the server says, as docs/api.md describes it. Titles' own shapes (views, actions, events) are opaque here:
// each folder under rulesets/ knows its own.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** An order: `type` and the title's own fields. */
export interface Action {
  readonly type: string;
  readonly [field: string]: Json;
}

/** Something that can be ordered now: a ship by its id, or a step of the turn. */
export interface Subject {
  readonly id: string;
  readonly words: string;
}

// ---- fields: settings and inputs -------------------------------------------------------------------------------

export type FieldKind = 'int' | 'number' | 'bool' | 'text' | 'choice' | 'group' | 'any';

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly words?: string;
  readonly required?: boolean;
  readonly default?: Json;
  readonly example?: Json;
  readonly choices?: readonly (string | number)[];
  readonly low?: number;
  readonly high?: number;
  readonly none?: boolean;
  readonly many?: boolean;
  readonly least?: number;
  readonly most?: number;
  readonly parts?: readonly Field[];
}

// ---- titles, charts, procedures --------------------------------------------------------------------------------

export interface ScenarioInfo {
  readonly name: string;
  readonly title: string;
  readonly words: string;
  readonly seats: readonly string[];
}

export interface BotInfo {
  readonly name: string;
  readonly words: string;
}

export interface TitleInfo {
  readonly name: string;
  /** What it is called: "Wooden Ships". */
  readonly title: string;
  readonly words: string;
  readonly ruleset: string;
  readonly playable: boolean;
  readonly seats: readonly string[];
  /** What a seat is called in a sentence: "the British". */
  readonly sides: { readonly [seat: string]: string };
  readonly scenarios: readonly ScenarioInfo[];
  readonly settings: readonly Field[];
  readonly bots: readonly BotInfo[];
  readonly procedures: readonly string[];
  /** Whether scenarios can be written by hand. */
  readonly files: boolean;
}

/** What the server found in a scenario file: problems by their lines, or the scenario and how it begins. */
export interface CheckedScenario {
  readonly title: string;
  readonly problems: readonly { readonly line: number; readonly words: string }[];
  readonly scenario: ScenarioInfo | null;
  readonly view: Json;
}

export type Label = string | number | boolean | null;

/** One printed chart. A cell has a label for each axis and its `value`. */
export interface Chart {
  readonly name: string;
  readonly source: string;
  readonly axes: readonly string[];
  /** The axes that run across the printed page, the outermost first. */
  readonly across?: readonly string[];
  readonly roll?: string;
  readonly note?: string;
  readonly cells: readonly { readonly [axisOrValue: string]: Json }[];
}

export interface Charts {
  readonly title: string;
  readonly charts: { readonly [id: string]: Chart };
}

export interface CellRef {
  readonly chart: string;
  readonly key: readonly Label[];
}

/** One line of an account: a roll, a cell that was read, modifiers that were added up. */
export interface Look {
  readonly why: string;
  readonly dice?: string;
  readonly faces?: readonly number[];
  readonly add?: readonly { readonly reason: string; readonly value: number; readonly cell?: CellRef | null }[];
  readonly total?: number | null;
  readonly cell?: CellRef | null;
  readonly value?: Json;
  /** Whose throw it was, where it was somebody's. */
  readonly seat?: string | null;
  /** Thrown behind the screen: nobody else is told. */
  readonly secret?: boolean;
}

export interface ProcedureInfo {
  readonly name: string;
  readonly words: string;
  readonly inputs: readonly Field[];
}

export interface Chance {
  readonly value: Json;
  readonly chance: string;
  readonly p: number;
  readonly least?: string;
}

export interface Odds {
  readonly outcomes: readonly Chance[];
  readonly unresolved: string;
  readonly left_out?: number;
  readonly means: { readonly [part: string]: { readonly mean: string; readonly value: number } };
  readonly parts: { readonly [part: string]: readonly Chance[] };
}

export interface ProcedureOdds extends Odds {
  readonly title: string;
  readonly procedure: string;
  readonly inputs: { readonly [name: string]: Json };
}

/** The next roll that hands must throw. */
export interface Need {
  readonly dice: string;
  readonly count: number;
  readonly faces: readonly number[];
  readonly why: string;
}

export interface Resolved {
  readonly title: string;
  readonly procedure: string;
  readonly inputs: { readonly [name: string]: Json };
  readonly need: Need | null;
  readonly result: Json;
  readonly told: readonly Json[];
  readonly dice: readonly { readonly dice: string; readonly faces: readonly number[] }[];
  readonly account: readonly Look[];
}

// ---- you -------------------------------------------------------------------------------------------------------

export interface Me {
  readonly signed_in: boolean;
  readonly id: string | null;
  readonly name: string | null;
  readonly guest: boolean | null;
  readonly email: string | null;
  readonly email_confirmed: boolean | null;
  readonly mail: boolean | null;
}

/** Where one is signed in. */
export interface SessionInfo {
  readonly id: string;
  readonly made: string;
  readonly seen: string | null;
  /** "Firefox on Linux"; null of sessions from before that was noted. */
  readonly browser: string | null;
  readonly here: boolean;
}

/** What became of the matches of an account that was deleted. */
export interface Left {
  readonly matches: number;
  readonly handed_over: number;
  readonly resigned: number;
  readonly cancelled: number;
}

// ---- matches ---------------------------------------------------------------------------------------------------

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

export interface SeatInfo {
  readonly seat: string;
  readonly kind: 'person' | 'open' | 'invite' | 'bot';
  readonly player: string | null;
  readonly bot: string | null;
  readonly yours: boolean;
  readonly words: 'none' | 'awaited' | 'committed' | 'opened' | 'bot';
  /** SHA-256 of the words that it has sealed. */
  readonly commitment: string | null;
  readonly to_act: boolean;
  readonly due: string | null;
  readonly link: string | null;
}

export interface Result {
  readonly winner: string | null;
  readonly reason: string;
  readonly score?: { readonly [seat: string]: number } | null;
}

export type Status = 'gathering' | 'playing' | 'finished' | 'cancelled';

export interface Summary {
  readonly id: string;
  readonly title: string;
  readonly scenario: string;
  readonly words: string;
  readonly settings: { readonly [name: string]: Json };
  readonly status: Status;
  readonly pace: 'live' | 'slow';
  readonly deadline_hours: number | null;
  readonly public: boolean;
  readonly dice: 'server' | 'typed';
  readonly take_backs: boolean;
  readonly seed_hash: string;
  /** Once the match is over, or was called off. */
  readonly seed: string | null;
  /** What a gathering match still waits for. */
  readonly waits_for: 'seats' | 'commitments' | 'openings' | null;
  readonly head: string | null;
  readonly branch: { readonly match: string; readonly position: number } | null;
  readonly seats: readonly SeatInfo[];
  readonly yours: readonly string[];
  readonly to_act: readonly string[];
  readonly turn: number | null;
  readonly created: string;
  readonly started: string | null;
  readonly moved: string | null;
  readonly finished: string | null;
  readonly result: Result | null;
  readonly may_watch: boolean;
  readonly made_by_you?: boolean;
}

/** What a private link is for, before anybody sits down. */
export interface Invitation {
  readonly seat: string;
  /** "the Allies" */
  readonly side: string;
  /** Who made the match; empty where that is not known. */
  readonly by: string;
  readonly summary: Summary;
}

/** A seat's private link. Unless it is for many, the first who opens it uses it up. */
export interface SeatLink {
  readonly token: string;
  readonly link: string;
  readonly many: boolean;
}

/** Who may play a seat, the first holder first. */
export interface Holders {
  readonly people: readonly {
    readonly id: string;
    readonly player: string;
    readonly guest: boolean;
    readonly you: boolean;
    readonly first: boolean;
    readonly since: string | null;
  }[];
  readonly programs: readonly { readonly id: string; readonly name: string; readonly made: string }[];
  /** A link that still lets somebody in. */
  readonly link: { readonly made: string | null; readonly many: boolean } | null;
}

export interface Lobby {
  readonly open: readonly Summary[];
  readonly live: readonly Summary[];
  readonly finished: readonly Summary[];
}

// ---- at the table ----------------------------------------------------------------------------------------------

export type EventKind = 'rules' | 'match' | 'turn' | 'dice' | 'talk' | 'sheet' | 'roll';

/** What one seat is told. `event` is the title's own where `kind` is `rules`. */
export interface TableEvent {
  readonly number: number;
  readonly kind: EventKind;
  readonly type: string;
  readonly event: { readonly type?: string; readonly [field: string]: Json | undefined };
  readonly words: string;
  readonly account: readonly Look[];
  readonly at: string;
}

export interface Standing {
  readonly step: number;
  readonly words: string;
  readonly action: Action;
}

export interface Waiting extends Need {
  readonly lock: string;
  readonly seats: readonly string[];
}

/** What a seat knows of the match. `V` is the title's own view. */
export interface SeatView<V = Json> {
  readonly match: string;
  readonly seat: string;
  readonly status: Status;
  readonly decision: string;
  readonly to_act: readonly string[];
  readonly your_turn: boolean;
  readonly view: V | null;
  readonly subjects: readonly Subject[];
  readonly standing: readonly Standing[];
  readonly waiting: Waiting | null;
  readonly draw: string | null;
  /** Somebody asks to go back to before their last decision, and who has agreed. */
  readonly going_back: { readonly by: string; readonly agreed: readonly string[] } | null;
  readonly players: { readonly [seat: string]: string | null };
  /** Whether the seat hears nothing of what spectators say. */
  readonly muted: boolean;
  readonly result: Result | null;
  readonly head: string | null;
  readonly last: number;
  readonly log: readonly TableEvent[];
}

export interface Choice {
  readonly action: Action;
  readonly words: string;
}

export interface Range {
  readonly low: number;
  readonly high: number;
  readonly step: number;
  readonly unit?: string;
}

/** A free move: `{type: form.action, ...fixed, ...chosen}` with each chosen value inside its range. */
export interface Form {
  readonly action: string;
  readonly fixed: { readonly [field: string]: Json };
  readonly ranges: { readonly [field: string]: Range };
  readonly words: string;
}

export interface Choices {
  readonly decision: string;
  readonly subject: string;
  readonly actions: readonly Choice[];
  readonly forms: readonly Form[];
}

/** From one ship to another: how far, and what guns would make of it. */
export interface Line {
  readonly to: string;
  readonly range: number;
  readonly start: readonly [number, number];
  readonly end: readonly [number, number];
  readonly band?: string;
  /** The side of the ship on which the other lies. */
  readonly side?: string;
  readonly bears?: '' | 'full' | 'half';
  readonly rake?: '' | 'bow' | 'stern';
}

/** How far she may go on a heading, and the share of it that a turn leaves for going straight on. */
export interface Course {
  readonly heading: number;
  readonly low: number;
  readonly high: number;
  readonly straight: number;
  readonly wind: string;
}

/** What a board draws about the ship that is looked at. */
export interface Hints {
  readonly lines: readonly Line[];
  readonly course: Course | null;
}

/** A place of the table and a heading, as the rules have them. */
export type Spot = readonly [number, number, number];

/** Where orders in the making would lead. */
export interface Foresight {
  readonly ghosts: readonly { readonly ship: string; readonly at: Spot; readonly way: readonly Spot[] }[];
  /** Who lies in the way. */
  readonly met: readonly string[];
  readonly course: Course | null;
}

export interface Sector {
  readonly name: string;
  readonly axis: number;
  readonly half: number;
  readonly reach?: number;
}

export interface Sight {
  readonly wind?: string;
  readonly hull?: readonly [length: number, width: number];
  readonly nearest?: Line;
  /** Her place in her line, from 1, and how many sail in it. */
  readonly place?: readonly [place: number, of: number];
  /** The least and the most she may go as she lies. */
  readonly may?: readonly [low: number, high: number];
  readonly worth?: number;
  readonly track?: readonly Spot[];
}

/** What a board draws about every ship alike. The calls lay it into the view it came with. */
export interface Sea {
  readonly bands: readonly { readonly name: string; readonly reach: number | null }[];
  readonly sectors: readonly Sector[];
  readonly rakes: readonly Sector[];
  /** How far torpedoes run. */
  readonly torpedoes: number;
  readonly luffing: number;
  readonly ships: { readonly [id: string]: Sight };
}

export interface WhyNot {
  readonly decision: string;
  readonly why_not: readonly (string | null)[];
  readonly words: readonly string[];
}

export interface PreviewCall {
  readonly procedure: string;
  readonly words: string;
  readonly inputs: { readonly [name: string]: Json };
  /** Null where there are too many outcomes to work out: `unweighed` says so. */
  readonly odds: Odds | null;
  readonly unweighed?: string;
}

export interface Preview {
  readonly decision: string;
  readonly words: string;
  readonly why_not: string | null;
  readonly calls: readonly PreviewCall[];
}

export interface Receipt {
  readonly decision: string;
  readonly to_act: readonly string[];
  readonly your_turn: boolean;
  readonly waiting: Waiting | null;
  readonly result: Result | null;
  readonly head: string | null;
  readonly last: number;
  readonly events: readonly TableEvent[];
}

export interface Presence {
  readonly [seat: string]: boolean | number;
}

// ---- looking back ----------------------------------------------------------------------------------------------

export interface ReplayPosition {
  readonly position: number;
  readonly by: string;
  readonly types: readonly string[];
  readonly words: readonly string[];
  readonly turn: number | null;
  /** Whether it can be said how something of it came about. */
  readonly why: boolean;
}

export interface Replay {
  readonly match: string;
  readonly seat: string;
  readonly finished: boolean;
  readonly start: { readonly turn: number | null };
  readonly positions: readonly ReplayPosition[];
}

export type ReplayEvent = Omit<TableEvent, 'number' | 'at'>;

export interface ReplayView<V = Json> {
  readonly position: number;
  readonly view: V;
  readonly events: readonly ReplayEvent[];
  readonly to_act: readonly string[];
}

export interface Luck {
  readonly seats: {
    readonly [seat: string]: { readonly throws: number; readonly dice: number; readonly rolled: number; readonly expected: number; readonly luck: number };
  };
  readonly throws: readonly {
    readonly position: number;
    readonly by: string;
    readonly why?: string;
    readonly dice: string;
    readonly faces: readonly number[];
    readonly rolled: number;
    readonly expected: number;
    /** How much better than expected for whose throw it was, also where low faces are the good ones. */
    readonly luck: number;
  }[];
}

// ---- companion tables ------------------------------------------------------------------------------------------

export interface Track {
  readonly name: string;
  readonly boxes: readonly number[];
  readonly marked: number;
}

export interface Sheet {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly side: string;
  readonly kind: string;
  readonly tracks: readonly Track[];
  readonly markers: readonly string[];
  readonly notes: string;
}

export interface CompanionTable {
  readonly id: string;
  readonly title: string;
  readonly name: string;
  readonly link: string;
  readonly last: number;
  readonly sheets: readonly Sheet[];
  readonly log: readonly TableEvent[];
}
