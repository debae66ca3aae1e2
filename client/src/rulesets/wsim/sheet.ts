// The sheet of chart that lies under the ships. The sea has no edge: the sheet is laid about the ships, and another when they
// sail towards its rim.
import type { Point } from '../../freetable/geometry';
import { afloat } from './fleet';
import { APART, centre, hexesOf } from './hexes';
import type { Table } from './types';

export interface Sheet {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Hexes between the ships and the rim of a new sheet, and how near they may come to it. */
const ROOM = 14;
const NEAR = 4;
/** Sheets are cut in such steps. */
const CUT = 5 * APART;

export function sheetOf(table: Table, now: Sheet | null, room = ROOM): Sheet {
  const ships = afloat(table);
  const points: readonly Point[] = (ships.length ? ships : table.ships).flatMap((ship) => hexesOf(ship).map(centre));
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  const near = NEAR * APART;
  if (now && box.left - near > now.left && box.right + near < now.left + now.width && box.top - near > now.top && box.bottom + near < now.top + now.height) return now;
  const by = room * APART;
  const left = Math.floor((box.left - by) / CUT) * CUT;
  const top = Math.floor((box.top - by) / CUT) * CUT;
  return { left, top, width: Math.ceil((box.right + by - left) / CUT) * CUT, height: Math.ceil((box.bottom + by - top) / CUT) * CUT };
}
