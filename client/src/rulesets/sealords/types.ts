// The view of a campaign as the server sends it. Fields that have their default may be left out.
import type { ReplayEvent, TableEvent } from '../../api/types';

export type Side = 'british' | 'bourbon';
export type Season = 'spring' | 'summer' | 'fall' | 'winter';
export type SquadronClass = 'sol' | 'sol_d' | 'frigate' | 'galley' | 'flagship';
export type AuxClass = 'fleet' | 'fleet_50' | 'galley' | 'light' | 'fireship' | 'bomb' | 'marine';
export type Personality = 'timid' | 'cautious' | 'aggressive' | 'rash';
export type Rank = 'commodore' | 'rear_admiral' | 'vice_admiral' | 'admiral';
export type PlaceKind = 'space' | 'strait' | 'sea_zone' | 'coastal' | 'port' | 'entry';
export type FormationKind = 'flotilla' | 'squadron' | 'detachment' | 'convoy' | 'dummy';
export type State3 = 'ready' | 'fitting_out' | 'in_ordinary';
export type Known = 'hidden' | 'spotted' | 'all';
export type Approach = 'on_station' | 'with_wind' | 'against_wind' | 'catching_the_wind' | 'from_fitting_out';
export type Box = 'available' | 'assigned' | 'tasked' | 'recovery';
export type OrderState = 'pool' | 'available' | 'received' | 'issued' | 'in_execution';
export type Intensity = 'light' | 'medium' | 'heavy';

// ---- the chart, which never changes ------------------------------------------------------------------------------

export interface Place {
  readonly id: string;
  readonly name: string;
  readonly kind: PlaceKind;
  readonly port: '' | 'key' | 'minor';
  /** Blockade value. */
  readonly bv: number;
  readonly repair: number;
  readonly owner: string;
  /** A side's contingent that may use it as its own. */
  readonly user: string;
  readonly attested: boolean;
  readonly x: number;
  readonly y: number;
}

export interface Lane {
  readonly a: string;
  readonly b: string;
  /** What the documents say of it; empty where it is filled in. */
  readonly evidence: string;
  readonly prevailing: '>' | '<' | '=';
  /** Winds marked on it, each with the place it helps towards. */
  readonly seasonal: readonly (readonly [wind: string, towards: string])[];
}

export interface Link {
  readonly zone: string;
  readonly other: string;
  readonly evidence: string;
  /** The numbers in its boxes: for catching the wind into the zone, and out of it. */
  readonly into: number;
  readonly out: number;
  readonly seasonal: readonly (readonly [wind: string, way: 'in' | 'out'])[];
}

export interface Contingent {
  readonly id: string;
  readonly words: string;
  readonly side: Side;
  readonly command?: boolean;
}

export interface ChartRoom {
  readonly title: string;
  readonly sheet: {
    readonly width: number;
    readonly height: number;
    readonly lands: readonly { readonly name: string; readonly points: readonly (readonly [number, number])[] }[];
  };
  readonly places: readonly Place[];
  readonly lanes: readonly Lane[];
  readonly links: readonly Link[];
  readonly contingents: readonly Contingent[];
  readonly routes: { readonly [name: string]: readonly string[] };
  readonly winds: { readonly [wind: string]: readonly Season[] };
  /** How far a gale of a force reaches, in spaces. */
  readonly radius: { readonly [force: string]: number };
  readonly seasons: readonly Season[];
  readonly quarterly: readonly number[];
  readonly impulses: number;
  readonly increments: number;
}

// ---- forces ------------------------------------------------------------------------------------------------------

export interface Leader {
  readonly id: string;
  readonly name: string;
  readonly contingent: string;
  readonly lr: number;
  readonly personality: Personality;
  readonly sr: number;
  readonly control: number;
  readonly rank?: Rank;
  readonly ensign?: '' | 'red' | 'white' | 'blue';
  readonly year?: number;
  readonly role?: '' | 'fleet_admiral' | 'command_admiral';
  readonly wounded?: number;
  readonly earned?: boolean;
}

export interface Squadron {
  readonly id: string;
  readonly contingent: string;
  readonly cls: SquadronClass;
  readonly sail: number;
  readonly full: number;
  readonly rating: number;
  readonly ma: number;
  readonly shift?: number;
  readonly dps?: number;
  readonly name?: string;
  readonly guns?: number;
  readonly strait?: boolean;
  readonly interdicted?: boolean;
  readonly new?: number;
  readonly hauled?: number;
  readonly fitted?: boolean;
}

export interface Cargo {
  readonly kind: 'trade' | 'victualling' | 'support' | 'troop' | 'azogues';
  readonly points: number;
  readonly full: number;
  readonly route?: readonly string[];
  readonly target?: string;
}

export interface Formation {
  readonly id: string;
  readonly side: Side;
  readonly name: string;
  readonly kind: FormationKind;
  /** A place of the map, or one of its boxes: `toulon/harbour`, `balearic_sea/in/space_7`. */
  readonly place: string;
  readonly command?: string;
  readonly state?: State3;
  readonly leader?: Leader | null;
  readonly squadrons?: readonly Squadron[];
  readonly cargo?: Cargo | null;
  readonly order?: string;
  readonly known?: Known;
  readonly shadows?: readonly string[];
  readonly disorganised?: boolean;
  readonly approach?: Approach;
  readonly moved?: boolean;
  readonly beating?: string;
  readonly acted?: boolean;
  readonly extra?: boolean;
  readonly sheltered?: boolean;
}

export interface Auxiliary {
  readonly id: string;
  readonly side: Side | '';
  readonly contingent: string;
  readonly cls: AuxClass;
  readonly box: Box;
  readonly base?: string;
  readonly corsair?: '' | 'privateer' | 'pirate' | 'guardacostas' | 'knights';
  readonly task?: string;
  readonly place?: string;
  readonly target?: string;
  readonly active?: boolean;
}

export interface Order {
  readonly id: string;
  readonly type: string;
  readonly state: OrderState;
  readonly command?: string;
  readonly target?: readonly string[];
  readonly holder?: string;
  readonly issued?: number;
  readonly impulses?: number;
  readonly away?: number;
  readonly visits?: readonly number[];
  readonly extended?: number;
  readonly cargo?: number;
  readonly at_sea?: number;
}

/** What everybody sees of a formation. */
export interface Counter {
  readonly id: string;
  readonly side: Side;
  readonly place: string;
  readonly state?: State3;
  readonly known?: Known;
  readonly kind?: FormationKind | '';
  readonly classes?: readonly SquadronClass[];
  readonly leader?: string;
  readonly shown?: Formation | null;
}

/** An auxiliary on a lasting task, which everybody sees. */
export interface Station {
  readonly aux: string;
  readonly side: Side | '';
  readonly contingent: string;
  readonly cls: AuxClass;
  readonly task: string;
  readonly place: string;
  readonly target?: string;
  readonly by?: Side | '';
}

export interface Gale {
  readonly wind: string;
  readonly force: number;
  readonly place: string;
  readonly hurricane: boolean;
  readonly lasts: boolean;
  readonly freak: boolean;
}

export interface Port {
  readonly id: string;
  readonly owner: string;
  readonly closed?: Side | '';
  readonly raided?: number;
  readonly points?: number;
  readonly neutralised?: number;
}

export interface Tally {
  readonly prestige?: number;
  readonly year_began?: number;
  readonly previous_year?: number;
  readonly fulfilled?: number;
  readonly failed?: number;
  readonly lost?: readonly (readonly [cls: string, sail: number])[];
  readonly dps?: number;
  readonly convoy_dps?: number;
  readonly as_loss?: number;
  readonly bought?: boolean;
}

export interface CampaignDate {
  readonly year: number;
  readonly turn: number;
  readonly impulse: number;
  readonly mpi: number;
}

// ---- the table ---------------------------------------------------------------------------------------------------

export interface Combatants {
  readonly side: Side;
  readonly engaged?: readonly string[];
  readonly withdrawn?: readonly string[];
  readonly tried?: readonly string[];
  readonly captured?: readonly Leader[];
}

export interface Pairing {
  readonly gauge: readonly string[];
  readonly other: readonly string[];
  readonly own_shift?: number;
  readonly shared?: boolean;
}

export interface Battle {
  readonly place: string;
  readonly attacker: Side;
  readonly sides: readonly [Combatants, Combatants];
  readonly gauge?: Side | '';
  readonly intensity?: Intensity | '';
  readonly level?: number;
  readonly combats?: readonly Pairing[];
  readonly burnt?: readonly string[];
  readonly faces?: readonly number[];
}

export type FightingStep =
  | 'engage' | 'call_off' | 'withdraw' | 'reinforce' | 'fireships' | 'intensity' | 'regret_intensity' | 'pair' | 'join' | 'share'
  | 'regret_combat' | 'prizes' | 'ransom' | 'reorganise' | 'retreat';

export type Phase =
  | { readonly type: 'going' }
  | { readonly type: 'decoying' | 'closing' | 'requesting' | 'council' | 'yards'; readonly waiting: readonly Side[] }
  | { readonly type: 'plotting'; readonly side: Side }
  | { readonly type: 'sailing'; readonly side: Side; readonly extra: boolean }
  | { readonly type: 'tasking'; readonly side: Side; readonly passed: number }
  | { readonly type: 'screening'; readonly side: Side; readonly task: string; readonly place: string; readonly target: string }
  | { readonly type: 'offering'; readonly side: Side; readonly place: string }
  | { readonly type: 'fighting'; readonly side: Side; readonly step: FightingStep; readonly number: number }
  | { readonly type: 'over'; readonly winner: Side | null; readonly reason: string };

export interface Table {
  /** The title: mistral. */
  readonly title: string;
  /** The scenario. */
  readonly name: string;
  readonly date: CampaignDate;
  readonly last: CampaignDate;
  readonly phase: Phase;
  readonly step: string;
  readonly serial: number;
  readonly first: Side;
  readonly counters: readonly Counter[];
  readonly stations: readonly Station[];
  readonly rovers: readonly Auxiliary[];
  readonly ports: readonly Port[];
  readonly winds: readonly string[];
  readonly gales: readonly Gale[];
  readonly tallies: readonly [Tally, Tally];
  readonly events: readonly { readonly id: string; readonly year: number; readonly turn: number; readonly count: number; readonly marked: boolean }[];
  readonly relations: readonly (readonly [one: string, other: string, how: string])[];
  readonly battle: Battle | null;
  readonly levant: readonly string[];
  readonly paid_knights: number;
}

export interface Secret {
  readonly formations: readonly Formation[];
  readonly auxiliaries: readonly Auxiliary[];
  readonly orders: readonly Order[];
  readonly leaders: readonly Leader[];
  readonly plots: readonly (readonly [formation: string, place: string])[];
  readonly pending: string;
  readonly arrivals: readonly (readonly [turn: number, impulse: number, formation: Formation])[];
  /** Squadrons called away that are still to be named. */
  readonly owed?: number;
}

export interface View {
  readonly table: Table;
  readonly seat: Side | null;
  readonly own: Secret | null;
}

/** What the rules tell: its kind and whatever it names. */
export interface RulesEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The rules' own part of an event, or null where the table or the players speak. */
export function rulesEvent(event: TableEvent | ReplayEvent): RulesEvent | null {
  return event.kind === 'rules' ? (event.event as unknown as RulesEvent) : null;
}
