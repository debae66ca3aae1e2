// Making orders: what the server's forms and lists allow, as values the controls, the helm and the arrow keys work with.
import type { Action, Choices } from '../../api/types';
import { ahead, compass, type Pose } from '../../freetable/geometry';
import type { NudgeKey, Plan } from '../contract';
import { listedNext, text, within, type Limits } from '../orders';
import { batteries } from './fleet';
import type { Aim, Contact, Ship } from '../../served/ironclads';

/** How a ship may steam, as the forms have it. */
export interface Steaming {
  /** Hundredths of an inch that her speed gives her. */
  readonly most: number;
  /** Hundredths that her order makes her run at the least, if the way ahead is free. */
  readonly least: number;
  /** How far she may back; 0 where she may not. */
  readonly astern: number;
  /** Degrees, low to port; null where she cannot turn. */
  readonly turn: Limits | null;
  /** Hundredths that she runs straight before a turn. */
  readonly before: number;
  /** She may turn a second time. */
  readonly twice: boolean;
  readonly contacts: readonly Contact[];
}

/** A move: run, turn, run on, and perhaps once more. */
export interface Course {
  readonly run: number;
  readonly turn: number;
  readonly then: number;
  readonly second: number;
  readonly last: number;
  readonly contact: Contact;
}

export const STILL: Course = { run: 0, turn: 0, then: 0, second: 0, last: 0, contact: 'ram' };
const CONTACTS: readonly Contact[] = ['ram', 'board', 'stop'];

const whole = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** What she may do under steam; null where that is not what is decided now. */
export function steaming(choices: Choices): Steaming | null {
  const forms = choices.forms.filter((form) => form.action === 'steam' && (form.fixed['ship'] ?? choices.subject) === choices.subject);
  if (!forms.length) return null;
  let [most, least, astern, before, twice] = [0, 0, 0, Infinity, false];
  const turns: Limits[] = [];
  const contacts = new Set<Contact>();
  for (const { ranges, fixed } of forms) {
    const { run, turn: angle, second } = ranges;
    contacts.add((text(fixed['contact']) ?? 'ram') as Contact);
    if (!run) continue;
    if (run.low < 0) astern = Math.max(astern, -run.low);
    most = Math.max(most, run.high);
    if (!angle && run.low > 0) least = run.low;
    if (angle && (angle.low || angle.high)) {
      turns.push(angle);
      if (run.low > 0) before = Math.min(before, run.low);
    }
    twice ||= second !== undefined;
  }
  const turn = turns.length ? { low: Math.min(0, ...turns.map(({ low }) => low)), high: Math.max(0, ...turns.map(({ high }) => high)) } : null;
  return { most, least, astern, turn, before: Number.isFinite(before) ? before : 0, twice, contacts: CONTACTS.filter((one) => contacts.has(one)) };
}

export function courseOf(action: Action | null | undefined): Course | null {
  if (action?.type !== 'steam') return null;
  return {
    run: whole(action['run']), turn: whole(action['turn']), then: whole(action['then']), second: whole(action['second']), last: whole(action['last']),
    contact: (text(action['contact']) ?? 'ram') as Contact,
  };
}

/** Fields that have their default are left out, as the server lists its own orders. */
export function steamOrder(ship: string, course: Course): Action {
  const { contact, ...legs } = course;
  const said = Object.entries(legs).filter(([, value]) => value !== 0);
  return { type: 'steam', ship, ...Object.fromEntries(said), ...(contact === 'ram' ? {} : { contact }) };
}

export const lengthOf = (course: Course): number => Math.abs(course.run) + course.then + course.last;

/** Hundredths that her speed leaves her beside a course. */
export const left = (course: Course | null, most: number): number => Math.max(0, most - (course ? lengthOf(course) : 0));

/** Where the helm's grips are: at the end of the first run, of the second, of the last. */
export function knees(from: Pose, course: Course): readonly Pose[] {
  const first = { ...ahead(from, from.heading, course.run), heading: from.heading };
  const found: Pose[] = [first];
  if (course.turn && course.run >= 0) {
    const heading = compass(from.heading + course.turn);
    const second = { ...ahead(first, heading, course.then), heading };
    found.push(second);
    if (course.second) {
      const on = compass(heading + course.second);
      found.push({ ...ahead(second, on, course.last), heading: on });
    }
  }
  return found;
}

/** Another first run; what her speed does not leave for the rest is cut off. */
export function ran(course: Course, run: number, may: Steaming): Course {
  if (run < 0) return { ...STILL, contact: course.contact, run: within(run, { low: -may.astern, high: 0 }), turn: course.turn };
  const first = within(run, { low: course.turn ? Math.min(may.before, may.most) : may.least, high: may.most });
  const then = within(course.then, { low: course.turn && !course.second ? Math.max(0, may.least - first) : 0, high: may.most - first });
  return { ...course, run: first, then, last: Math.min(course.last, may.most - first - then) };
}

/** Another turn. The first comes as soon as she may, and the rest of her way follows it; none joins both runs again. */
export function turned(course: Course | null, angle: number, may: Steaming): Course {
  const now = course ?? { ...STILL, run: may.most };
  if (!may.turn) return now;
  const turn = within(angle, may.turn);
  if (now.run < 0) return { ...now, turn };
  if (turn === 0) return { ...STILL, contact: now.contact, run: within(lengthOf(now), { low: may.least, high: may.most }) };
  if (now.turn) return { ...now, turn };
  const far = Math.min(may.most, Math.max(now.run, may.before, may.least));
  return { ...now, turn, run: Math.min(may.before, may.most), then: Math.max(0, far - may.before) };
}

/** How far she runs on after the turn. */
export function ranOn(course: Course, then: number, may: Steaming): Course {
  const room = may.most - course.run;
  const next = within(then, { low: course.second ? Math.min(may.before, room) : Math.max(0, may.least - course.run), high: room });
  return { ...course, then: next, last: Math.min(course.last, room - next) };
}

/** A second turn after the run that follows the first; none joins both runs again. */
export function turnedAgain(course: Course, angle: number, may: Steaming): Course {
  if (!may.turn || !may.twice || !course.turn) return course;
  const second = within(angle, may.turn);
  if (second === 0) return { ...course, second, then: course.then + course.last, last: 0 };
  if (course.second) return { ...course, second };
  const room = may.most - course.run;
  const then = Math.min(may.before, room);
  return ranLast({ ...course, second, then }, Math.min(room, course.then) - then, may);
}

export function ranLast(course: Course, last: number, may: Steaming): Course {
  const gone = course.run + course.then;
  return { ...course, last: within(last, { low: Math.max(0, may.least - gone), high: Math.max(0, may.most - gone) }) };
}

// ---- gunfire and torpedoes ---------------------------------------------------------------------------------------

export type Weapon = 'salvo' | 'launch';

export function shotsOf(action: Action | null | undefined): readonly Aim[] {
  const shots = action?.['shots'];
  return Array.isArray(shots) ? (shots as unknown as readonly Aim[]) : [];
}

/** Whom each battery or tube is offered, nearest first as the server lists them. */
export function offered(choices: Choices, weapon: Weapon): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  for (const { action } of choices.actions) {
    if (action.type !== weapon) continue;
    for (const [gun, target] of shotsOf(action)) {
      const some = found.get(gun) ?? [];
      if (!some.includes(target)) found.set(gun, [...some, target]);
    }
  }
  return found;
}

/** Everybody who may be fired at, nearest first. */
export function targets(choices: Choices, weapon: Weapon): readonly string[] {
  const found = new Set<string>();
  for (const { action } of choices.actions) if (action.type === weapon) for (const [, target] of shotsOf(action)) found.add(target);
  return [...found];
}

/** In the order of the sheet; null where nothing is aimed. */
export function shotsOrder(weapon: Weapon, ship: string, shots: readonly Aim[]): Action | null {
  if (!shots.length) return null;
  const sorted = [...shots].sort(([a], [b]) => a - b).map(([gun, target]) => [gun, target]);
  return { type: weapon, ship, shots: sorted };
}

/** Guns of one group are the same guns: one of them fires. */
function freed(ship: Ship, shots: readonly Aim[], gun: number): readonly Aim[] {
  const group = batteries(ship)[gun - 1]?.group;
  return shots.filter(([one]) => one !== gun && !(group && batteries(ship)[one - 1]?.group === group));
}

/** One battery or tube at a target, or at nobody. */
export function aimedAt(ship: Ship, weapon: Weapon, shots: readonly Aim[], gun: number, target: string | null): readonly Aim[] {
  const rest = weapon === 'salvo' ? freed(ship, shots, gun) : shots.filter(([one]) => one !== gun);
  return target === null ? rest : [...rest, [gun, target]];
}

/** Everything that bears on a target at her; what does not bear keeps its own. Done again, it is taken off her. */
export function allAt(ship: Ship, weapon: Weapon, choices: Choices, shots: readonly Aim[], target: string): readonly Aim[] {
  const bearing = bears(choices, weapon, target);
  const now = shots.filter(([, at]) => at === target).map(([gun]) => gun);
  if (bearing.length && bearing.every((gun) => now.includes(gun))) return shots.filter(([, at]) => at !== target);
  return bearing.reduce((all, gun) => aimedAt(ship, weapon, all, gun, target), shots);
}

/** What is offered together against a target: her listed salvo with the most guns at her alone. */
export function bears(choices: Choices, weapon: Weapon, target: string): readonly number[] {
  let best: readonly number[] = [];
  for (const { action } of choices.actions) {
    const shots = action.type === weapon ? shotsOf(action) : [];
    if (shots.length > best.length && shots.every(([, at]) => at === target)) best = shots.map(([gun]) => gun);
  }
  return best;
}

// ---- counter salvos ----------------------------------------------------------------------------------------------

export function gunsOf(action: Action | null | undefined): readonly number[] {
  const guns = action?.['guns'];
  return Array.isArray(guns) ? (guns as unknown as readonly number[]) : [];
}

/** The guns that may answer together. */
export function answers(choices: Choices): readonly number[] {
  return choices.actions.reduce<readonly number[]>((best, { action }) => {
    const guns = action.type === 'counter' ? gunsOf(action) : [];
    return guns.length > best.length ? guns : best;
  }, []);
}

export function counterOrder(ship: string, guns: readonly number[]): Action {
  return guns.length ? { type: 'counter', ship, guns: [...guns].sort((a, b) => a - b) } : { type: 'counter', ship };
}

// ---- arrow keys --------------------------------------------------------------------------------------------------

const TURN_BY = { near: 5, far: 15 };
const RUN_BY = { near: 25, far: 100 };

const plan = (action: Action | null): Plan | null => (action ? { action, next: null } : null);

/** The draft after an arrow key: a ship under steam turns and runs, in every other step the key goes through the list. */
export function nudged(choices: Choices, draft: Plan | null, key: NudgeKey, far: boolean): Plan | null {
  const may = steaming(choices);
  if (!may) return listedNext(choices.actions, draft, key);
  const now = courseOf(draft?.action);
  const size = far ? 'far' : 'near';
  if (key === 'left' || key === 'right') {
    if (!may.turn) return null;
    return plan(steamOrder(choices.subject, turned(now, (now?.turn ?? 0) + (key === 'left' ? -1 : 1) * TURN_BY[size], may)));
  }
  if (!now) return plan(steamOrder(choices.subject, { ...STILL, run: key === 'up' ? may.most : may.astern ? -may.astern : may.least }));
  const by = (key === 'up' ? 1 : -1) * RUN_BY[size];
  if (now.second) return plan(steamOrder(choices.subject, ranLast(now, now.last + by, may)));
  return plan(steamOrder(choices.subject, now.turn && now.run > 0 ? ranOn(now, now.then + by, may) : ran(now, now.run + by, may)));
}
