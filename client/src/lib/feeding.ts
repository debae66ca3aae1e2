// Forms that are filled in from sheets: a sheet has facts by the names of fields, and some of them are read off its boxes.
import type { Field, Json, Sheet } from '../api/types';

type Facts = Pick<Sheet, 'facts' | 'tracks'>;

/** What a sheet says of a field; nothing where it does not know, or where the field takes no such value. */
export function factOf(sheet: Facts, field: Field): Json | undefined {
  const fact = sheet.facts[field.name];
  if (fact === undefined) return undefined;
  const found = typeof fact === 'object' ? read(sheet, fact) : fact;
  if (found === undefined || (field.choices && !field.choices.some((choice) => choice === found))) return undefined;
  if (typeof found !== 'number') return found;
  return Math.min(field.high ?? found, Math.max(field.low ?? found, found));
}

function read(sheet: Facts, { of, how, each }: { readonly of: string; readonly how: 'left' | 'marked' | 'next' | 'gone'; readonly each: number }): number | undefined {
  const track = sheet.tracks.find((one) => one.name === of);
  if (!track) return undefined;
  const next = track.boxes[track.marked];
  if (how === 'next') return next;
  if (how === 'gone') return next === undefined ? track.boxes.at(-1) : next - 1;
  return (how === 'marked' ? track.marked : track.boxes.length - track.marked) / each;
}

/** All that a sheet says of these fields. */
export function fed(sheet: Facts, fields: readonly Field[]): { readonly [name: string]: Json } {
  return Object.fromEntries(fields.flatMap((field) => {
    const found = field.many || field.kind === 'group' ? undefined : factOf(sheet, field);
    return found === undefined ? [] : [[field.name, found]];
  }));
}

const OTHER = /^(target|enemy)_/;

/** A form's fields: those of the ship that acts, and those of the one she acts against, where it has such. */
export function sidesOf(fields: readonly Field[]): { readonly own: readonly Field[]; readonly other: readonly Field[]; readonly called: string } {
  const other = fields.filter(({ name }) => OTHER.test(name));
  return { own: fields.filter((field) => !other.includes(field)), other, called: other[0]?.name.split('_')[0] ?? '' };
}

/** One who fills in a part of a form. */
export interface Feeder {
  readonly id: string;
  readonly name: string;
  readonly side: string;
  readonly feed: (fields: readonly Field[]) => { readonly [name: string]: Json };
  /** It was chosen for a group of the form, or for all of it: results go back to its sheet. */
  readonly chosen: (role: string) => void;
}

export const feeding = (feeders: readonly Feeder[], fields: readonly Field[]): readonly Feeder[] => feeders.filter((one) => Object.keys(one.feed(fields)).length > 0);

/** What a result has for a role: its parts that begin with the role's name, by the tracks that they are marked on. */
export function dueTo(role: string, parts: readonly (readonly [name: string, value: number])[], tracks: readonly { readonly name: string }[]): { readonly [track: string]: number } {
  return Object.fromEntries(parts.flatMap(([name, value]) => {
    if (!name.startsWith(`${role}_`)) return [];
    const part = name.slice(role.length + 1);
    const track = tracks.find((one) => one.name === part || one.name === TRACK_OF[part]);
    return track ? [[track.name, value]] : [];
  }));
}

/** The tracks that parts of results are marked on, where they are called otherwise. */
export const TRACK_OF: { readonly [part: string]: string } = { dps: 'damage' };
