// What the arrow keys do: they steer while a ship is plotted, and go through her listed orders in every other step.
import type { Choices } from '../../api/types';
import type { NudgeKey, Plan } from '../contract';
import { items, plotOrder, plots, steered, written } from './notation';

export function nudged(choices: Choices, draft: Plan | null, key: NudgeKey): Plan | null {
  if (plots(choices).length) {
    const now = draft?.action.type === 'plot' ? (items(String(draft.action['moves'])) ?? []) : [];
    const next = written(steered(now, key));
    return next ? { action: plotOrder(choices.subject, next), next: null } : null;
  }
  const all = choices.actions.map(({ action }) => action);
  if (!all.length) return null;
  const by = key === 'down' || key === 'right' ? 1 : -1;
  const at = all.findIndex((action) => JSON.stringify(action) === JSON.stringify(draft?.action));
  const action = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length];
  return action ? { action, next: null } : null;
}
