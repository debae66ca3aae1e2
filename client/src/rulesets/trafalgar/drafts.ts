// Making orders: what the server's forms and lists allow, as values the controls and the arrow keys work with.
import type { Action, Choices } from '../../api/types';
import type { NudgeKey, Plan } from '../contract';
import { listedNext, text, within, type Limits } from '../orders';
import type { Broadside, Manner } from '../../served/trafalgar';

/** What a ship under way may be ordered, as the forms have it. */
export interface Sailing {
  readonly distance: Limits | null;
  /** Degrees by manner: low is to port, high to starboard. */
  readonly turns: ReadonlyMap<Manner, Limits>;
  /** Distances the server lists by themselves: least, steady, most. */
  readonly listed: readonly number[];
}

const MANNERS: readonly Manner[] = ['succession', 'together', 'alone'];

function manner(value: unknown): Manner {
  return value === 'succession' || value === 'together' ? value : 'alone';
}

export function sailing(choices: Choices): Sailing {
  let distance: Limits | null = null;
  const turns = new Map<Manner, Limits>();
  for (const form of choices.forms) {
    const run = form.ranges['distance'];
    if (form.action === 'move' && run) distance = { low: run.low, high: run.high };
    const angle = form.ranges['angle'];
    if (form.action === 'turn' && angle) {
      const how = manner(form.fixed['manner']);
      const known = turns.get(how);
      turns.set(how, { low: Math.min(known?.low ?? 0, angle.low), high: Math.max(known?.high ?? 0, angle.high) });
    }
  }
  const listed = choices.actions
    .map(({ action }) => action)
    .filter((action) => action.type === 'move' && !action['hold'])
    .map((action) => Number(action['distance']));
  return { distance, turns, listed: [...new Set(listed)] };
}

/** The manners of turning that are open, the whole line first. */
export function manners(from: Sailing): readonly Manner[] {
  return MANNERS.filter((one) => from.turns.has(one));
}

/** Fields that have their default are left out, as the server lists its own orders. */
export function turnOrder(ship: string, angle: number, how: Manner): Action {
  return how === 'alone' ? { type: 'turn', ship, angle } : { type: 'turn', ship, angle, manner: how };
}

export function moveOrder(ship: string, distance: number, hold = false, side: Broadside = 'port'): Action {
  return { type: 'move', ship, distance, ...(hold ? { hold } : {}), ...(side === 'starboard' ? { side } : {}) };
}

/** The turn and the run of a plan. */
export function turnOf(plan: Plan | null): Action | null {
  return plan?.action.type === 'turn' ? plan.action : null;
}
export function runOf(plan: Plan | null): Action | null {
  return [plan?.action, plan?.next].find((one) => one?.type === 'move') ?? null;
}

/** First the turn, then the run: once she has sailed she turns no more. */
export function planned(turn: Action | null, run: Action | null): Plan | null {
  if (turn) return { action: turn, next: run };
  return run ? { action: run, next: null } : null;
}

export function fireOrder(ship: string, port: string | null, starboard: string | null): Action {
  return { type: 'fire', ship, ...(port ? { port } : {}), ...(starboard ? { starboard } : {}) };
}

export function mannerOf(action: Action | null): Manner {
  return manner(action?.['manner']);
}

/** The distance that is offered first: as she sailed before, if that is listed, else the middle of what is. */
export function steady(from: Sailing): number | null {
  if (!from.distance) return null;
  const { listed } = from;
  return listed[listed.length === 2 ? 1 : Math.floor(listed.length / 2)] ?? from.distance.high;
}

export interface Targets {
  readonly port: readonly string[];
  readonly starboard: readonly string[];
}

/** Who may be fired at from each broadside, nearest first as the server lists them. */
export function targets(choices: Choices): Targets {
  const found = { port: [] as string[], starboard: [] as string[] };
  for (const { action } of choices.actions) {
    if (action.type !== 'fire') continue;
    for (const side of ['port', 'starboard'] as const) {
      const at = action[side];
      if (typeof at === 'string' && !found[side].includes(at)) found[side].push(at);
    }
  }
  return found;
}

/** The fire order after one click on a target: adds the broadside that bears, changes it, or takes it off again. */
export function aimed(choices: Choices, draft: Action | null, target: string): Action | null {
  const open = targets(choices);
  const now = draft?.type === 'fire' ? draft : null;
  const aim = { port: text(now?.['port']), starboard: text(now?.['starboard']) };
  const sides = (['port', 'starboard'] as const).filter((side) => open[side].includes(target));
  const side = sides.find((one) => aim[one] !== target) ?? sides[0];
  if (!side) return null;
  aim[side] = aim[side] === target ? null : target;
  if (!aim.port && !aim.starboard) return null;
  return fireOrder(choices.subject, aim.port, aim.starboard);
}

const TURN_BY = { near: 5, far: 15 };
const SAIL_BY = { near: 10, far: 50 };

/** The draft after an arrow key: a ship under way turns and advances, in every other step the key goes through the list. */
export function nudged(choices: Choices, draft: Plan | null, key: NudgeKey, far: boolean): Plan | null {
  const from = sailing(choices);
  if (!from.distance && from.turns.size === 0) return listedNext(choices.actions, draft, key);
  const [turn, run] = [turnOf(draft), runOf(draft)];
  const size = far ? 'far' : 'near';
  if (key === 'left' || key === 'right') {
    const how = turn ? mannerOf(turn) : (manners(from)[0] ?? 'alone');
    const limits = from.turns.get(how);
    if (!limits) return null;
    const before = Number(turn?.['angle'] ?? 0);
    const way = key === 'left' ? -1 : 1;
    const angle = within(before + way * TURN_BY[size] || way * TURN_BY[size], limits);
    return planned(angle === 0 ? null : turnOrder(choices.subject, angle, how), run);
  }
  if (!from.distance) return null;
  const before = run ? Number(run['distance']) : null;
  const first = steady(from) ?? from.distance.low;
  const next = before === null ? first : before + (key === 'up' ? 1 : -1) * SAIL_BY[size];
  // How far she may sail after a turn is another question: it is held to that where the answer is known.
  const length = turn ? Math.max(0, next) : within(next, from.distance);
  return planned(turn, moveOrder(choices.subject, length, run?.['hold'] === true, run?.['side'] === 'starboard' ? 'starboard' : 'port'));
}
