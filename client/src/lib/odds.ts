// Odds in a line: what an order is likely to do.
import type { Odds, Preview } from '../api/types';
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

/** The same for everything an order throws; null where it throws nothing. */
export function weighed(preview: Preview): string | null {
  const said = preview.calls.flatMap((call) => (call.odds ? [`${call.words}: ${inOneLine(call.odds)}`] : []));
  return said.length ? list(said) : null;
}
