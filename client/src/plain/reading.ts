// A view of which nothing is known but its JSON, read as things with names and values. What it goes by is written in
// docs/adding-a-title.md: the table and a seat's own secret, lists of things with an `id` or a `name`, ids as references, and
// `hull` beside `hull_full` for what is left of how much.
import type { Json } from '../api/types';
import { capital, number, plain } from '../lib/words';
import type { Sides } from '../rulesets/contract';

export interface Fields {
  readonly [field: string]: Json;
}

/** Something with a name of its own: a ship, a port, an order. */
export interface Thing {
  readonly id: string;
  readonly name: string;
  /** The list it stands in: "ships"; empty where it is part of another thing. */
  readonly among: string;
  /** Whose it is, where it is a seat's. */
  readonly side: string | null;
  readonly fields: Fields;
}

/** What everybody knows, or what is this seat's alone: values, and lists of things by what they are called. */
export interface Part {
  readonly name: string;
  readonly facts: Fields;
  readonly lists: readonly { readonly name: string; readonly ids: readonly string[] }[];
}

export interface Reading {
  readonly parts: readonly Part[];
  readonly things: ReadonlyMap<string, Thing>;
  /** A value in a player's words, as the field of this name has it. */
  said(value: Json, field?: string): string;
}

export interface Change {
  readonly subject: string | null;
  readonly name: string;
  readonly words: readonly string[];
}

const WHOSE = ['side', 'owner', 'seat'];
const CALLED = ['id', 'name'];
/** What a thing is called and whose it is stand beside its values. */
const UNSAID = [...CALLED, ...WHOSE];
const FULL = '_full';

export const isFields = (value: Json | undefined): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
const textOf = (value: Json | undefined): string | null => (typeof value === 'string' && value !== '' ? value : null);
/** Nothing worth a line: what is not so, is not there, or holds nothing. */
export const isBlank = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === false || value === '' || (isList(value) && value.every(isBlank)) || (isFields(value) && !Object.keys(value).length);
const same = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The things of a list, or of a group that has nothing but groups, with their ids; null where a value is neither. */
function members(value: Json | undefined): readonly (readonly [string, Fields])[] | null {
  if (isList(value)) {
    const named = value.flatMap((one) => (isFields(one) && (textOf(one['id']) ?? textOf(one['name'])) ? [one] : []));
    return named.length && named.length === value.length ? named.map((one) => [textOf(one['id']) ?? String(one['name']), one]) : null;
  }
  if (!isFields(value)) return null;
  const groups = Object.entries(value);
  return groups.length && groups.every(([, one]) => isFields(one)) ? (groups as [string, Fields][]) : null;
}

/** Reads a view; `sides` says what the seats are called. */
export function read(view: Json, sides: { readonly [seat: string]: string }): Reading {
  const things = new Map<string, Thing>();
  /** Lists whose things may be meant by their place: `ship = 3`, `ships = [3, 4]`. */
  const counted = new Map<string, readonly string[]>();

  function note(id: string, fields: Fields, among: string): string {
    const before = things.get(id);
    const all = { ...before?.fields, ...fields };
    const side = WHOSE.map((field) => textOf(all[field])).find((seat) => seat !== null && seat in sides) ?? null;
    things.set(id, { id, name: textOf(all['name']) ?? textOf(all['title']) ?? capital(plain(id)), among: before?.among || among, side, fields: all });
    for (const value of Object.values(fields)) {
      const within = members(value) ?? (isFields(value) && textOf(value['id']) !== null ? [[String(value['id']), value] as const] : []);
      for (const [inner, part] of within) if (inner !== id && textOf(part['id'])) note(inner, part, '');
    }
    return id;
  }

  function part(name: string, value: Fields): Part {
    const facts: { [field: string]: Json } = {};
    const lists: { name: string; ids: readonly string[] }[] = [];
    for (const [field, inner] of Object.entries(value)) {
      const found = members(inner);
      if (!found) {
        facts[field] = inner;
        continue;
      }
      if (isList(inner)) counted.set(field, found.map(([id]) => id));
      lists.push({ name: field, ids: found.map(([id, one]) => note(id, one, field)) });
    }
    return { name, facts, lists };
  }

  function said(value: Json, field = ''): string {
    if (value === null || value === '') return '–';
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (typeof value === 'string') return things.get(value)?.name ?? sides[value] ?? plain(value).replaceAll('/', ', ');
    if (typeof value === 'number') {
      const meant = counted.get(`${field}s`)?.[value];
      return meant === undefined ? number(value) : (things.get(meant)?.name ?? meant);
    }
    if (isList(value)) {
      if (!value.length) return '–';
      const many = counted.get(field);
      const inner = value.map((one) => (many && typeof one === 'number' ? said(many[one] ?? one) : said(one, field)));
      return inner.join(value.some((one) => typeof one === 'object') ? '; ' : ', ');
    }
    const [called, kind] = [textOf(value['name']) ?? textOf(value['id']), textOf(value['type'])];
    const rest = rowsOf(value, kind === null ? CALLED : [...CALLED, 'type']).map(([label, one]) => (value[one.field] === true ? label : `${label} ${rowWords(reading, one)}`));
    return [...[called, kind].flatMap((one) => (one === null ? [] : [said(one)])), ...rest].join(', ') || '–';
  }

  // Whose view it is says the page, and what is drawn of a sea is for those who draw.
  const { table, own, seat: _seat, sea: _sea, ...rest } = isFields(view) ? view : { table: view };
  const parts = [part('The table', { ...rest, ...(isFields(table) ? table : isBlank(table) ? {} : { table: table as Json }) })];
  if (isFields(own)) parts.push(part('Yours alone', own));
  const reading: Reading = { parts, things, said };
  return reading;
}

/** A view is read once, however often it is asked about. */
const kept = new WeakMap<object, Reading>();
export function readingOf(view: Json, sides: Sides): Reading {
  const key = view as object;
  const found = kept.get(key) ?? read(view, Object.fromEntries(Object.entries(sides).map(([seat, { name }]) => [seat, name])));
  kept.set(key, found);
  return found;
}

export interface Row {
  readonly field: string;
  readonly value: Json;
  /** Of how much it is what is left. */
  readonly all: Json | undefined;
}

/** The values worth a line, each with its label. */
export function rowsOf(fields: Fields, unsaid: readonly string[] = UNSAID): readonly (readonly [string, Row])[] {
  return Object.entries(fields)
    .filter(([field, value]) => !unsaid.includes(field) && !isBlank(value) && !(field.endsWith(FULL) && field.slice(0, -FULL.length) in fields))
    .map(([field, value]) => [plain(field), { field, value, all: fields[`${field}${FULL}`] }]);
}

export function rowWords(reading: Reading, { field, value, all }: Row): string {
  const words = reading.said(value, field);
  return all === undefined ? words : `${words} of ${reading.said(all, field)}`;
}

/** What is left of how much, where that is one number. */
export function tracksOf(fields: Fields): readonly { readonly name: string; readonly left: number; readonly all: number }[] {
  return rowsOf(fields).flatMap(([name, { value, all }]) => (typeof value === 'number' && typeof all === 'number' ? [{ name, left: value, all }] : []));
}

/** What is simply so of a thing: "struck", "flagship". */
export function marksOf(fields: Fields): readonly string[] {
  return rowsOf(fields).flatMap(([label, { value }]) => (value === true ? [label] : []));
}

/** What is different, thing by thing. */
export function changes(before: Reading, now: Reading): readonly Change[] {
  const between = (from: Fields, to: Fields): readonly string[] =>
    [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((field) => {
      const [old, next] = [from[field], to[field]];
      if (CALLED.includes(field) || same(old, next) || (isBlank(old) && isBlank(next))) return [];
      const label = plain(field);
      if (next === true) return [label];
      if (old === true) return [`no longer ${label}`];
      if (isBlank(next)) return [`no ${label}`];
      return [isBlank(old) || isFields(next) ? `${label} ${now.said(next as Json, field)}` : `${label} ${before.said(old as Json, field)}, now ${now.said(next as Json, field)}`];
    });
  const found: Change[] = [];
  for (const { name, facts } of now.parts) {
    const words = between(before.parts.find((one) => one.name === name)?.facts ?? {}, facts);
    if (words.length) found.push({ subject: null, name, words });
  }
  for (const thing of now.things.values()) {
    if (!thing.among) continue;
    const old = before.things.get(thing.id);
    const words = old ? between(old.fields, thing.fields) : ['comes onto the table'];
    if (words.length) found.push({ subject: thing.id, name: thing.name, words });
  }
  for (const thing of before.things.values()) {
    if (thing.among && !now.things.has(thing.id)) found.push({ subject: null, name: thing.name, words: ['leaves the table'] });
  }
  return found;
}
