// How a printed chart is laid out: which axes go down, which across, and where a cell stands.
import type { Chart, Json, Label } from '../api/types';
import { plain, value as inWords } from './words';

export interface Layout {
  /** Axes that go down and across. */
  readonly down: readonly string[];
  readonly across: readonly string[];
  /** Headings over the columns, one line for each axis across, with how many columns each spans. */
  readonly heads: readonly (readonly { readonly text: string; readonly span: number }[])[];
  readonly rows: readonly {
    readonly labels: readonly { readonly text: string; readonly span: number }[];
    readonly cells: readonly (Cell | null)[];
  }[];
}

export interface Cell {
  readonly key: readonly string[];
  readonly text: string;
  readonly number: boolean;
}

const WIDEST = 16;

/** Labels are compared as text: 3 and "3" are the same row. */
export const keyText = (label: Json | undefined): string => (label === true ? 'true' : label === false ? 'false' : String(label ?? ''));

function distinct<T>(items: readonly T[], same: (item: T) => string): T[] {
  const seen = new Map<string, T>();
  for (const item of items) if (!seen.has(same(item))) seen.set(same(item), item);
  return [...seen.values()];
}

/** Spans of equal neighbours on each level of nested headings. */
function nested(combos: readonly (readonly string[])[], level: number): { text: string; span: number }[] {
  const spans: { text: string; span: number }[] = [];
  combos.forEach((combo, n) => {
    const before = combos[n - 1];
    const same = before !== undefined && combo.slice(0, level + 1).every((part, k) => part === before[k]);
    const last = spans[spans.length - 1];
    if (same && last) last.span += 1;
    else spans.push({ text: plain(combo[level] ?? ''), span: 1 });
  });
  return spans;
}

/** Fields of a value that is a group, dotted: `hull.H`. Null where the value is one thing. */
function fields(chart: Chart): string[] | null {
  const names = new Set<string>();
  for (const cell of chart.cells) {
    const found = cell['value'];
    if (found === null || found === undefined) continue;
    if (typeof found !== 'object' || Array.isArray(found)) return null;
    for (const [name, part] of Object.entries(found)) {
      if (part !== null && typeof part === 'object' && !Array.isArray(part)) for (const inner of Object.keys(part)) names.add(`${name}.${inner}`);
      else names.add(name);
    }
  }
  return names.size ? [...names] : null;
}

function dig(found: Json | undefined, path: string): Json | undefined {
  let here: Json | undefined = found;
  for (const part of path.split('.')) {
    if (here === null || here === undefined || typeof here !== 'object' || Array.isArray(here)) return undefined;
    here = (here as { [name: string]: Json })[part];
  }
  return here;
}

const shown = (found: Json | undefined): string => (found === undefined || found === null ? '' : found === false ? '–' : inWords(found));

function cellOf(key: readonly string[], found: Json | undefined): Cell {
  return { key, text: shown(found), number: typeof found === 'number' };
}

export function layout(chart: Chart): Layout {
  const axes = chart.axes;
  const split = fields(chart);
  if (axes.length === 1) {
    const axis = axes[0] ?? '';
    const labels = chart.cells.map((cell) => keyText(cell[axis]));
    if (split) {
      return {
        down: axes,
        across: [],
        heads: [split.map((name) => ({ text: plain(name.replace('.', ': ')), span: 1 }))],
        rows: chart.cells.map((cell, n) => ({
          labels: [{ text: plain(labels[n] ?? ''), span: 1 }],
          cells: split.map((name) => cellOf([labels[n] ?? ''], dig(cell['value'], name))),
        })),
      };
    }
    const short = labels.length <= 12 && labels.every((label) => label.length <= 4);
    if (short) {
      return {
        down: [],
        across: axes,
        heads: [labels.map((label) => ({ text: label, span: 1 }))],
        rows: [{ labels: [], cells: chart.cells.map((cell, n) => cellOf([labels[n] ?? ''], cell['value'])) }],
      };
    }
    return {
      down: axes,
      across: [],
      heads: [],
      rows: chart.cells.map((cell, n) => ({
        labels: [{ text: plain(labels[n] ?? ''), span: 1 }],
        cells: [cellOf([labels[n] ?? ''], cell['value'])],
      })),
    };
  }

  const sizes = axes.map((axis) => new Set(chart.cells.map((cell) => keyText(cell[axis]))).size);
  let down: readonly string[] = axes.slice(0, 1);
  let across: readonly string[] = axes.slice(1);
  const combosOf = (names: readonly string[]): string[][] =>
    distinct(chart.cells.map((cell) => names.map((axis) => keyText(cell[axis]))), (combo) => combo.join('\u0000'));
  while (across.length > 1 && combosOf(across).length > WIDEST) {
    down = axes.slice(0, down.length + 1);
    across = axes.slice(down.length);
  }
  if (axes.length === 2 && (sizes[1] ?? 0) > WIDEST && (sizes[0] ?? 0) <= WIDEST) {
    down = [axes[1] ?? ''];
    across = [axes[0] ?? ''];
  }
  if (chart.across?.length && chart.across.length < axes.length) {
    down = axes.filter((axis) => !chart.across?.includes(axis));
    across = chart.across;
  }
  const columns = combosOf(across);
  const lines = combosOf(down);
  const found = new Map(chart.cells.map((cell) => [axes.map((axis) => keyText(cell[axis])).join('\u0000'), cell]));
  const rowSpans = down.map((_, level) => nested(lines, level));
  const starts = rowSpans.map((spans) => {
    let at = 0;
    return new Map(spans.map((span) => [(at += span.span) - span.span, span]));
  });
  return {
    down,
    across,
    heads: across.map((_, level) => nested(columns, level)),
    rows: lines.map((line, n) => ({
      labels: starts.flatMap((start) => start.get(n) ?? []),
      cells: columns.map((column) => {
        const byAxis = new Map([...down.map((axis, k) => [axis, line[k] ?? ''] as const), ...across.map((axis, k) => [axis, column[k] ?? ''] as const)]);
        const key = axes.map((axis) => byAxis.get(axis) ?? '');
        const cell = found.get(key.join('\u0000'));
        return cell ? cellOf(key, cell['value']) : null;
      }),
    })),
  };
}

/** Whether a cell is the one an account names. */
export function isCell(key: readonly string[], asked: readonly Label[]): boolean {
  return key.length === asked.length && key.every((part, n) => part === keyText(asked[n]));
}
