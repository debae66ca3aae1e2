// The sheet of chart that lies under the ships. The sea has no edge: the sheet is laid about the ships, and another when they
// sail towards its rim.
import type { Point } from '../../freetable/geometry';
import { afloat } from './fleet';
import { APART, centre, hexesOf } from './hexes';
import type { Table } from '../../served/wsim';

export interface Sheet {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Hexes between the ships and the rim of a new sheet, and how near they may come to it. */
const ROOM = 14;
const NEAR = 4;
/** The short side of a sheet is at least this share of the long one. */
const STRIP = 0.7;
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
  const [wide, high] = [box.right - box.left + 2 * by, box.bottom - box.top + 2 * by];
  // Never a strip: a window would show more desk than sea.
  const [x, y] = [Math.max(by, (high * STRIP - (box.right - box.left)) / 2), Math.max(by, (wide * STRIP - (box.bottom - box.top)) / 2)];
  const left = Math.floor((box.left - x) / CUT) * CUT;
  const top = Math.floor((box.top - y) / CUT) * CUT;
  return { left, top, width: Math.ceil((box.right + x - left) / CUT) * CUT, height: Math.ceil((box.bottom + y - top) / CUT) * CUT };
}
