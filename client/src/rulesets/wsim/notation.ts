// The language of the log: `L1R2`. Reading what is written, and what may follow it. Which plots are legal, and where they lead, is
// the server's to say: they come as a list, and what may follow is what some legal plot goes on with.
import type { Action, Choices, Hints } from '../../api/types';
import type { Hex } from './hexes';

/** One thing done in a step: a hex ahead is `1`, all else is its own sign. */
export type Item = string;

const SIGN = /^(\(A\)|BW|RW|W\w*|AB|AS|\d+|[LRTBDAa])/;

/** Letters as the log has them: capitals, but for the `a` of a cut cable. */
export function tidied(typed: string): string {
  return typed.replace(/\s+/g, '').replace(/[b-z]/g, (letter) => letter.toUpperCase());
}

/** The items of a plot, or null where a sign is none of the log's. */
export function items(moves: string): readonly Item[] | null {
  const found: Item[] = [];
  let rest = tidied(moves);
  while (rest) {
    const sign = SIGN.exec(rest)?.[0];
    if (!sign) return null;
    if (/^\d+$/.test(sign) && sign !== '0') for (let i = 0; i < Number(sign); i++) found.push('1');
    else found.push(sign);
    rest = rest.slice(sign.length);
    if (found.length > 60) return null;
  }
  return found;
}

/** Items as they are written: hexes in a row are one number. */
export function written(list: readonly Item[]): string {
  let text = '';
  let hexes = 0;
  for (const item of [...list, '']) {
    if (item === '1') {
      hexes += 1;
      continue;
    }
    if (hexes) text += String(hexes);
    hexes = 0;
    text += item;
  }
  return text;
}

/** Whether a plot is made of turns and hexes alone, so that it leads somewhere. */
export function sails(list: readonly Item[]): boolean {
  return list.every((item) => item === '1' || item === 'L' || item === 'R');
}

export interface Listed {
  readonly moves: string;
  readonly items: readonly Item[];
  readonly action: Action;
}

/** The plots the server lists for a ship. */
export function plots(choices: Choices | null): readonly Listed[] {
  return (choices?.actions ?? []).flatMap(({ action }) => {
    if (action.type !== 'plot') return [];
    const moves = String(action['moves']);
    const list = items(moves);
    return list ? [{ moves, items: list, action }] : [];
  });
}

const begins = (list: readonly Item[], prefix: readonly Item[]): boolean => prefix.every((item, i) => list[i] === item);

/** What legal plots go on with after these items. */
export function following(listed: readonly Listed[], prefix: readonly Item[]): ReadonlySet<Item> {
  const found = new Set<Item>();
  for (const plot of listed) {
    const next = plot.items[prefix.length];
    if (next !== undefined && begins(plot.items, prefix)) found.add(next);
  }
  return found;
}

/** A hex where she can end with her bow, with each heading she can have there and the plots that bring her so, the shortest first. */
export interface End {
  readonly bow: Hex;
  readonly headings: readonly { readonly heading: number; readonly plots: readonly string[] }[];
}

export function ends(found: Hints['ends']): readonly End[] {
  const hexes = new Map<string, Map<number, string[]>>();
  for (const { moves, at: [q, r, heading] } of found) {
    const here = hexes.get(`${q},${r}`) ?? new Map<number, string[]>();
    here.set(heading, [...(here.get(heading) ?? []), moves]);
    hexes.set(`${q},${r}`, here);
  }
  const short = (a: string, b: string): number => (items(a)?.length ?? 0) - (items(b)?.length ?? 0) || a.localeCompare(b);
  return [...hexes].map(([key, headings]) => {
    const [q = 0, r = 0] = key.split(',').map(Number);
    return { bow: [q, r], headings: [...headings].map(([heading, plots]) => ({ heading, plots: plots.sort(short) })) };
  });
}

/** The plot to take when one end is asked for: the shortest, or the next where that one is written already. */
export function toEnd(some: readonly string[], now: string | null): string | null {
  const at = some.findIndex((moves) => moves === now);
  return some[(at + 1) % some.length] ?? null;
}

export function plotOrder(ship: string, moves: string): Action {
  return { type: 'plot', ship, moves };
}

/** Signs that stand alone, with nothing before or after them. */
const alone = (item: Item): boolean => /^(0|D|RW|BW|\(A\)|a|W.*)$/.test(item);

/** One more item; one that stands alone takes the place of everything, and goes when another comes. */
export function added(list: readonly Item[], ...more: readonly Item[]): readonly Item[] {
  return more.reduce<readonly Item[]>((now, item) => (alone(item) ? [item] : [...now.filter((one) => !alone(one)), item]), list);
}

/** What is written after a key is pressed; null where the key writes nothing. A digit is so many hexes, or a leader's number after `W`. */
export function pressed(list: readonly Item[], key: string): readonly Item[] | null {
  const last = list[list.length - 1] ?? '';
  if (key === 'Backspace') return list.slice(0, -1);
  if (/^[0-9]$/.test(key)) {
    if (/^W\d*$/.test(last)) return [last + key];
    return added(list, ...(key === '0' ? ['0'] : Array.from({ length: Number(key) }, () => '1')));
  }
  if (key === '(') return ['(A)'];
  if (key === 'a' || key === 'A') return added(list, key);
  const letter = key.length === 1 ? key.toUpperCase() : '';
  if (last === 'A' && (letter === 'B' || letter === 'S')) return [...list.slice(0, -1), `A${letter}`];
  if (letter === 'W' && list.length === 1 && (last === 'B' || last === 'R')) return [`${last}W`];
  return /^[LRTBWD]$/.test(letter) ? added(list, letter) : null;
}

/** The plot after an arrow key: left and right turn, up goes a hex ahead, down takes the last item back. */
export function steered(list: readonly Item[], key: 'left' | 'right' | 'up' | 'down'): readonly Item[] {
  return key === 'down' ? list.slice(0, -1) : added(list, { left: 'L', right: 'R', up: '1' }[key]);
}
