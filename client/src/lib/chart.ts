// A chart as its page has it: rows that read alike share a line ("2–4"), dice stand inside the cells where the page
// has them there, values of several parts have a column each. Which axes run across the chart says itself.
import { t } from './languages/index.svelte';
import type { Chart, Json, Label } from '../api/types';
import { capital, number, plain, value as inWords } from './words';

export interface PrintedCell {
  /** The keys of all the cells it stands for. */
  readonly keys: readonly (readonly string[])[];
  readonly text: string;
  readonly number: boolean;
  /** How many columns it fills: neighbouring dice that read alike share a cell. */
  readonly span: number;
  /** Our reading of a damaged place. */
  readonly doubtful: boolean;
  /** The part of the value that stands here, where each part has a column. */
  readonly path?: readonly string[];
  /** Whether the dice for which a result comes stand here, and not the result. */
  readonly dice?: boolean;
}
export interface Span {
  readonly text: string;
  readonly span: number;
}
export interface Page {
  /** Axes that run down, and those (with headings of results and parts) that run across. */
  readonly down: readonly string[];
  readonly across: readonly string[];
  readonly heads: readonly (readonly Span[])[];
  readonly rows: readonly { readonly labels: readonly Span[]; readonly cells: readonly (PrintedCell | null)[] }[];
  readonly doubtful: boolean;
}

type Raw = Chart['cells'][number];
interface Column {
  readonly words: readonly string[];
  readonly of: (found: readonly Raw[]) => PrintedCell | null;
  /** Which groups of the axes across this column is for. */
  readonly at: readonly number[];
}

/** Labels are compared as text: 3 and "3" are the same row. */
const keyText = (label: Json | undefined): string => String(label ?? '');

const WIDEST = 18;
const SEPARATOR = '\u0000';
const rollAxis = (chart: Chart): string | null => / on (\w+)$/.exec(chart.roll ?? '')?.[1] ?? null;

/** Parts of a value in words, without what is nothing: "2 dp, leader check". */
export function inBrief(found: Json | undefined): string {
  if (found === undefined || found === null) return '·';
  if (typeof found !== 'object' || Array.isArray(found)) return inWords(found);
  const some = Object.entries(found).filter(([, part]) => part !== 0 && part !== false && part !== null);
  return some.length ? inWords(Object.fromEntries(some)) : '–';
}

export const part = (found: Json | undefined): string =>
  found === undefined || found === null ? '·' : found === true ? 'yes' : found === false ? '–' : inWords(found);

/** 0,1,2,5 → "0–2, 5" */
export function ranges(labels: readonly string[]): string {
  const out: string[] = [];
  for (let n = 0; n < labels.length; ) {
    let last = n;
    while (last + 1 < labels.length && /^-?\d+$/.test(labels[last] ?? '') && Number(labels[last + 1]) === Number(labels[last]) + 1) last += 1;
    out.push(last > n ? `${labels[n]}–${labels[last]}` : String(labels[n]));
    n = last + 1;
  }
  return out.join(', ');
}

export function dig(found: Json | undefined, path: readonly string[]): Json | undefined {
  let here: Json | undefined = found;
  for (const name of path) here = here !== null && typeof here === 'object' && !Array.isArray(here) ? (here as { [name: string]: Json })[name] : undefined;
  return here;
}

/** The parts of values that are groups, as paths; null where a value is one thing. */
function partsOf(cells: readonly Raw[]): string[][] | null {
  const found = new Map<string, string[]>();
  for (const { value } of cells) {
    if (value === null || value === undefined) continue;
    if (typeof value !== 'object' || Array.isArray(value)) return null;
    for (const [name, inner] of Object.entries(value)) {
      if (inner !== null && typeof inner === 'object' && !Array.isArray(inner)) for (const deep of Object.keys(inner)) found.set(`${name}.${deep}`, [name, deep]);
      else if (![...found.keys()].some((path) => path.startsWith(`${name}.`))) found.set(name, [name]);
    }
  }
  // A group that is null in its first cells was taken for a part of its own.
  return found.size ? [...found.values()].filter((path) => path.length > 1 || ![...found.values()].some((other) => other.length > 1 && other[0] === path[0])) : null;
}

/** Neighbouring whole numbers of an axis under which everything reads alike become one. */
function groupsOf(chart: Chart, axis: string): { readonly text: string; readonly labels: readonly string[] }[] {
  const others = chart.axes.filter((one) => one !== axis);
  const read = new Map<string, Map<string, string>>();
  for (const cell of chart.cells) {
    const label = keyText(cell[axis]);
    const place = others.map((one) => keyText(cell[one])).join(SEPARATOR);
    const column = read.get(label) ?? new Map<string, string>();
    column.set(place, JSON.stringify([cell['value'], cell['reconstructed'] ?? false]));
    read.set(label, column);
  }
  const same = (a: string, b: string): boolean => {
    const [one, two] = [read.get(a), read.get(b)];
    return !!one && !!two && one.size === two.size && [...one].every(([place, value]) => two.get(place) === value);
  };
  const whole = (label: string): boolean => /^-?\d+$/.test(label);
  const groups: string[][] = [];
  for (const label of read.keys()) {
    const last = groups[groups.length - 1];
    const end = last?.[last.length - 1];
    const next = end !== undefined && whole(end) && ((whole(label) && Number(label) === Number(end) + 1) || label === `${Number(end) + 1}+`);
    if (last && end !== undefined && next && same(end, label)) last.push(label);
    else groups.push([label]);
  }
  return groups.map((labels) => {
    const [first = '', last = ''] = [labels[0], labels[labels.length - 1]];
    return { labels, text: labels.length === 1 ? plain(first) : last.endsWith('+') ? `${first}+` : `${first}–${last}` };
  });
}

function spans(words: readonly (readonly string[])[], level: number): Span[] {
  const found: { text: string; span: number }[] = [];
  words.forEach((line, n) => {
    const before = words[n - 1];
    const last = found[found.length - 1];
    if (last && before && line.slice(0, level + 1).every((word, k) => word === before[k])) last.span += 1;
    else found.push({ text: line[level] ?? '', span: 1 });
  });
  return found;
}

const cellOf = (chart: Chart, found: readonly Raw[], text: string, isNumber: boolean): PrintedCell => ({
  keys: found.map((cell) => chart.axes.map((axis) => keyText(cell[axis]))),
  text,
  number: isNumber,
  span: 1,
  doubtful: found.some((cell) => cell['reconstructed'] === true),
});

export function printed(chart: Chart): Page {
  const dice = rollAxis(chart);
  const others = chart.axes.filter((axis) => axis !== dice);
  const yesNo = chart.cells.every((cell) => typeof cell['value'] === 'boolean');
  const simple = chart.cells.every((cell) => cell['value'] === null || typeof cell['value'] !== 'object');
  if (dice !== null && others.length >= 1 && ((yesNo && others.length >= 1) || (simple && others.length >= 2))) {
    const inside = diceInside(chart, dice, others, yesNo);
    if (inside) return inside;
  }

  const grouped = chart.axes.map((axis) => groupsOf(chart, axis));
  const parts = partsOf(chart.cells);
  const place = new Map(chart.axes.map((axis, n) => [axis, new Map(grouped[n]?.flatMap((group, k) => group.labels.map((label) => [label, k] as const)))]));
  const at = (cell: Raw, axes: readonly string[]): number[] => axes.map((axis) => place.get(axis)?.get(keyText(cell[axis])) ?? 0);
  const combos = (axes: readonly string[]): number[][] => [...new Map(chart.cells.map((cell) => [at(cell, axes).join(), at(cell, axes)])).values()];
  const textOf = (axis: string, group: number): string => grouped[chart.axes.indexOf(axis)]?.[group]?.text ?? '';

  // As the chart says it; one axis of few short labels lies flat.
  const [first = ''] = chart.axes;
  const labels = combos([first]).map(([group = 0]) => textOf(first, group));
  const flat = !parts && labels.length > 2 && labels.length <= 14 && labels.every((label) => label.length <= 4) && chart.cells.every((cell) => inBrief(cell['value']).length <= 6);
  const across = chart.axes.length > 1 ? chart.across : flat ? chart.axes : [];
  const down = chart.axes.filter((axis) => !across.includes(axis));

  const wide = combos(across);
  const split_parts = parts !== null && wide.length * parts.length <= WIDEST;
  const columns: Column[] = wide.flatMap((combo) => {
    const words = across.map((axis, n) => textOf(axis, combo[n] ?? 0));
    if (!split_parts || !parts)
      return [{ words, at: combo, of: (found: readonly Raw[]) => (found[0] ? cellOf(chart, found, inBrief(found[0]['value']), typeof found[0]['value'] === 'number') : null) }];
    return parts.map((path) => ({
      words: [...words, plain(path.join(': '))],
      at: combo,
      of: (found: readonly Raw[]) => {
        const value = dig(found[0]?.['value'], path);
        return found[0] ? { ...cellOf(chart, found, part(value), typeof value === 'number'), path } : null;
      },
    }));
  });
  const heading = columns[0]?.words.length ?? 0;
  return build(chart, down, [...across, ...(split_parts ? [''] : [])], columns, combos(down), textOf, (cell) => [at(cell, down), at(cell, across)], heading, across[across.length - 1] === dice && across.length === 1 && down.length > 1);
}

function build(
  chart: Chart,
  down: readonly string[],
  across: readonly string[],
  columns: readonly Column[],
  lines: readonly (readonly number[])[],
  textOf: (axis: string, group: number) => string,
  at: (cell: Raw) => readonly [readonly number[], readonly number[]],
  heading: number,
  join = false,
): Page {
  const cells = new Map<string, Raw[]>();
  for (const cell of chart.cells) {
    const key = at(cell).map((one) => one.join()).join('|');
    cells.set(key, [...(cells.get(key) ?? []), cell]);
  }
  const names = lines.map((line) => down.map((axis, n) => textOf(axis, line[n] ?? 0)));
  const starts = down.map((_, level) => {
    let from = 0;
    return new Map(spans(names, level).map((span) => [(from += span.span) - span.span, span]));
  });
  const rows = lines.map((line, n) => ({
    labels: starts.flatMap((start) => start.get(n) ?? []),
    cells: joined(columns.map((column) => column.of(cells.get(`${line.join()}|${column.at.join()}`) ?? [])), join),
  }));
  return {
    down,
    across: across.filter(Boolean),
    heads: Array.from({ length: heading }, (_, level) => spans(columns.map((column) => column.words), level)),
    rows,
    doubtful: rows.some((row) => row.cells.some((cell) => cell?.doubtful)),
  };
}

/** Neighbours that read alike become one wide cell. */
function joined(cells: readonly (PrintedCell | null)[], join: boolean): readonly (PrintedCell | null)[] {
  if (!join) return cells;
  const found: (PrintedCell | null)[] = [];
  for (const cell of cells) {
    const last = found[found.length - 1];
    if (cell && last && cell.text === last.text && cell.doubtful === last.doubtful) found[found.length - 1] = { ...last, span: last.span + 1, keys: [...last.keys, ...cell.keys] };
    else found.push(cell);
  }
  return found;
}

/** The page lists, under each result, the dice for which it comes. */
function diceInside(chart: Chart, dice: string, others: readonly string[], yesNo: boolean): Page | null {
  const labels = (axis: string): string[] => [...new Set(chart.cells.map((cell) => keyText(cell[axis])))];
  const lists = new Map(others.map((axis) => [axis, labels(axis)]));
  const at = (cell: Raw, axes: readonly string[]): number[] => axes.map((axis) => lists.get(axis)?.indexOf(keyText(cell[axis])) ?? 0);
  const combos = (axes: readonly string[]): number[][] => [...new Map(chart.cells.map((cell) => [at(cell, axes).join(), at(cell, axes)])).values()];
  const textOf = (axis: string, n: number): string => plain(lists.get(axis)?.[n] ?? '');
  const across = chart.across.filter((axis) => axis !== dice);
  const down = others.filter((axis) => !across.includes(axis));
  if (!down.length) return null;
  const listed = (found: readonly Raw[]): string => ranges(found.map((cell) => keyText(cell[dice]))) || '–';
  const columns: Column[] = combos(across).flatMap((combo) => {
    const words = across.map((axis, n) => textOf(axis, combo[n] ?? 0));
    if (yesNo)
      return [{ words: words.length ? words : [plain(dice)], at: combo, of: (found: readonly Raw[]) => (found.length ? { ...cellOf(chart, found.filter((cell) => cell['value'] === true), listed(found.filter((cell) => cell['value'] === true)), false), dice: true } : null) }];
    const mine = chart.cells.filter((cell) => at(cell, across).join() === combo.join());
    const results = [...new Set(mine.map((cell) => JSON.stringify(cell['value'])))].sort((a, b) => order(a) - order(b));
    return results.map((result) => ({
      words: [...words, result === 'null' ? '·' : inWords(JSON.parse(result) as Json)],
      at: combo,
      of: (found: readonly Raw[]) => {
        const these = found.filter((cell) => JSON.stringify(cell['value']) === result);
        return { ...cellOf(chart, these, listed(these), false), dice: true };
      },
    }));
  });
  if (columns.length > 24) return null;
  return build(chart, down, across.length || !yesNo ? [...across, ...(yesNo ? [] : ['result'])] : [], columns, combos(down), textOf, (cell) => [at(cell, down), at(cell, across)], columns[0]?.words.length ?? 0);
}

/** Numbers in their order, words after them, nothing last. */
function order(text: string): number {
  const value = Number(text);
  return Number.isFinite(value) && text !== 'null' ? value : text === 'null' || text === '"none"' ? 2e9 : 1e9;
}

/** Whether one of the cells that were used, by their labels, stands in this one. */
export const litBy = (cell: PrintedCell, lit: readonly (readonly Label[])[]): boolean =>
  cell.keys.some((key) => lit.some((asked) => key.length === asked.length && key.every((part, n) => part === keyText(asked[n]))));

// ---- finding ---------------------------------------------------------------------------------------------------

export const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** What a chart is found by: its name and id first, then everything printed on it. */
export function textsOf(id: string, chart: Chart): { readonly name: string; readonly body: string } {
  const seen = new Set<string>();
  for (const cell of chart.cells) {
    for (const axis of chart.axes) seen.add(plain(keyText(cell[axis])));
    seen.add(inWords(cell['value']));
  }
  const legend = Object.entries(chart.legend ?? {}).flat().join(' ');
  return {
    name: `${id} ${plain(id)} ${chart.name}`.toLowerCase(),
    body: [...chart.axes.map(plain), ...seen, chart.source, chart.note ?? '', chart.unit ?? '', legend, chart.roll ?? ''].join(' ').toLowerCase(),
  };
}

/** 2: by its name; 1: by what is on it; 0: not. */
export function matches(texts: { readonly name: string; readonly body: string }, wanted: readonly string[]): 0 | 1 | 2 {
  if (wanted.every((word) => texts.name.includes(word))) return 2;
  return wanted.every((word) => texts.name.includes(word) || texts.body.includes(word)) ? 1 : 0;
}

/** "1d6 on die" → "Roll 1d6 for die". */
export const rollWords = (chart: Chart): string => (chart.roll ? t('Roll {dice}', { dice: plain(chart.roll.replace(' on ', ' for ')) }) : '');
export const sourceWords = (chart: Chart): string => capital(chart.source);
export const signOf = (sign: string): string => (/^-?\d+$/.test(sign) ? number(Number(sign)) : plain(sign));
