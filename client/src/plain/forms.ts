// Free orders: a form of the server's filled with numbers, and the arrow keys that go through orders and numbers.
import type { Action, Choices, Form } from '../api/types';
import type { NudgeKey, Plan } from '../rulesets/contract';
import { actionKey } from '../table/log';

/** An order of a form, with these numbers. */
export function filled(form: Form, chosen: { readonly [field: string]: number }): Action {
  return { type: form.action, ...form.fixed, ...chosen };
}

/** The numbers that an order has of a form; null where it is no order of it. */
export function numbersOf(form: Form, action: Action | null | undefined): { readonly [field: string]: number } | null {
  if (action?.type !== form.action || Object.entries(form.fixed).some(([field, value]) => JSON.stringify(action[field]) !== JSON.stringify(value))) return null;
  const chosen: { [field: string]: number } = {};
  for (const [field, { low, high }] of Object.entries(form.ranges)) {
    const value = action[field];
    if (typeof value !== 'number' || value < low || value > high) return null;
    chosen[field] = value;
  }
  return chosen;
}

const least = (form: Form): { readonly [field: string]: number } => Object.fromEntries(Object.entries(form.ranges).map(([field, { low }]) => [field, low]));

/** Left and right go through the listed orders, up and down through the first number of a form. */
export function nudged(choices: Choices, draft: Plan | null, key: NudgeKey, far: boolean): Plan | null {
  const { actions, forms } = choices;
  if (key === 'left' || key === 'right') {
    if (!actions.length) return null;
    const at = draft ? actions.findIndex(({ action }) => actionKey(action) === actionKey(draft.action)) : -1;
    const step = key === 'right' ? 1 : at < 0 ? 0 : -1;
    const next = actions[(at + step + actions.length) % actions.length];
    return next ? { action: next.action, next: null } : null;
  }
  const form = forms.find((one) => numbersOf(one, draft?.action)) ?? forms[0];
  if (!form) return null;
  const now = numbersOf(form, draft?.action);
  const [field, range] = Object.entries(form.ranges)[0] ?? [];
  if (!now || !field || !range) return { action: filled(form, least(form)), next: null };
  const by = range.step * (far ? 10 : 1) * (key === 'up' ? 1 : -1);
  return { action: filled(form, { ...now, [field]: Math.min(range.high, Math.max(range.low, (now[field] ?? range.low) + by)) }), next: null };
}
