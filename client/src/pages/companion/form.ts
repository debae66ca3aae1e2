// Small reckonings of the companion: what a form begins with, what a result can be marked as, what odds read like.
import type { Chance, Field, Json, Resolved, Share, Sheet, TableEvent } from '../../api/types';
import { TRACK_OF } from '../../lib/feeding';
import { capital, number, plain, value as inWords } from '../../lib/words';

export type Values = { readonly [name: string]: Json };

/** What a field begins with: its default, else the example, else the least that is possible. */
export function beginning(field: Field): Json | undefined {
  if (field.many) return Array.isArray(field.default) && field.default.length ? field.default : Array.from({ length: field.least ?? 0 }, () => single(field) ?? null);
  if (field.default !== undefined && field.default !== null) return field.default;
  return single(field);
}
function single(field: Field): Json | undefined {
  if (field.kind === 'group') return begin(field.parts ?? []);
  if (field.example !== undefined) return field.example;
  if (!field.required || field.none) return undefined;
  if (field.kind === 'bool') return false;
  if (field.choices) return field.choices[0];
  return field.kind === 'int' || field.kind === 'number' ? (field.low ?? 0) : undefined;
}
export function begin(fields: readonly Field[]): { [name: string]: Json } {
  return Object.fromEntries(fields.flatMap((field) => {
    const first = beginning(field);
    return first === undefined ? [] : [[field.name, first]];
  }));
}

/** What goes to the server: nothing that was emptied. */
export const given = (values: Values): { [name: string]: Json } => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined));

/** "5/6" as a number. */
export function fraction(text: string): number {
  const [over = '0', under = '1'] = text.split('/');
  return Number(over) / Number(under);
}

/** The field that a server's sentence begins with: "target_rate=x: expected …". */
export function blamed(sentence: string, fields: readonly Field[]): string | null {
  return fields.map((field) => field.name).find((name) => sentence.startsWith(name) && !/^\w/.test(sentence.slice(name.length))) ?? null;
}

/** Integers in a text, or a sentence why it has none. */
export function faces(text: string): readonly number[] | string {
  const words = text.split(/[\s,;+]+/).filter(Boolean);
  if (!words.length) return 'Say what fell: the number on each die.';
  const odd = words.find((word) => !/^\d{1,4}$/.test(word));
  return odd === undefined ? words.map(Number) : `“${odd}” is no face of a die: whole numbers, please.`;
}

/** The parts of a result that can be marked: numbers above nothing, and what came out true. */
export function markable(result: Json): { readonly numbers: readonly (readonly [string, number])[]; readonly truths: readonly string[] } {
  const parts = result !== null && typeof result === 'object' && !Array.isArray(result) ? Object.entries(result) : [['result', result] as const];
  return {
    numbers: parts.flatMap(([name, part]) => (typeof part === 'number' && Number.isInteger(part) && part !== 0 ? [[name, part] as const] : [])),
    truths: parts.flatMap(([name, part]) => (part === true ? [name] : [])),
  };
}

/** Where a number of a result goes by itself: the track of its name, else a sheet's only track if it is the only number. */
export function trackFor(sheet: Sheet, part: string, only: boolean): string {
  return sheet.tracks.find((track) => track.name === part || track.name === TRACK_OF[part])?.name ?? (only && sheet.tracks.length === 1 ? (sheet.tracks[0]?.name ?? '') : '');
}

/** The first box that is not crossed out, of a sheet's first track. */
export function nextBox(sheet: Sheet): number | null {
  const track = sheet.tracks[0];
  return track ? (track.boxes[track.marked] ?? null) : null;
}

/** "2 boxes, struck"; one of a thing is not many. */
export const resultWords = (result: Json): string => capital(inWords(result).replace(/(^|[^\d.,])1 (\w+?)(?:(x|ss|sh|ch)es|s)\b/g, (_, before: string, stem: string, end = '') => `${before}1 ${stem}${end as string}`));

/** Whole results in words, no two alike: where two read the same, what did not happen tells them apart. */
export function apart(results: readonly Json[]): string[] {
  const said = results.map(resultWords);
  const group = (value: Json): { readonly [name: string]: Json } => (value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as { readonly [name: string]: Json }) : {});
  return said.map((words, n) => {
    const twins = results.filter((_, k) => said[k] === words).map(group);
    if (twins.length < 2) return words;
    const differ = Object.entries(group(results[n] ?? null)).filter(([name, part]) => (part === false || part === null) && twins.some((other) => other[name] !== part));
    return [words, ...differ.map(([name, part]) => (part === false ? `not ${plain(name)}` : `${plain(name)} by neither`))].join(', ');
  });
}

/** Inputs in a line, without what is as usual: "hull 6, range 4, target rate 3rd rate". */
export function inputWords(inputs: Values, fields: readonly Field[] = []): string {
  const usual = new Map(fields.map((field) => [field.name, JSON.stringify(field.default ?? null)]));
  return Object.entries(inputs)
    .filter(([name, value]) => value !== null && value !== false && usual.get(name) !== JSON.stringify(value))
    .map(([name, value]) => (value === true ? plain(name) : `${plain(name)} ${typeof value === 'number' ? number(value) : inWords(value)}`))
    .join(', ');
}

export interface Rolled {
  readonly key: string;
  readonly at: string;
  readonly resolved: Resolved;
}

/** What was resolved at a table, newest first. */
export function rollsIn(log: readonly TableEvent[]): Rolled[] {
  return log
    .filter((event) => event.kind === 'roll')
    .map((event) => ({ key: String(event.number), at: event.at, resolved: { told: [], need: null, ...event.event, account: event.event['account'] ?? event.account } as unknown as Resolved }))
    .reverse();
}

/** Chances in order with "at least" as numbers, ready to be drawn. */
export function drawn(chances: readonly (Chance | Share)[]): readonly { readonly value: Json; readonly p: number; readonly chance: string; readonly least: number | null; readonly leastText: string | null }[] {
  return chances.map((one) => ({ value: one.value, p: one.p, chance: one.chance, least: 'least' in one ? fraction(one.least) : null, leastText: 'least' in one ? one.least : null }));
}
