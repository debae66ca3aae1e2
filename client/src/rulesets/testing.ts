// What the tests of every board make: events as the log has them, and orders as they are listed.
import type { Action, Choices, Form, ReplayEvent } from '../api/types';

export function told<E extends { readonly type: string }>(event: E): ReplayEvent {
  return { kind: 'rules', type: event.type, event: event as unknown as ReplayEvent['event'], words: '', account: [] };
}

export function listing(subject: string, actions: readonly Action[], forms: readonly Form[] = []): Choices {
  return { decision: '1.0', subject, actions: actions.map((action) => ({ action, words: `do ${action.type}` })), forms };
}
