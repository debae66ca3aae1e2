// What the orders of every title are made with.
import './orders.css';
import type { Action, Choice } from '../api/types';
import { actionKey } from '../table/log';
import type { NudgeKey, Plan } from './contract';

export interface Limits {
  readonly low: number;
  readonly high: number;
}

/** A value inside limits, whole. */
export const within = (value: number, { low, high }: Limits): number => Math.max(low, Math.min(high, Math.round(value)));

export const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const same = (one: Action | null | undefined, other: Action): boolean => Boolean(one) && actionKey(one as Action) === actionKey(other);

/** The listed order after the one that is drafted, as an arrow key goes through them. */
export function listedNext(actions: readonly Choice[], draft: Plan | null, key: NudgeKey): Plan | null {
  const by = key === 'down' || key === 'right' ? 1 : -1;
  const at = actions.findIndex(({ action }) => same(draft?.action, action));
  const next = actions[at < 0 ? (by > 0 ? 0 : actions.length - 1) : (at + by + actions.length) % actions.length];
  return next ? { action: next.action, next: null } : null;
}
