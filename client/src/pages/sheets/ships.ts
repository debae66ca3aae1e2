// Sheets of paper in words and by sides. What ships a view has, its title says.
import type { Track } from '../../api/types';
import { list, plain } from '../../lib/words';
import type { NewSheet } from '../../api/types';

/** Sides in the order they first come. */
export function bySide<T extends { readonly side: string }>(sheets: readonly T[]): { readonly side: string; readonly sheets: readonly T[] }[] {
  const sides = [...new Set(sheets.map((sheet) => sheet.side))];
  return sides.map((side) => ({ side, sheets: sheets.filter((sheet) => sheet.side === side) }));
}

/** What stands in the boxes of a track. Squares that are all worth one are left white, as they are printed. */
export const figuresIn = (track: Track): readonly string[] => track.boxes.map((box) => (track.boxes.every((one) => one === 1) ? '' : String(box)));

/** "3 of 10 boxes" */
export const trackWords = (track: Track): string => `${track.boxes.length - track.marked} of ${track.boxes.length} ${plain(track.name)} left`;
export const sheetWords = (sheet: NewSheet): string => list([...sheet.tracks.map(trackWords), ...sheet.markers]);
