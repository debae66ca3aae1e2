// What the log, the dice tray and the announcer make of a seat's events. Pure, so that it can be tested.
import type { ReplayEvent, TableEvent, Tiding } from '../api/types';
import type { LogHint, SignName } from '../rulesets/contract';

type Told = TableEvent | ReplayEvent;

export interface Entry {
  readonly event: Told;
  readonly hint: LogHint;
  /** How often it is told on end, as of dice behind a screen. */
  readonly times: number;
}

export interface LogGroup {
  readonly key: string;
  readonly turn: number | null;
  /** The step: "the British fire"; empty before the first. */
  readonly words: string;
  readonly entries: readonly Entry[];
}

const PLAIN: LogHint = { sign: null, subjects: [], loud: false };
const MATCH_SIGNS: { readonly [type: string]: LogHint['sign'] } = {
  started: 'anchor', joined: 'flag', left: 'flag', letin: 'flag', putout: 'flag', takenback: 'undo', takebackoffered: 'undo', takebackaccepted: 'undo', takebackdeclined: 'flag', wentback: 'undo', resigned: 'struck', drawoffered: 'flag', drawaccepted: 'flag', handedover: 'helm', ended: 'end', muted: 'talk', unmuted: 'talk',
};
/** The signs of great moments. */
export const GREAT: { readonly [kind in Exclude<NonNullable<Tiding['great']>, ''>]: SignName } = {
  out: 'sail', war: 'flag', fallen: 'hit', struck: 'struck', taken: 'board', sunk: 'drift', exploded: 'hit', won: 'end',
};
/** What makes an event a great moment; nothing where it is none. */
export const greatOf = (event: Told): keyof typeof GREAT | null => event.tiding?.great || null;
/** What is noted without being set apart. */
const QUIET: readonly string[] = ['joined', 'muted', 'unmuted'];

/** How an event is shown: the title's own events by the title, the match's by us. */
export function hintOf(event: Told, ruleset: (event: Told) => LogHint): LogHint {
  if (event.kind === 'rules') return ruleset(event);
  if (event.kind === 'match') return { ...PLAIN, sign: MATCH_SIGNS[event.type] ?? 'flag', loud: !QUIET.includes(event.type) };
  if (event.kind === 'dice') return { ...PLAIN, sign: 'dice' };
  if (event.kind === 'talk') return { ...PLAIN, sign: 'talk' };
  if (event.kind === 'standing') return { ...PLAIN, sign: 'clock', loud: event.type === 'woken' };
  return PLAIN;
}

/** How long a log is wanted: what matters, what was done, or everything. */
export type Level = 'dispatch' | 'orders' | 'all';
const RANKS = { unsaid: -1, all: 0, orders: 1, dispatch: 2 } as const;

/** Whether an event stands in a log of that length; that a side is ready stands in none. */
const within = (event: Told, level: Level): boolean => RANKS[event.tiding?.level ?? OTHERS[event.kind]?.(event.type) ?? 'all'] >= RANKS[level];
/** What is not of the rules: the match itself, and what was ordered ahead, which wakes its owner or goes on without him. */
const OTHERS: { readonly [kind: string]: (type: string) => Level } = { match: () => 'dispatch', standing: (type) => (type === 'woken' ? 'dispatch' : 'all') };

/** Worth a line of its own: who must decide is on the bar, talk has its own page, dice that fell are in their account. */
const listed = (event: Told): boolean => event.kind !== 'turn' && event.kind !== 'talk' && !(event.kind === 'dice' && event.type === 'awaited');

/** Whether a line says no more than the one before it: the same words of the rules, with no throw to ask about. */
const again = (event: Told, last: Told): boolean => event.kind === 'rules' && event.type === last.type && event.words === last.words && !event.account?.length && !last.account?.length;

/** The log by turn, step and battle. Steps in which nothing happened are left out, but for the one that is going on. */
export function groupLog(events: readonly Told[], ruleset: (event: Told) => LogHint, level: Level = 'all'): readonly LogGroup[] {
  const groups: { key: string; turn: number | null; words: string; entries: Entry[] }[] = [];
  let here = { key: 'before', turn: null as number | null, words: '', entries: [] as Entry[] };
  groups.push(here);
  const open = (key: string, turn: number | null, words: string) => groups.push((here = { key, turn, words, entries: [] }));
  /** The step in which a battle is fought, while it is. */
  let around: string | null = null;
  // The title has its own words for the end; the match's would say it again.
  const ended = events.some((event) => event.kind === 'rules' && event.type === 'ended');
  events.forEach((event, n) => {
    if (!listed(event) || (ended && event.kind === 'match' && event.type === 'ended')) return;
    const hint = hintOf(event, ruleset);
    const { tiding } = event;
    if (hint.heading) {
      around = null;
      open(`${hint.heading.turn}-${hint.heading.words}-${n}`, hint.heading.turn, hint.heading.words);
      return;
    }
    if (tiding?.chapter) {
      around ??= here.words;
      open(`${here.turn}-${tiding.chapter}-${n}`, here.turn, tiding.chapter);
    } else if (around !== null && event.kind === 'rules' && !tiding?.within && tiding?.level !== 'unsaid') {
      open(`${here.turn}-after-${n}`, here.turn, around ? `${around}, after the battle` : 'After the battle');
      around = null;
    }
    if (within(event, level)) {
      const last = here.entries[here.entries.length - 1];
      if (last && again(event, last.event)) here.entries[here.entries.length - 1] = { ...last, times: last.times + 1 };
      else here.entries.push({ event, hint, times: 1 });
    }
  });
  // The first step has no heading of its own: what happened in it stands under the turn it belongs to.
  const next = groups[1];
  const start = groups[0];
  const opening = start?.entries.findIndex((entry) => entry.event.kind === 'rules') ?? -1;
  if (start && next && opening >= 0 && 'number' in (events[0] ?? {}) && (events[0] as TableEvent).number === 1) {
    groups.splice(1, 0, { key: 'opening', turn: next.turn, words: '', entries: start.entries.splice(opening) });
  }
  return groups.filter((group, n) => group.entries.length > 0 || (n === groups.length - 1 && group.words !== ''));
}

export interface Throw {
  readonly key: string;
  readonly why: string;
  readonly dice: string;
  readonly faces: readonly number[];
  /** The sentence of the event they fell in. */
  readonly words: string;
  readonly event: Told;
}

/** The dice that fell in these events, newest last, at most `most` throws. */
export function throwsOf(events: readonly Told[], most = 12): readonly Throw[] {
  const found: Throw[] = [];
  events.forEach((event, n) => {
    const number = 'number' in event ? event.number : n;
    (event.account ?? []).forEach((look, k) => {
      if (look.faces?.length) {
        found.push({ key: `${number}-${k}`, why: look.why, dice: look.dice ?? '', faces: look.faces, words: event.words, event });
      }
    });
  });
  return found.slice(-most);
}

/** What is read out of a batch: loud sentences, and headings as they are. */
export function spoken(events: readonly Told[], ruleset: (event: Told) => LogHint): string {
  const said: string[] = [];
  let heading = '';
  for (const event of events) {
    if (event.kind === 'talk') {
      said.push(`${String(event.event['player'] ?? event.event['by'] ?? 'Somebody')} says: ${String(event.event['text'] ?? '')}`);
      continue;
    }
    if (!listed(event)) continue;
    const hint = hintOf(event, ruleset);
    if (hint.heading) heading = event.words; // of several steps in a row only the one that stands is read
    else if (hint.loud) said.push(event.words);
  }
  if (heading) said.push(heading);
  return said.join(' ');
}

/** The event with which the turn began that is played; 0 where none of the events begins one. */
export function turnBegan(events: readonly TableEvent[], ruleset: (event: Told) => LogHint): number {
  let [turn, began] = [null as number | null, 0];
  for (const event of events) {
    const { heading } = hintOf(event, ruleset);
    if (!heading || heading.turn === turn) continue;
    [turn, began] = [heading.turn, event.number];
  }
  return began;
}

/** Great moments that are still news: the newest three, none of before `began`. The log keeps them all. */
export const news = (events: readonly TableEvent[], began = 0): readonly TableEvent[] => events.filter((event) => event.number >= began && greatOf(event)).slice(-3);

/** An address for an order, whatever the order of its fields. */
export function actionKey(action: { readonly [field: string]: unknown }): string {
  return JSON.stringify(Object.fromEntries(Object.entries(action).sort(([a], [b]) => (a < b ? -1 : 1))));
}
