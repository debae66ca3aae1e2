// What a title brings to the table. The shell (pages, log, fleet list, decision bar, dice, talk, replay) is the same
// for every title; a folder `rulesets/<ruleset>/` with an `index.ts` whose default export is a `RulesetModule` adds the
// rest. A module draws a view and proposes actions. It holds no rules: what may be ordered comes from `Choices`, what
// may not is said by `why`, what an order is likely to do by the preview.
//
// Ids are the server's: a *subject* is the id of something that can be ordered or looked at (a ship), or of a step.

import type { Component } from 'svelte';
import type { Action, Choices, Foresight, Hints, Json, Preview, ReplayEvent, StandingOrders, Subject, TableEvent } from '../api/types';

/** One order, or two of the same subject that belong together: the second is given once the first has been carried out. */
export interface Plan {
  readonly action: Action;
  readonly next: Action | null;
}

/** Orders in the making: drawn as a ghost on the board, worded and weighed in the decision bar, not yet given. */
export interface Draft extends Plan {
  /** In a player's words, once the server has said them. */
  readonly words: string | null;
  readonly nextWords: string | null;
  /** Why it may not be ordered; null where it may; undefined while that is being asked. */
  readonly whyNot: string | null | undefined;
  /** Its odds, once known. */
  readonly preview: Preview | null;
  /** Where it would lead; while it changes, what was last foreseen of the same subject. */
  readonly foresight: Foresight | null;
}

/** What has happened since the view that is drawn now: shown as motion, then `done` is called. */
export interface Scene<V> {
  /** Changes with every scene. */
  readonly id: number;
  /** What was drawn before; null where there is nothing to come from (first view, a jump in a replay). */
  readonly from: V | null;
  readonly events: readonly (TableEvent | ReplayEvent)[];
}

/** Makes an order the draft, with what is to follow it; null lets the draft go. */
export type Propose = (action: Action | null, next?: Action | null) => void;

/** Asks the server why orders may not be given: null for each that may. Answers are kept per decision. */
export type Why = (actions: readonly Action[]) => Promise<readonly (string | null)[]>;

/** Asks the server for the odds of an order. Answers are kept per decision. */
export type Weigh = (action: Action) => Promise<Preview | null>;

/** What the server says to be drawn about a subject: the range to all others, and how far it may go. Null until it is known. */
export type Hint = (subject: string | null) => Hints | null;

/** What is ordered ahead, as it stands, and how that is changed: whether the server took it. */
export interface Ahead {
  readonly stands: StandingOrders | null;
  readonly give: (orders: Json) => Promise<boolean>;
  readonly drop: () => Promise<boolean>;
}

/** The sea. Fills its container, which has a size; draws `view` once `scene` has been played. */
export interface BoardProps<V> {
  readonly view: V;
  /** The seat we look from, or `spectator`. */
  readonly seat: string;
  /** What sides are called: those of the module. */
  readonly sides: Sides;
  /** What this seat can order now; empty when it is not its turn. */
  readonly subjects: readonly Subject[];
  readonly selected: string | null;
  readonly hovered: string | null;
  /** What the selected subject can do; null while it is being fetched or nothing is selected. */
  readonly choices: Choices | null;
  readonly draft: Draft | null;
  readonly scene: Scene<V> | null;
  /** Goes up when the player wants the rest of the scene at once. */
  readonly skip: number;
  /** False: show the end of a scene without motion (reduced motion, or the player's setting). */
  readonly motion: boolean;
  /** Goes up when the player wants to see the whole sea again. */
  readonly fit: number;
  /** Subjects that are to be brought into view; `times` goes up each time. */
  readonly look?: { readonly subjects: readonly string[]; readonly times: number } | null;
  /** What the title says of its things, for a board that is read. */
  readonly telling?: Pick<RulesetModule<V>, 'headline' | 'groups' | 'glance' | 'describe'>;
  readonly hints: Hint;
  readonly why: Why;
  /** The odds of an order that is not drafted yet, where the page can ask for them; null where they cannot be had. */
  readonly weigh?: Weigh;
  /** Gives several orders, one after the other; the first that is refused ends it. */
  readonly onorderall?: (actions: readonly Action[]) => void;
  /** What the seat has ordered ahead, at a table that is played on; null where it cannot. */
  readonly ahead?: Ahead | null;
  readonly onselect: (subject: string | null) => void;
  readonly onhover: (subject: string | null) => void;
  /** Makes an order the draft (while dragging too), or lets it go. */
  readonly onpropose: Propose;
  /** Gives the order. */
  readonly onorder: (action: Action) => void;
  /** The scene of this id has been shown, by motion or at once. Must be called for every scene. */
  readonly ondone: (scene: number) => void;
}

/** The log sheet of one subject, in the fleet panel or a drawer on a phone. */
export interface SheetProps<V> {
  readonly view: V;
  readonly seat: string;
  readonly sides: Sides;
  readonly subject: string;
  /** What has happened, as far as the page has it: for what a sheet notes of past turns. */
  readonly log?: readonly (TableEvent | ReplayEvent)[];
  readonly hints?: Hint;
  readonly onselect: (subject: string | null) => void;
}

/** What the bar has to say of a chosen subject that has nothing to decide itself: others may have something to do about it. */
export interface LookedProps<V> {
  readonly view: V;
  readonly subject: string;
  /** What is said of it where there is nothing more. */
  readonly words: string;
  readonly draft: Draft | null;
  readonly busy: boolean;
  readonly hints: Hint;
  readonly onpropose: Propose;
}

/**
 * The orders of the chosen subject, inside the decision bar: buttons for listed actions (greyed ones with their reason), and
 * controls for free moves with the limits of their forms. It only drafts: the bar has the buttons that give the order.
 */
export interface OrdersProps<V> {
  readonly view: V;
  readonly seat: string;
  readonly subject: string;
  readonly choices: Choices;
  readonly draft: Draft | null;
  /** An order is on its way: controls are disabled. */
  readonly busy: boolean;
  readonly hints: Hint;
  readonly why: Why;
  readonly weigh?: Weigh;
  /** What the seat has ordered ahead; null where it cannot. */
  readonly ahead?: Ahead | null;
  /** All that may be ordered now: where the chosen one has nothing to choose, these may. */
  readonly subjects?: readonly Subject[];
  readonly onpropose: Propose;
  readonly onorder: (action: Action) => void;
  /** Gives several orders, one after the other; the first that is refused ends it. */
  readonly onorderall: (actions: readonly Action[]) => void;
  readonly onselect: (subject: string | null) => void;
}

/** A small still map of a view, for cards: decorative, it gets `aria-hidden` from the shell. */
export interface MiniatureProps<V> {
  readonly view: V;
}

export type Tone = 1 | 2;

/** A side as it is called and coloured: `--side-1` or `--side-2`, always with a second sign (hull, stripe, flag). */
export interface SideWords {
  /** "the British" */
  readonly name: string;
  /** "British" */
  readonly short: string;
  readonly tone: Tone;
}

export interface Sides {
  readonly [seat: string]: SideWords;
}

/** A subject's state in the fleet list: one or two lines. */
export interface Glance {
  readonly id: string;
  readonly name: string;
  readonly side: string;
  /** "3rd rate, 74 guns" */
  readonly kind: string;
  /** Tracks as boxes: `left` of `all` stand, of hulls in quarters 3.25 of 4. The list draws them filled and hollow and says the numbers. */
  readonly tracks: readonly { readonly name: string; readonly left: number; readonly all: number }[];
  /** Short words for what else matters: "struck", "fouled with Pluton", "has fired". */
  readonly marks: readonly string[];
  /** Out of the fight: shown last and dimmed. */
  readonly out: boolean;
  /** Carries the flag. */
  readonly flag: boolean;
  /** Has been ordered this step; undefined where that means nothing now. */
  readonly done?: boolean;
}

/** Ships that belong together. */
export interface Group {
  readonly id: string;
  /** "Weather column"; empty for ships of no squadron. */
  readonly name: string;
  readonly side: string;
  readonly subjects: readonly string[];
}

/** What the top bar says. */
export interface Headline {
  /** "A duel of seventy-fours" */
  readonly scenario: string;
  readonly turn: number | null;
  readonly turns: number | null;
  /** "the British fire" */
  readonly step: string;
  /** Where the wind blows from, degrees clockwise from north, and in words: "WNW". */
  readonly wind: { readonly from: number; readonly words: string } | null;
}

/** How the log shows an event beside its sentence. */
export interface LogHint {
  /** A sign from `ui/Sign.svelte`. */
  readonly sign: SignName | null;
  /** A new heading in the log starts here: "Turn 4", "the British fire". The sentence itself is then left out. */
  readonly heading?: { readonly turn: number | null; readonly words: string };
  /** Subjects the sentence is about: they light up on the board on hover, and a click selects the first. */
  readonly subjects: readonly string[];
  /** Worth a live announcement: results, strikes, turns. */
  readonly loud: boolean;
}

export type SignName =
  | 'anchor' | 'sail' | 'helm' | 'gun' | 'hit' | 'board' | 'grapple' | 'flag' | 'struck' | 'collision' | 'drift'
  | 'dice' | 'talk' | 'clock' | 'eye' | 'undo' | 'end';

/** The order that closes a step. */
export interface Commitment {
  readonly action: Action;
  /** The button's words. */
  readonly words: string;
  /** What becomes of ships without an order, as a sentence; null where a player often wants none, so that nobody asks. */
  readonly unordered?: string | null;
  /** What is asked before the step ends as things stand, in whole sentences; null where nothing is. */
  readonly ask?: string | null;
  /** An answer to an enemy, and no passing on: the key that passes does not give it, only its button does. */
  readonly deliberate?: boolean;
}

export type NudgeKey = 'left' | 'right' | 'up' | 'down';

/** A field of a title's standing orders, with what it may be. */
export interface FleetWay {
  readonly field: string;
  readonly words: string;
  readonly choices: readonly (readonly [value: string, words: string])[];
}

/** What the ships of a fleet can be let do by themselves. */
export interface FleetRules {
  readonly ways: readonly FleetWay[];
  /** The way in which ships follow a leader. */
  readonly line?: { readonly field: string; readonly value: string };
  /** The ways in which a ship goes on until an enemy is near, and in what that is measured. */
  readonly near: { readonly field: string; readonly unit: string; readonly values: readonly string[] };
}

export interface RulesetModule<V = never> {
  readonly name: string;
  readonly Board: Component<BoardProps<V>>;
  readonly Sheet: Component<SheetProps<V>>;
  readonly Orders: Component<OrdersProps<V>>;
  readonly Looked?: Component<LookedProps<V>>;
  readonly Miniature: Component<MiniatureProps<V>>;

  /** As the server calls and colours them: laid when the module is loaded. */
  readonly sides: Sides;
  /** What is ordered, as it is counted: "ship", "ships". */
  readonly counted: { readonly one: string; readonly many: string };
  /** What the arrow keys do, for the page of keys. */
  readonly arrows: readonly { readonly keys: string; readonly words: string }[];
  headline(view: V): Headline;
  /** All subjects worth listing, grouped (squadrons), own side first. */
  groups(view: V, seat: string): readonly Group[];
  glance(view: V, subject: string): Glance | null;
  /** A whole sentence or three for a screen reader: what she is, where (bearing, range), state, what she can do. */
  describe(view: V, seat: string, subject: string): string;
  /** What is to be decided now: "3 ships have not fired." Also when others decide: "The Allies are moving." */
  decide(view: V, seat: string, toAct: readonly string[], subjects: readonly Subject[]): string;
  /** What is shown first where the step begins with something that is no ship, such as an order that waits to be issued. */
  first?(view: V): string | null;
  /** The order that closes this step, with the button's words ("End firing"), or null where there is none. */
  commit(view: V, seat: string, subjects: readonly Subject[]): Commitment | null;
  /** The subject whose order closes a step, where `commit` does not know the order: the server is asked for it. */
  readonly step?: string;
  /** What stands beside a side's name in the list; where it is not said, how many of its ships are fit to fight. */
  tally?(view: V, side: string): string;
  /** The subject an order is for; null where it is for a whole side. */
  subjectOf(action: Action): string | null;
  /** Whether an order of a plan came about as it was meant: only then is the next one given without asking again. */
  carriedOut(view: V, action: Action): boolean;
  /** The draft after an arrow key (arrows turn and advance; `far` with Shift), or null where the key means nothing. */
  nudge(view: V, subject: string, choices: Choices, draft: Plan | null, key: NudgeKey, far: boolean): Plan | null;
  /** Standing orders have a place on its board, or are those of a fleet, of which the bar has a page. */
  readonly standing?: true | FleetRules;
  /** What a sheet of paper has to tick besides boxes. */
  readonly ticks: readonly string[];
  hint(event: TableEvent | ReplayEvent): LogHint;
  /** Odds in one line for the bar: "62 % to hit, 1.4 boxes". Null: the bar makes its own from means. */
  weigh?(preview: Preview, view: V): string | null;
}

/** For `export default` in a folder's index.ts: checks the shape and forgets the title's own view type. What its sides are called comes when it is loaded. */
export function ruleset<V>(module: Omit<RulesetModule<V>, 'sides'>): RulesetModule {
  return module as unknown as RulesetModule;
}
