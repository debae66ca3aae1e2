// The movement notes of past turns, as the log of the match tells them.
import type { ReplayEvent, TableEvent } from '../../api/types';
import type { RulesEvent } from '../../served/wsim';
import { rulesEvent } from '../told';

export interface Past {
  readonly turn: number;
  readonly moves: string;
  /** Why it could not be sailed to its end. */
  readonly cut_short: string;
}

/** Her plots, newest first, as far as the log goes back. */
export function pastPlots(log: readonly (TableEvent | ReplayEvent)[], ship: string): readonly Past[] {
  const found: Past[] = [];
  let turn = 0;
  for (const event of log) {
    const told = rulesEvent<RulesEvent>(event);
    if (told?.type === 'began') turn = told.turn;
    else if (told?.type === 'plotted' && told.ship === ship && turn > 0) found.unshift({ turn, moves: told.moves, cut_short: told.cut_short ?? '' });
  }
  return found;
}
