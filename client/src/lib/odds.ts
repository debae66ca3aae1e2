// Odds in a line: what an order is likely to do.
import type { Json, Odds, Preview, PreviewCall } from '../api/types';
import { list, number, percent, plain, value } from './words';

/** "83 % any boxes, 1.7 on average"; "33 % passed"; "level 50 %, lost 25 %". */
export function inOneLine(odds: Odds): string {
  const parts = Object.entries(odds.parts).map(([name, chances]) => {
    const words = plain(name);
    if (chances.every((one) => typeof one.value === 'boolean')) {
      const yes = chances.find((one) => one.value === true)?.p ?? 0;
      return `${percent(yes)} ${words}`;
    }
    const none = chances.find((one) => one.value === 0)?.p ?? 0;
    const mean = odds.means[name]?.value;
    const any = none > 0 ? `${percent(1 - none)} any ${words}` : words;
    return mean === undefined ? any : `${any}, ${number(mean, 1)} on average`;
  });
  if (parts.length) return parts.join('; ');
  return odds.outcomes
    .slice(0, 3)
    .map((one) => `${percent(one.p)} ${value(one.value)}`)
    .join(', ');
}

/** The chance that a part of the result, or all of it, comes out as this; null where nothing is known of it. */
export function chanceOf({ odds }: PreviewCall, part: string, value: unknown = true): number | null {
  const among = odds?.parts[part] ?? odds?.outcomes.map(({ value: whole, p }) => ({ value: isGroup(whole) ? whole[part] : whole, p })) ?? [];
  const known = among.filter((one) => typeof one.value === typeof value);
  return known.length ? known.reduce((sum, one) => (one.value === value ? sum + one.p : sum), 0) : null;
}
const isGroup = (value: Json | undefined): value is { readonly [part: string]: Json } => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Odds of everything an order throws in one line, each as a title puts it; null where there is nothing to say. */
export const eachWeighed = (words: (call: PreviewCall) => string | null) => (preview: Preview): string | null => preview.calls.flatMap((call) => words(call) ?? []).join(' · ') || null;

/** The same for everything an order throws; null where it throws nothing. */
export function weighed(preview: Preview): string | null {
  const said = preview.calls.flatMap((call) => (call.odds ? [`${call.words}: ${inOneLine(call.odds)}`] : []));
  return said.length ? list(said) : null;
}

/** What parts of a battle's odds are about, said of whoever they are about. */
const OF_SIDES: { readonly [part: string]: (who: string) => string } = {
  has_it: (who) => `for ${who} to have it`, chance: (who) => `points for ${who}`, wins: (who) => `for ${who} to win`, dps: (who) => `damage to ${who}`, sail: (who) => `sail lost by ${who}`, leaders: (who) => `leaders lost by ${who}`,
};

/** The name of a part of the odds: of the weather gauge and of a battle by the sides as the call names them. */
export function partWords(call: Pick<PreviewCall, 'procedure' | 'words'>, part: string): string {
  const found = /^(first|gauge|other)_(.*)$/.exec(part);
  const said = found && OF_SIDES[found[2] ?? ''];
  if (!found || !said) return plain(part);
  const first = found[1] !== 'other';
  if (call.words.startsWith('you have the weather gauge') || call.words.includes('you to windward')) return said(first ? 'you' : 'the enemy');
  if (call.words.startsWith('the enemy has the weather gauge') || call.words.includes('the enemy to windward')) return said(first ? 'the enemy' : 'you');
  return said(found[1] === 'gauge' ? 'the side to windward' : first ? 'the side that was first' : 'the other side');
}

/** What is certain of the odds, in one line: "points for you 12"; that something never happens need not be said. */
export const sureOf = (call: PreviewCall): string =>
  Object.entries(call.odds?.parts ?? {}).flatMap(([part, chances]) => {
    const only = chances.length === 1 ? chances[0]?.value : null;
    return only ? [only === true && partWords(call, part) !== plain(part) ? `certain ${partWords(call, part)}` : `${partWords(call, part)} ${value(only)}`] : [];
  }).join(', ');
