// Companion tables, by docs/api.md.
import { ask, query } from '../../api/http';
import type { CompanionTable, Json, Resolved, Sheet, TableEvent } from '../../api/types';
import type { NewSheet } from '../../api/types';

const at = (...parts: readonly string[]): string => `/api/companion${parts.map((part) => `/${encodeURIComponent(part)}`).join('')}`;

export const createTable = (title: string, name: string, scenario: string | null): Promise<CompanionTable> =>
  ask(at(), { method: 'POST', body: { title, name, ...(scenario ? { scenario } : {}) } });
export const readTable = (table: string): Promise<CompanionTable> => ask(at(table));
export const addSheet = (table: string, sheet: NewSheet): Promise<Sheet> => ask(at(table, 'sheets'), { method: 'POST', body: sheet });
export const putSheet = (table: string, sheet: Sheet): Promise<Sheet> => ask(at(table, 'sheets', sheet.id), { method: 'PUT', body: sheet });
export const removeSheet = (table: string, sheet: Sheet): Promise<void> =>
  ask(`${at(table, 'sheets', sheet.id)}${query({ version: sheet.version })}`, { method: 'DELETE' });
export const applyTo = (table: string, sheet: Sheet, result: { readonly [part: string]: Json }, words: string): Promise<Sheet> =>
  ask(at(table, 'sheets', sheet.id, 'apply'), { method: 'POST', body: { version: sheet.version, result, words: words.slice(0, 200) } });
export const resolveAt = (table: string, procedure: string, inputs: { [name: string]: Json }, dice: 'roll' | readonly number[]): Promise<Resolved> =>
  ask(at(table, 'resolve'), { method: 'POST', body: { procedure, inputs, dice } });
export const eventsAt = (table: string): string => at(table, 'events');
export const eventsAfter = (table: string, after: number): Promise<{ last: number; events: readonly TableEvent[] }> =>
  ask(`${eventsAt(table)}${query({ after })}`);
