// What the arrow keys do: they steer while a ship is plotted, and go through her listed orders in every other step.
import type { Choices } from '../../api/types';
import type { NudgeKey, Plan } from '../contract';
import { listedNext } from '../orders';
import { items, plotOrder, plots, steered, written } from './notation';

export function nudged(choices: Choices, draft: Plan | null, key: NudgeKey): Plan | null {
  if (plots(choices).length) {
    const now = draft?.action.type === 'plot' ? (items(String(draft.action['moves'])) ?? []) : [];
    const next = written(steered(now, key));
    return next ? { action: plotOrder(choices.subject, next), next: null } : null;
  }
  return listedNext(choices.actions, draft, key);
}
