// Cells that are played otherwise than printed: laid on a chart, put in, taken out again, and listed.
import type { Changes, Chart, Json } from '../../api/types';
import { dig, inBrief, part, type PrintedCell } from '../../lib/chart';
import { plain } from '../../lib/words';

type Group = { readonly [name: string]: Json };
type Cells = Changes[string];

/** What stands for a printed blank. */
export const BLANK = '.';

const isGroup = (value: Json | undefined): value is Group => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A cell as a study names it: its labels, in the order of the chart's axes. */
export const called = (labels: readonly string[]): string => labels.join(' ');

/** What is printed in a cell. */
export function printedAt(chart: Chart, labels: readonly string[], path: readonly string[] = []): Json | undefined {
  const cell = chart.cells.find((one) => chart.axes.every((axis, n) => String(one[axis] ?? '') === labels[n]));
  return dig(cell?.['value'], path);
}

function laid(value: Json, change: Json): Json {
  if (isGroup(value) && isGroup(change)) return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, name in change ? laid(inner, change[name] ?? null) : inner]));
  return change === BLANK ? null : change;
}

/** The chart as it is played. */
export function changed(chart: Chart, cells: Cells | undefined): Chart {
  if (!cells || !Object.keys(cells).length) return chart;
  const put = (cell: Chart['cells'][number]) => {
    const change = cells[called(chart.axes.map((axis) => String(cell[axis] ?? '')))];
    return change === undefined ? cell : { ...cell, value: laid(cell['value'] ?? null, change) };
  };
  return { ...chart, cells: chart.cells.map(put) };
}

/** What a change says of one part of a cell; undefined where it says nothing. */
export function changeAt(cells: Cells | undefined, labels: readonly string[], path: readonly string[]): Json | undefined {
  const change = cells?.[called(labels)];
  return path.length ? dig(change, path) : change;
}

function without(change: Json | undefined, path: readonly string[]): Json | undefined {
  const [name, ...rest] = path;
  if (name === undefined || !isGroup(change)) return undefined;
  const inner = without(change[name], rest);
  const kept = Object.entries(change).flatMap(([key, value]): (readonly [string, Json])[] => (key === name ? (inner === undefined ? [] : [[key, inner]]) : [[key, value]]));
  return kept.length ? Object.fromEntries(kept) : undefined;
}

function within(change: Json | undefined, path: readonly string[], value: Json): Json {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const group: Group = isGroup(change) ? change : {};
  return { ...group, [name]: within(group[name], rest, value) };
}

/** With one more cell changed. What is printed there is no change: then the cell is as it was. */
export function put(changes: Changes, id: string, chart: Chart, labels: readonly string[], path: readonly string[], value: Json): Changes {
  const printed = printedAt(chart, labels, path) ?? null;
  const same = JSON.stringify(printed) === JSON.stringify(value === BLANK ? null : value);
  const name = called(labels);
  const before = changes[id]?.[name];
  const after = same ? without(before, path) : within(before, path, value);
  const cells: { [cell: string]: Json } = { ...changes[id] };
  delete cells[name];
  if (after !== undefined) cells[name] = after;
  const all: { [chart: string]: Cells } = { ...changes };
  delete all[id];
  return Object.keys(cells).length ? { ...all, [id]: cells } : all;
}

/** Without any change of a cell. */
export function drop(changes: Changes, id: string, name: string): Changes {
  const cells = Object.fromEntries(Object.entries(changes[id] ?? {}).filter(([cell]) => cell !== name));
  const rest = Object.fromEntries(Object.entries(changes).filter(([chart]) => chart !== id));
  return Object.keys(cells).length ? { ...rest, [id]: cells } : rest;
}

/** The places of a value that can be changed by themselves: its parts, or the whole of it. Lists are left as printed. */
export function leaves(value: Json | undefined): readonly (readonly string[])[] {
  if (Array.isArray(value) || value === undefined) return [];
  if (!isGroup(value)) return [[]];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner).map((path) => [name, ...path]));
}

/** What was typed, as what it means in a cell: a blank, a number or a word. */
export function meant(typed: string): Json {
  const text = typed.trim().replace('−', '-').replace(/^·$/, BLANK);
  if (text === '' || text === BLANK) return BLANK;
  const found = Number(text.replace(',', '.'));
  return Number.isFinite(found) ? found : text;
}

/** The words that stand in such places of a chart. */
export function wordsOn(chart: Chart, path: readonly string[]): readonly string[] {
  const found = chart.cells.map((cell) => dig(cell['value'], path)).filter((value) => typeof value === 'string');
  return [...new Set(found)].sort();
}

/** What was printed where a cell was changed: empty where it is not one value; null where nothing was changed. */
export function was(chart: Chart, cells: Cells | undefined, cell: PrintedCell): string | null {
  const path = cell.path ?? [];
  const hit = cell.keys.filter((key) => changeAt(cells, key, path) !== undefined);
  if (!hit.length) return null;
  if (cell.dice) return '';
  const before = [...new Set(hit.map((key) => (path.length ? part(printedAt(chart, key, path)) : inBrief(printedAt(chart, key)))))];
  return before.length === 1 ? (before[0] ?? '') : '';
}

export interface Listed {
  readonly chart: string;
  readonly cell: string;
  readonly words: string;
  readonly from: string;
  readonly to: string;
}

/** Every change, as it is read: where, from what, to what. */
export function listed(changes: Changes, book: { readonly [id: string]: Chart }): readonly Listed[] {
  return Object.entries(changes).flatMap(([id, cells]) => {
    const chart = book[id];
    return Object.entries(cells).flatMap(([name, change]) => {
      const raw = chart?.cells.find((one) => called(chart.axes.map((axis) => String(one[axis] ?? ''))) === name);
      return leaves(change).map((path) => ({
        chart: id,
        cell: name,
        words: [plain(name), ...path.map(plain)].join(', '),
        from: raw ? part(dig(raw['value'], path)) : '',
        to: dig(change, path) === BLANK ? '·' : part(dig(change, path)),
      }));
    });
  });
}
