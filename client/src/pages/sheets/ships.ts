// Ships of a scenario as sheets of paper. A view's shape is its title's own, so this takes what it can name: ships with
// a name, a side and rows of boxes. Where a title's view has none, there are none here.
import type { Json, Sheet, Track } from '../../api/types';
import { capital, list, plain } from '../../lib/words';

export type NewSheet = Omit<Sheet, 'id' | 'version'>;

type Group = { readonly [name: string]: Json };
const isGroup = (value: unknown): value is Group => typeof value === 'object' && value !== null && !Array.isArray(value);
const isBoxes = (value: unknown): value is readonly number[] => Array.isArray(value) && value.length > 0 && value.every((box) => typeof box === 'number');

/** The list of ships in a view, wherever it stands. */
function shipsIn(view: Json, depth = 0): readonly Group[] {
  if (!isGroup(view) || depth > 3) return [];
  const ships = view['ships'];
  if (Array.isArray(ships) && ships.every(isGroup)) return ships as readonly Group[];
  for (const part of Object.values(view)) {
    const found = shipsIn(part, depth + 1);
    if (found.length) return found;
  }
  return [];
}

/** Titles name the row of boxes of a result: a broadside's result says `boxes`. */
const TRACKS: { readonly [field: string]: string } = { sheet: 'boxes' };

export function sheetsOf(view: Json): NewSheet[] {
  return shipsIn(view).flatMap((ship): NewSheet[] => {
    const name = ship['name'];
    if (typeof name !== 'string') return [];
    const words = (field: string): string => (typeof ship[field] === 'string' ? plain(ship[field]) : '');
    const crossed = typeof ship['crossed'] === 'number' ? ship['crossed'] : 0;
    const tracks: Track[] = Object.entries(ship).flatMap(([field, value]) => (isBoxes(value) && TRACKS[field] ? [{ name: TRACKS[field], boxes: value, marked: crossed }] : []));
    const guns = typeof ship['guns'] === 'number' ? `${ship['guns']} guns` : '';
    const kind = [[capital(words('nation')), words('rate')].filter(Boolean).join(' '), guns].filter(Boolean).join(', ');
    return [{ name, side: typeof ship['side'] === 'string' ? ship['side'] : '', kind, tracks, markers: ship['flag'] ? ['flagship'] : [], notes: '' }];
  });
}

/** Sides in the order they first come. */
export function bySide<T extends { readonly side: string }>(sheets: readonly T[]): { readonly side: string; readonly sheets: readonly T[] }[] {
  const sides = [...new Set(sheets.map((sheet) => sheet.side))];
  return sides.map((side) => ({ side, sheets: sheets.filter((sheet) => sheet.side === side) }));
}

/** "3 of 10 boxes" */
export const trackWords = (track: Track): string => `${track.boxes.length - track.marked} of ${track.boxes.length} ${plain(track.name)} left`;
export const sheetWords = (sheet: NewSheet): string => list([...sheet.tracks.map(trackWords), ...sheet.markers]);
