// Small words that every page needs.
import { figure, t, tongue } from './languages/index.svelte';

const RELATIVE = (language: string) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
];

/** "3 hours ago", "in 2 days", "just now". */
export function ago(time: string, now: number = Date.now()): string {
  const seconds = (Date.parse(time) - now) / 1000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return RELATIVE(tongue.spoken).format(Math.round(seconds / size), unit);
  }
  return t('just now');
}

/** "12:41", in the reader's own time. */
export function clock(time: string): string {
  return new Date(time).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Short names of fields, rows and values as a player says them. */
const IN_FULL: { readonly [short: string]: string } = {
  wsn: 'wind shift number', cls: 'class', lr: 'leadership', dps: 'damage', drm: 'modifier', bv: 'blockade value', ap: 'armour piercing', 'sol d': 'small two-deckers', sol: 'ships of the line',
  mpis: 'increments', 'has ma of': 'has a movement allowance of', 'third dr': 'third of its rating', 'thirds dr': 'thirds of its rating', 'dps exceed dr': 'damage over its rating',
};
const SHORT = /\b(?:dps exceed dr|thirds? dr|has ma of|mpis|wsn|cls|lr|dps|drm|bv|ap|sol d|sol)\b/g;

/** A name from the data as a player reads it: `first_shot_on_that_side` → "first shot on that side", `wsn` in full. */
export function plain(name: string): string {
  return name.replaceAll('_', ' ').replace(SHORT, (short) => IN_FULL[short] ?? short);
}

/** "one ship", "3 ships". */
export function count(n: number, one: string, many = `${one}s`): string {
  return n === 1 ? `one ${one}` : `${n} ${many}`;
}

/** The same in figures: "1 ship", "3 ships". */
export function figures(n: number, one: string, many = `${one}s`): string {
  return `${number(n)} ${n === 1 ? one : many}`;
}

/** "a, b and c" */
export function list(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : t('{most} and {last}', { most: items.slice(0, -1).join(', '), last: items[items.length - 1] ?? '' });
}

/** A chance as a whole percentage that never lies at the ends: "<1 %", ">99 %". */
export function percent(p: number): string {
  if (p <= 0) return '0\u202f%';
  if (p >= 1) return '100\u202f%';
  if (p < 0.01) return '<1\u202f%';
  if (p > 0.99) return '>99\u202f%';
  return `${Math.round(p * 100)}\u202f%`;
}

/** A number with at most `places` decimals and a true minus. */
export function number(value: number, places = 2): string {
  return figure(value.toLocaleString('en', { maximumFractionDigits: places, useGrouping: false }).replace('-', '−'));
}

/** A sentence with true minus signs before its numbers. */
export function typeset(text: string): string {
  return text.replace(/(^|[\s(])-(?=\d)/g, '$1−');
}

/** With its sign: "+2", "−1", "±0". */
export function signed(value: number): string {
  return value > 0 ? `+${number(value)}` : value < 0 ? number(value) : '±0';
}

/** A value of a result or cell in words: `{boxes: 2, struck: true, winner: 'first'}` → "2 boxes, struck, winner: first". */
export function value(what: unknown): string {
  if (what === null || what === undefined) return '–';
  if (what === true) return t('yes');
  if (what === false) return t('no');
  if (typeof what === 'number') return number(what);
  if (typeof what === 'string') return plain(what);
  if (Array.isArray(what)) return what.length ? what.map(value).join(', ') : '–';
  return Object.entries(what)
    .filter(([, part]) => part !== false && part !== null)
    .map(([name, part]) => (part === true ? plain(name) : typeof part === 'number' ? `${number(part)} ${plain(name)}` : `${plain(name)}${typeof part === 'string' ? ':' : ''} ${value(part)}`))
    .join(', ') || 'nothing';
}

/** What a match is about, and whether its sides were evened: "Rosas Bay, with its handicap". */
export function battle(match: { readonly words: string; readonly settings: { readonly [name: string]: unknown } }): string {
  const { handicap, head_start: start } = match.settings;
  const evened = handicap && handicap !== 'no' && handicap !== 'false';
  return [match.words, ...(evened ? [t('with its handicap')] : []), ...(start && start !== '0' ? [t('with a head start')] : [])].join(', ');
}
