// Made by client/shapes.py of the structs that the server encodes: change those, and run it again.
import type { Json, Sea } from '../api/types';

export type Action = {
  readonly type: 'ready';
} | {
  readonly type: 'spendrank';
  readonly roll: FavouredRoll;
  readonly whose: Side;
  readonly drm: number;
  readonly combat?: number;
} | {
  readonly type: 'decoy';
  readonly place: string;
} | {
  readonly type: 'plot';
  readonly formation: string;
  readonly to: string;
} | {
  readonly type: 'move';
  readonly formation: string;
  readonly to: string;
} | {
  readonly type: 'beat';
  readonly formation: string;
  readonly to: string;
} | {
  readonly type: 'catch';
  readonly formation: string;
  readonly to: string;
} | {
  readonly type: 'marktime';
  readonly formation: string;
} | {
  readonly type: 'driveoff';
  readonly formation: string;
  readonly aux: string;
} | {
  readonly type: 'send';
  readonly aux: string;
  readonly task: Task;
  readonly place: string;
  readonly target?: string;
} | {
  readonly type: 'screen';
  readonly aux: string;
} | {
  readonly type: 'recall';
  readonly aux: string;
} | {
  readonly type: 'changerole';
  readonly aux: string;
  readonly base: string;
} | {
  readonly type: 'hireknights';
} | {
  readonly type: 'basepirate';
  readonly aux: string;
  readonly base: string;
} | {
  readonly type: 'attack';
  readonly place: string;
} | {
  readonly type: 'engage';
  readonly formation: string;
} | {
  readonly type: 'calloff';
} | {
  readonly type: 'withdraw';
  readonly formation: string;
  readonly to: string;
} | {
  readonly type: 'reinforce';
  readonly formation: string;
} | {
  readonly type: 'sendfireship';
  readonly auxiliary: string;
  readonly formation: string;
  readonly squadron: string;
} | {
  readonly type: 'fight';
  readonly intensity: Intensity;
} | {
  readonly type: 'throwagain';
} | {
  readonly type: 'pair';
  readonly squadron: string;
  readonly enemy: string;
} | {
  readonly type: 'joincombat';
  readonly squadron: string;
  readonly combat: number;
} | {
  readonly type: 'share';
  readonly combat: number;
  readonly own: number;
} | {
  readonly type: 'takeprize';
  readonly cls: string;
  readonly squadron: string;
} | {
  readonly type: 'ransom';
  readonly leader: string;
} | {
  readonly type: 'receiveorder';
  readonly order: string;
} | {
  readonly type: 'issueorder';
  readonly order: string;
  readonly formation: string;
  readonly route?: string;
} | {
  readonly type: 'joinholder';
  readonly formation: string;
  readonly holder: string;
} | {
  readonly type: 'handoverorder';
  readonly order: string;
  readonly formation: string;
} | {
  readonly type: 'extendorder';
  readonly order: string;
} | {
  readonly type: 'giveuporder';
  readonly order: string;
} | {
  readonly type: 'transfersail';
  readonly squadron: string;
  readonly sail: number;
  readonly to?: string;
} | {
  readonly type: 'movesquadron';
  readonly squadron: string;
  readonly to: string;
} | {
  readonly type: 'joinformations';
  readonly formation: string;
  readonly into: string;
} | {
  readonly type: 'detachsquadron';
  readonly squadron: string;
  readonly kind?: 'detachment' | 'squadron';
} | {
  readonly type: 'postleader';
  readonly leader: string;
  readonly formation: string;
} | {
  readonly type: 'relieveleader';
  readonly formation: string;
} | {
  readonly type: 'promoteleader';
  readonly leader: string;
} | {
  readonly type: 'assignauxiliary';
  readonly auxiliary: string;
  readonly base: string;
} | {
  readonly type: 'creditasloss';
  readonly points: number;
} | {
  readonly type: 'requestreinforcement';
  readonly contingent: string;
  readonly pay?: boolean;
} | {
  readonly type: 'giveupsquadron';
  readonly squadron: string;
} | {
  readonly type: 'layup';
  readonly formation: string;
} | {
  readonly type: 'fitout';
  readonly formation: string;
} | {
  readonly type: 'repair';
  readonly formation: string;
  readonly squadron: string;
  readonly saved?: boolean;
} | {
  readonly type: 'proceed';
};

export type Approach = 'against_wind' | 'catching_the_wind' | 'from_fitting_out' | 'on_station' | 'with_wind';

export type AuxClass = 'bomb' | 'fireship' | 'fleet' | 'fleet_50' | 'galley' | 'light' | 'marine';

/** A small force that is assigned to a base and sent on tasks. */
export type Auxiliary = {
  readonly id: string;
  readonly side: Side | '';
  readonly contingent: string;
  readonly cls: AuxClass;
  readonly box: Box;
  readonly base?: string;
  readonly corsair?: '' | 'guardacostas' | 'knights' | 'pirate' | 'privateer';
  readonly task?: Task | '';
  readonly place?: string;
  readonly target?: string;
  readonly active?: boolean;
};

/** A battle in hand, open to everybody. */
export type Battle = {
  readonly place: string;
  readonly attacker: Side;
  readonly sides: readonly [Combatants, Combatants];
  readonly gauge?: Side | '';
  readonly intensity?: Intensity | '';
  readonly level?: number;
  readonly combats?: readonly Pairing[];
  readonly burnt?: readonly string[];
  readonly paid?: boolean;
  readonly leaders?: readonly (readonly [string, string])[];
  readonly faces?: readonly number[];
  readonly winner?: Side | '';
  readonly prizes?: number;
  readonly taken?: readonly (readonly [string, number])[];
};

export type Box = 'assigned' | 'available' | 'recovery' | 'tasked';

/** What a convoy carries, and by what way it goes. */
export type Cargo = {
  readonly kind: ConvoyKind;
  readonly points: number;
  readonly full: number;
  readonly route?: readonly string[];
  readonly target?: string;
  readonly waits?: boolean;
};

/** A place on a chart. */
export type Cell = {
  readonly chart: string;
  readonly key: readonly (number | string)[];
};

/** Everything that lies on the table before a counter does. */
export type ChartRoom = {
  readonly title: string;
  readonly sheet: Sheet;
  readonly places: readonly Place[];
  readonly lanes: readonly Lane[];
  readonly links: readonly Link[];
  readonly contingents: readonly Contingent[];
  readonly routes: { readonly [key: string]: readonly string[] };
  readonly tracks: { readonly [key: string]: Track };
  readonly winds: { readonly [key: string]: readonly Season[] };
  readonly radius: { readonly [key: string]: number };
  readonly seasons: readonly Season[];
  readonly quarterly: readonly number[];
  readonly impulses: number;
  readonly increments: number;
  readonly sides: { readonly [key: string]: string };
};

/** The engaged formations of a side, and which of its others may still come. */
export type Combatants = {
  readonly side: Side;
  readonly engaged?: readonly string[];
  readonly withdrawn?: readonly string[];
  readonly tried?: readonly string[];
  readonly began?: number;
  readonly lost?: readonly (readonly [string, number])[];
  readonly flags?: readonly (readonly [string, number])[];
  readonly dps?: number;
  readonly captured?: readonly Leader[];
};

/** A nation's forces: whose they are, what they are called, and where they come from and lie. */
export type Contingent = {
  readonly id: string;
  readonly words: string;
  readonly side: Side;
  readonly command?: boolean;
  readonly home?: readonly string[];
  readonly entry?: string;
};

export type ConvoyKind = 'azogues' | 'support' | 'trade' | 'troop' | 'victualling';

/** What everybody sees of a formation: that something is there. Spotted, its classes and leader; in battle, all. */
export type Counter = {
  readonly id: string;
  readonly side: Side;
  readonly place: string;
  readonly state?: State3;
  readonly known?: Known;
  readonly kind?: FormationKind | '';
  readonly command?: string;
  readonly classes?: readonly SquadronClass[];
  readonly leader?: string;
  readonly shown?: Formation | null;
};

/** Where the campaign is. `mpi` 0 is before the first increment; `impulse` 0 is the administrative phase. */
export type Date = {
  readonly year: number;
  readonly turn: number;
  readonly impulse: number;
  readonly mpi: number;
};

export type Ensign = '' | 'blue' | 'red' | 'white';

/** An event that has happened: when last, how often, and whether its box is marked now. */
export type EventMark = {
  readonly id: string;
  readonly year: number;
  readonly turn: number;
  readonly count: number;
  readonly marked: boolean;
};

/** A use of a player's rank, spent ahead on a die that is still to fall (SL91). */
export type Favour = {
  readonly by: Side;
  readonly rank: string;
  readonly roll: FavouredRoll;
  readonly whose: Side;
  readonly drm: number;
  readonly combat?: number;
};

export type FavouredRoll = 'auxiliary_task' | 'catch_the_wind' | 'combat' | 'damage_level' | 'leadership_check' | 'recovery' | 'repair' | 'search' | 'strategy_check' | 'withdrawal';

/** The unit that moves. `place` is a place of the map, or one of its boxes: `toulon/harbour`, */
export type Formation = {
  readonly id: string;
  readonly side: Side;
  readonly name: string;
  readonly kind: FormationKind;
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
  readonly since?: number;
  readonly beating?: string;
  readonly acted?: boolean;
  readonly extra?: boolean;
  readonly searched?: boolean;
  readonly sheltered?: boolean;
  readonly galed?: boolean;
};

export type FormationKind = 'convoy' | 'detachment' | 'dummy' | 'flotilla' | 'squadron';

/**  */
export type Gale = {
  readonly wind: string;
  readonly force: number;
  readonly place: string;
  readonly hurricane: boolean;
  readonly lasts: boolean;
  readonly freak: boolean;
};

export type Intensity = 'heavy' | 'light' | 'medium';

export type Known = 'all' | 'hidden' | 'spotted';

/** A coast line that closes on itself. */
export type Land = {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
};

/** A way between two places. The prevailing wind favours `>` a to b, `<` b to a, `=` neither. */
export type Lane = {
  readonly a: string;
  readonly b: string;
  readonly evidence: string;
  readonly prevailing: '<' | '=' | '>';
  readonly seasonal: readonly (readonly [string, string])[];
};

/** An admiral or commodore. Ratings as on his counter: leadership, strategy, control. */
export type Leader = {
  readonly id: string;
  readonly name: string;
  readonly contingent: string;
  readonly lr: number;
  readonly personality: Personality;
  readonly sr: number;
  readonly control: number;
  readonly rank?: Rank;
  readonly ensign?: Ensign;
  readonly year?: number;
  readonly role?: '' | 'command_admiral' | 'fleet_admiral';
  readonly wounded?: number;
  readonly earned?: boolean;
};

/** A way into a sea zone and out of it, with the numbers in the boxes. */
export type Link = {
  readonly zone: string;
  readonly other: string;
  readonly evidence: string;
  readonly into: number;
  readonly out: number;
  readonly seasonal: readonly (readonly [string, 'in' | 'out'])[];
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

/** A number that is added, and the reason the player reads. */
export type Modifier = {
  readonly reason: string;
  readonly value: number;
  readonly cell: Cell | null;
};

/** An order chit and what it asks for. */
export type Order = {
  readonly id: string;
  readonly type: OrderType;
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
  readonly kind?: ConvoyKind | '';
  readonly route?: string;
  readonly convoy?: string;
  readonly event?: string;
  readonly seen?: readonly number[];
  readonly fought?: boolean;
};

export type OrderState = 'available' | 'in_execution' | 'issued' | 'pool' | 'received';

export type OrderType = 'blockade' | 'cruise' | 'escort' | 'interdict' | 'rendezvous' | 'seek_battle' | 'show_of_force' | 'support_the_army' | 'transit' | 'transport' | 'victual';

/** One combat: the squadrons of both sides, those first paired first, and how leadership shifts are shared out. */
export type Pairing = {
  readonly gauge: readonly string[];
  readonly other: readonly string[];
  readonly own_shift?: number;
  readonly shared?: boolean;
};

export type Personality = 'aggressive' | 'cautious' | 'rash' | 'timid';

export type Phase = {
  readonly type: 'going';
} | {
  readonly type: 'decoying';
  readonly waiting: readonly Side[];
} | {
  readonly type: 'plotting';
  readonly side: Side;
} | {
  readonly type: 'sailing';
  readonly side: Side;
  readonly extra: boolean;
} | {
  readonly type: 'tasking';
  readonly side: Side;
  readonly passed: number;
} | {
  readonly type: 'screening';
  readonly side: Side;
  readonly task: Task;
  readonly place: string;
  readonly target: string;
  readonly then: {
  readonly type: 'sailing';
  readonly side: Side;
  readonly extra: boolean;
} | {
  readonly type: 'tasking';
  readonly side: Side;
  readonly passed: number;
};
} | {
  readonly type: 'offering';
  readonly side: Side;
  readonly place: string;
  readonly left: readonly string[];
  readonly asked: boolean;
} | {
  readonly type: 'fighting';
  readonly side: Side;
  readonly step: 'call_off' | 'engage' | 'fireships' | 'intensity' | 'join' | 'pair' | 'prizes' | 'ransom' | 'regret_combat' | 'regret_intensity' | 'reinforce' | 'reorganise' | 'retreat' | 'share' | 'withdraw';
  readonly left: readonly string[];
  readonly number: number;
} | {
  readonly type: 'closing';
  readonly waiting: readonly Side[];
} | {
  readonly type: 'requesting';
  readonly waiting: readonly Side[];
} | {
  readonly type: 'council';
  readonly waiting: readonly Side[];
} | {
  readonly type: 'yards';
  readonly waiting: readonly Side[];
} | {
  readonly type: 'over';
  readonly winner: Side | null;
  readonly reason: string;
};

/** A place of the map. The owner of a port is a contingent; `user` is a side that may use it as its own. */
export type Place = {
  readonly id: string;
  readonly name: string;
  readonly kind: PlaceKind;
  readonly port: '' | 'key' | 'minor';
  readonly bv: number;
  readonly repair: number;
  readonly owner: string;
  readonly user: string;
  readonly attested: boolean;
  readonly x: number;
  readonly y: number;
};

export type PlaceKind = 'coastal' | 'entry' | 'port' | 'sea_zone' | 'space' | 'strait';

/** What changes about a port. */
export type Port = {
  readonly id: string;
  readonly owner: string;
  readonly closed?: Side | '';
  readonly raided?: number;
  readonly points?: number;
  readonly neutralised?: number;
  readonly closed_until?: number;
};

export type Rank = 'admiral' | 'commodore' | 'rear_admiral' | 'vice_admiral';

export type RulesEvent = {
  readonly type: 'began';
  readonly date: Date;
  readonly step: string;
} | {
  readonly type: 'committed';
  readonly side: Side;
} | {
  readonly type: 'rankspent';
  readonly side: Side;
  readonly rank: string;
  readonly roll?: FavouredRoll | '';
  readonly whose?: Side | '';
  readonly drm?: number;
  readonly combat?: number;
} | {
  readonly type: 'noticed';
  readonly side: Side;
  readonly what: 'awards' | 'company' | 'dice' | 'stores';
} | {
  readonly type: 'ended';
  readonly winner: Side | '';
  readonly reason: string;
} | {
  readonly type: 'windsfound';
  readonly winds: readonly string[];
  readonly account?: readonly Look[];
} | {
  readonly type: 'galebegan';
  readonly gale: Gale;
  readonly account?: readonly Look[];
} | {
  readonly type: 'galemoved';
  readonly wind: string;
  readonly place: string;
  readonly to: string;
  readonly account?: readonly Look[];
} | {
  readonly type: 'galeended';
  readonly wind: string;
  readonly place: string;
  readonly account?: readonly Look[];
} | {
  readonly type: 'suddenweather';
  readonly event: string;
  readonly place?: string;
  readonly account?: readonly Look[];
} | {
  readonly type: 'battered';
  readonly formation: string;
  readonly name: string;
  readonly weather: string;
  readonly dps: readonly (readonly [string, number])[];
  readonly sunk?: readonly (readonly [string, number])[];
  readonly account?: readonly Look[];
} | {
  readonly type: 'drivenout';
  readonly formation: string;
  readonly place: string;
} | {
  readonly type: 'heldtogether';
  readonly formation: string;
  readonly name: string;
  readonly account?: readonly Look[];
} | {
  readonly type: 'parted';
  readonly formation: string;
  readonly new: string;
  readonly place: string;
} | {
  readonly type: 'partedcompany';
  readonly formation: string;
  readonly name: string;
  readonly squadron: string;
  readonly new: string;
  readonly account?: readonly Look[];
} | {
  readonly type: 'blownaway';
  readonly aux: string;
  readonly cls: AuxClass;
  readonly place: string;
  readonly account?: readonly Look[];
} | {
  readonly type: 'playera';
  readonly side: Side;
} | {
  readonly type: 'plotted';
  readonly formation: string;
  readonly name: string;
  readonly to: string;
} | {
  readonly type: 'dummyplaced';
  readonly formation: string;
  readonly place: string;
} | {
  readonly type: 'dummyfound';
  readonly formation: string;
  readonly side: Side;
  readonly place: string;
} | {
  readonly type: 'moved';
  readonly formation: string;
  readonly place: string;
  readonly to: string;
  readonly how: Approach;
} | {
  readonly type: 'beatup';
  readonly formation: string;
  readonly name: string;
  readonly to: string;
} | {
  readonly type: 'markedtime';
  readonly formation: string;
  readonly name: string;
} | {
  readonly type: 'triedthewind';
  readonly formation: string;
  readonly name: string;
  readonly to: string;
  readonly caught: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'enteredport';
  readonly formation: string;
  readonly port: string;
  readonly state: State3;
} | {
  readonly type: 'leftport';
  readonly formation: string;
  readonly port: string;
} | {
  readonly type: 'barred';
  readonly formation: string;
  readonly port: string;
} | {
  readonly type: 'convoystopped';
  readonly formation: string;
  readonly name: string;
  readonly place: string;
} | {
  readonly type: 'spotted';
  readonly formation: string;
  readonly side: Side;
  readonly place: string;
  readonly classes: readonly SquadronClass[];
  readonly leader?: string;
  readonly by?: 'blockade' | 'search' | 'strait';
  readonly account?: readonly Look[];
} | {
  readonly type: 'searchfailed';
  readonly place: string;
  readonly target?: string;
  readonly account?: readonly Look[];
} | {
  readonly type: 'slipped';
  readonly formation: string;
  readonly name: string;
  readonly port: string;
} | {
  readonly type: 'closed';
  readonly formation: string;
  readonly place: string;
  readonly port: string;
  readonly how: Approach;
} | {
  readonly type: 'droveoff';
  readonly formation: string;
  readonly cls: AuxClass;
  readonly place: string;
} | {
  readonly type: 'concealed';
  readonly formations: readonly string[];
} | {
  readonly type: 'rallied';
  readonly formation: string;
  readonly name: string;
  readonly rallied: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'tasksent';
  readonly side: Side;
  readonly task: Task;
  readonly place: string;
  readonly target?: string;
  readonly rover?: string;
} | {
  readonly type: 'turnedback';
  readonly side: Side;
  readonly task: Task;
  readonly place: string;
} | {
  readonly type: 'letgo';
  readonly side: Side;
  readonly task: Task;
  readonly place: string;
  readonly target: string;
} | {
  readonly type: 'missed';
  readonly side: Side;
  readonly task: Task;
  readonly place: string;
  readonly target: string;
} | {
  readonly type: 'screened';
  readonly side: Side;
  readonly place: string;
  readonly tasked: AuxClass;
  readonly screening: AuxClass;
  readonly result: string;
  readonly account?: readonly Look[];
} | {
  readonly type: 'auxsearched';
  readonly side: Side;
  readonly place: string;
  readonly found?: readonly string[];
  readonly shadowed?: string;
} | {
  readonly type: 'shadowfought';
  readonly side: Side;
  readonly target: string;
  readonly place: string;
  readonly broken: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'stationed';
  readonly aux: string;
  readonly side: Side;
  readonly task: Task;
  readonly place: string;
  readonly target?: string;
} | {
  readonly type: 'stationended';
  readonly aux: string;
  readonly side: Side | '';
  readonly task: Task;
  readonly place: string;
  readonly why?: string;
} | {
  readonly type: 'convoyattacked';
  readonly side: Side;
  readonly place: string;
  readonly target: string;
  readonly points: number;
  readonly sail?: number;
  readonly account?: readonly Look[];
} | {
  readonly type: 'shipsattacked';
  readonly side: Side;
  readonly task: Task;
  readonly place: string;
  readonly target: string;
  readonly success: boolean;
  readonly dps?: number;
  readonly sail?: number;
  readonly account?: readonly Look[];
} | {
  readonly type: 'portraided';
  readonly side: Side;
  readonly task: Task;
  readonly place: string;
  readonly success: boolean;
  readonly point?: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'cutout';
  readonly side: Side;
  readonly place: string;
  readonly target: string;
  readonly success: boolean;
  readonly cls?: string;
  readonly joined?: boolean;
  readonly points?: number;
  readonly account?: readonly Look[];
} | {
  readonly type: 'roadshelled';
  readonly side: Side;
  readonly place: string;
  readonly success: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'piraterebased';
  readonly aux: string;
  readonly base: string;
  readonly by?: Side | '';
} | {
  readonly type: 'pirateswoke';
  readonly active: readonly string[];
  readonly by: Side | '';
  readonly account?: readonly Look[];
} | {
  readonly type: 'knightshired';
  readonly side: Side;
  readonly year: number;
} | {
  readonly type: 'knightsleft';
  readonly side: Side;
} | {
  readonly type: 'rolechanged';
  readonly aux: string;
  readonly base: string;
  readonly changed: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'auxiliaryback';
  readonly aux: string;
  readonly back: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'baselost';
  readonly aux: string;
  readonly base: string;
} | {
  readonly type: 'auxblockadetested';
  readonly aux: string;
  readonly place: string;
  readonly left: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'battleoffered';
  readonly side: Side;
  readonly place: string;
  readonly price?: number;
} | {
  readonly type: 'battledeclined';
  readonly place: string;
} | {
  readonly type: 'engaged';
  readonly side: Side;
  readonly formations: readonly string[];
  readonly names: readonly string[];
} | {
  readonly type: 'named';
  readonly side: Side;
  readonly formation: string;
} | {
  readonly type: 'gaugetaken';
  readonly side: Side;
  readonly chances: readonly [number, number];
  readonly account?: readonly Look[];
} | {
  readonly type: 'calledoff';
  readonly side: Side;
  readonly place: string;
} | {
  readonly type: 'withdrew';
  readonly side: Side;
  readonly formation: string;
  readonly name: string;
  readonly to: string;
  readonly away: boolean;
  readonly checked?: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'cameup';
  readonly side: Side;
  readonly formation: string;
  readonly name: string;
  readonly came: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'fireshipsent';
  readonly side: Side;
  readonly formation: string;
  readonly squadron: string;
  readonly hit: boolean;
  readonly dps?: number;
  readonly sail?: number;
  readonly account?: readonly Look[];
} | {
  readonly type: 'levelfound';
  readonly side: Side;
  readonly chosen: Intensity;
  readonly intensity: Intensity;
  readonly level: number;
  readonly account?: readonly Look[];
} | {
  readonly type: 'thrownagain';
  readonly side: Side;
  readonly price: number;
} | {
  readonly type: 'paired';
  readonly side: Side;
  readonly squadron: string;
  readonly enemy: string;
} | {
  readonly type: 'joinedcombat';
  readonly side: Side;
  readonly squadron: string;
  readonly combat: number;
} | {
  readonly type: 'combatthrown';
  readonly combat: number;
  readonly faces: readonly number[];
} | {
  readonly type: 'combatfought';
  readonly combat: number;
  readonly dps: readonly [number, number];
  readonly sail: readonly [number, number];
  readonly account?: readonly Look[];
} | {
  readonly type: 'leaderhit';
  readonly side: Side;
  readonly leader: string;
  readonly fate: string;
  readonly turns?: number;
} | {
  readonly type: 'foundered';
  readonly side: Side;
  readonly formation: string;
  readonly squadron: string;
  readonly sail: number;
  readonly account?: readonly Look[];
} | {
  readonly type: 'battlewon';
  readonly side: Side;
  readonly place: string;
  readonly sail: readonly [number, number];
  readonly dps: readonly [number, number];
} | {
  readonly type: 'coloursstruck';
  readonly side: Side;
  readonly sunk: number;
  readonly captured: number;
  readonly account?: readonly Look[];
} | {
  readonly type: 'prizetaken';
  readonly side: Side;
  readonly cls: string;
  readonly squadron: string;
} | {
  readonly type: 'ransomed';
  readonly side: Side;
  readonly leader: string;
  readonly price: number;
} | {
  readonly type: 'disordered';
  readonly side: Side;
  readonly formations: readonly string[];
  readonly names: readonly string[];
} | {
  readonly type: 'convoystruck';
  readonly side: Side;
  readonly convoy: string;
  readonly name: string;
  readonly kind: string;
  readonly attacks: number;
  readonly points: number;
  readonly left: number;
  readonly account?: readonly Look[];
} | {
  readonly type: 'succeeded';
  readonly side: Side;
  readonly leader: string;
  readonly role: 'command_admiral' | 'fleet_admiral';
} | {
  readonly type: 'ordersdrawn';
  readonly side: Side;
  readonly orders: readonly string[];
  readonly words: readonly string[];
} | {
  readonly type: 'ordertaken';
  readonly side: Side;
  readonly what: 'extended' | 'given up' | 'handed over' | 'issued' | 'received' | 'rendezvous';
  readonly order: string;
  readonly words: string;
  readonly formation?: string;
  readonly passed?: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'orderbegun';
  readonly side: Side;
  readonly order: string;
  readonly words: string;
} | {
  readonly type: 'orderended';
  readonly side: Side;
  readonly outcome: 'failed' | 'fulfilled' | 'taken back';
  readonly order: OrderType;
  readonly words: string;
  readonly reason?: string;
} | {
  readonly type: 'convoymade';
  readonly side: Side;
  readonly convoy: string;
  readonly words: string;
  readonly place: string;
} | {
  readonly type: 'convoylanded';
  readonly side: Side;
  readonly convoy: string;
  readonly words: string;
  readonly place: string;
  readonly points: number;
} | {
  readonly type: 'eventlooked';
  readonly event: string;
  readonly words: string;
  readonly account?: readonly Look[];
} | {
  readonly type: 'eventhappened';
  readonly event: string;
  readonly words: string;
  readonly step: number;
  readonly account?: readonly Look[];
} | {
  readonly type: 'eventover';
  readonly event: string;
  readonly words: string;
} | {
  readonly type: 'relationchanged';
  readonly one: string;
  readonly other: string;
  readonly relation: string;
} | {
  readonly type: 'portturned';
  readonly port: string;
  readonly what: 'closed' | 'opened' | 'owner';
  readonly to?: string;
} | {
  readonly type: 'portlost';
  readonly port: string;
  readonly side: Side;
  readonly formation: string;
  readonly struck: boolean;
} | {
  readonly type: 'forcescame';
  readonly side: Side;
  readonly words: string;
  readonly place: string;
} | {
  readonly type: 'reorganised';
  readonly side: Side;
  readonly words: string;
  readonly passed?: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'requested';
  readonly side: Side;
  readonly contingent: string;
  readonly result: string;
  readonly account?: readonly Look[];
} | {
  readonly type: 'prestigepaid';
  readonly side: Side;
  readonly amount: number;
  readonly reason: string;
} | {
  readonly type: 'worn';
  readonly side: Side;
  readonly lines: readonly (readonly [string, string, number])[];
  readonly account?: readonly Look[];
} | {
  readonly type: 'laidup';
  readonly side: Side;
  readonly formation: string;
  readonly name: string;
} | {
  readonly type: 'fittedout';
  readonly side: Side;
  readonly formation: string;
  readonly name: string;
} | {
  readonly type: 'repaired';
  readonly side: Side;
  readonly port: string;
  readonly formation: string;
  readonly squadron: string;
  readonly dps: number;
  readonly saved?: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'refitted';
  readonly side: Side;
  readonly lines: readonly (readonly [string, string, number])[];
  readonly account?: readonly Look[];
} | {
  readonly type: 'admiraljudged';
  readonly side: Side;
  readonly leader: string;
  readonly relieved: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'admiralnamed';
  readonly side: Side;
  readonly leader: string;
} | {
  readonly type: 'prestigechanged';
  readonly side: Side;
  readonly amount: number;
  readonly reason: string;
  readonly total: number;
} | {
  readonly type: 'orderscounted';
  readonly british: number;
  readonly bourbon: number;
} | {
  readonly type: 'tradecounted';
  readonly side: Side;
  readonly fulfilled: number;
  readonly failed: number;
  readonly reason: string;
} | {
  readonly type: 'endrolled';
  readonly ends: boolean;
  readonly account?: readonly Look[];
} | {
  readonly type: 'ranksoffered';
  readonly side: Side;
  readonly points: number;
  readonly ranks: readonly string[];
};

export type Season = 'fall' | 'spring' | 'summer' | 'winter';

/** What a side keeps to itself. */
export type Secret = {
  readonly formations: readonly Formation[];
  readonly auxiliaries: readonly Auxiliary[];
  readonly orders: readonly Order[];
  readonly leaders: readonly Leader[];
  readonly plots: readonly (readonly [string, string])[];
  readonly pending: string;
  readonly arrivals: readonly (readonly [number, number, Formation])[];
  readonly serial: number;
  readonly tried: readonly string[];
  readonly owed: number;
  readonly promoted: boolean;
  readonly rolls: readonly (readonly [string, number])[];
  readonly mended: readonly string[];
  readonly captives: readonly Leader[];
  readonly changed: readonly string[];
  readonly favours: readonly Favour[];
};

/** What one seat may know: the table, and its own secret. A spectator has no seat. */
export type Seen = {
  readonly table: Table;
  readonly seat: Side | null;
  readonly own: Secret | null;
};

/** What a table may want otherwise. The defaults are the rulings. */
export type Settings = {
  readonly roads?: boolean;
  readonly refit?: boolean;
  readonly gale_stays?: boolean;
  readonly die_per_side?: boolean;
  readonly flagship_compared?: boolean;
  readonly paired_takes_all?: boolean;
  readonly mulligans?: boolean;
  readonly combined?: boolean;
  readonly turns?: number | null;
  readonly ranks_british?: readonly string[];
  readonly ranks_bourbon?: readonly string[];
};

/** The sheet of paper: its size, in the units of the places, and the land on it. */
export type Sheet = {
  readonly width: number;
  readonly height: number;
  readonly lands: readonly Land[];
};

export type Side = 'bourbon' | 'british';

/** The unit that fights. A flagship is one of a single named sail. */
export type Squadron = {
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
};

export type SquadronClass = 'flagship' | 'frigate' | 'galley' | 'sol' | 'sol_d';

export type State3 = 'fitting_out' | 'in_ordinary' | 'ready';

/** An auxiliary on a lasting task, which everybody sees. */
export type Station = {
  readonly aux: string;
  readonly side: Side | '';
  readonly contingent: string;
  readonly cls: AuxClass;
  readonly task: Task;
  readonly place: string;
  readonly target?: string;
  readonly by?: Side | '';
};

/** What everybody may know. */
export type Table = {
  readonly title: string;
  readonly name: string;
  readonly date: Date;
  readonly last: Date;
  readonly settings: Settings;
  readonly phase: Phase;
  readonly step: string;
  readonly serial: number;
  readonly rolled_end: boolean;
  readonly first: Side;
  readonly counters: readonly Counter[];
  readonly stations: readonly Station[];
  readonly rovers: readonly Auxiliary[];
  readonly ports: readonly Port[];
  readonly winds: readonly string[];
  readonly gales: readonly Gale[];
  readonly tallies: readonly [Tally, Tally];
  readonly events: readonly EventMark[];
  readonly relations: readonly (readonly [string, string, string])[];
  readonly battle: Battle | null;
  readonly levant: readonly string[];
  readonly paid_knights: number;
  readonly fought: readonly string[];
  readonly favours: readonly Favour[];
};

/** What a side has done and suffered, as the prestige chart counts it. */
export type Tally = {
  readonly prestige?: number;
  readonly year_began?: number;
  readonly previous_year?: number;
  readonly fulfilled?: number;
  readonly failed?: number;
  readonly lost?: readonly (readonly [string, number])[];
  readonly dps?: number;
  readonly convoy_dps?: number;
  readonly as_loss?: number;
  readonly bought?: boolean;
  readonly uses?: readonly (readonly [string, number])[];
};

export type Task = 'assist_battle_reinforcement' | 'blockade' | 'bombardment' | 'coastal_road' | 'convoy_attack' | 'counter_shadow' | 'cutting_out' | 'fireship_attack' | 'interdict' | 'levant_trade_table' | 'port_facilities' | 'raid' | 'rebase' | 'search' | 'shadow';

/** Where the gales of a wind begin, and the steps by which they go on. */
export type Track = {
  readonly starts: readonly string[];
  readonly steps?: readonly (readonly [string, string])[];
  readonly halts?: readonly string[];
  readonly lasts?: readonly string[];
};

/** What is seen, with what is drawn about every ship alike: it comes beside the view, and the calls lay it into it. */
export type View = Seen & { readonly sea?: Sea };
