// Drafting loads. Before the action both broadsides are loaded: the draft then has one for each, given by one order.
import type { Action } from '../../api/types';
import type { Plan } from '../contract';
import { same } from '../orders';

function loadsIn(draft: Plan | null): readonly Action[] {
  return draft ? [draft.action, draft.next].filter((action) => action?.type === 'load') as Action[] : [];
}

/** Whether a load is in the draft. */
export function chosen(draft: Plan | null, action: Action): boolean {
  return loadsIn(draft).some((one) => same(one, action));
}

/** The draft after a load was pressed, with at most so many broadsides in it: it comes in, takes the place of another in its broadside, or goes out again. */
export function loading(draft: Plan | null, action: Action, most: number): Plan | null {
  const others = loadsIn(draft).filter((one) => most > 1 && one['ship'] === action['ship'] && one['broadside'] !== action['broadside']);
  const [first, next = null] = chosen(draft, action) ? others : [...others, action];
  return first ? { action: first, next } : null;
}
