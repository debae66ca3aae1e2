import type { ReplayEvent, TableEvent } from '../api/types';

/** What rules tell, where a board only asks for its kind and for what it names. */
export interface Told {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The rules' own part of an event, or null where the table or the players speak. */
export function rulesEvent<E = Told>(event: TableEvent | ReplayEvent): E | null {
  return event.kind === 'rules' ? (event.event as unknown as E) : null;
}
