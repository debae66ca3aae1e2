// What games say, in sentences: how often and by how much, and whether chance alone may do it.
import type { Glance, Interval } from '../../api/types';
import { number, percent } from '../../lib/words';

type Numbers = Glance['numbers'][number];

/** "0.55" as "55 %", and as it is written where it is no share. */
export const written = (value: number, share: boolean): string => (share ? percent(value) : number(value));

const more = (value: number, share: boolean): string => (share ? number(Math.abs(value) * 100, 1) : number(Math.abs(value)));

/** Whether an interval leaves nought out. */
export const certain = (one: Interval | null | undefined): boolean => !!one && one.low !== null && one.high !== null && (one.low > 0 || one.high < 0);

/** "+6 points (−8 to +20)" */
export function difference(one: Interval, share: boolean): string {
  const times = share ? 100 : 1;
  const signed = (value: number): string => `${value > 0 ? '+' : ''}${number(value * times, share ? 1 : 2)}`;
  const around = one.low === null || one.high === null ? '' : ` (${signed(one.low)} to ${signed(one.high)})`;
  return `${signed(one.value)}${share ? ' points' : ''}${around}`;
}

/** "55 % (38 to 71)" */
export function amount(one: Interval, share: boolean): string {
  const times = share ? 100 : 1;
  const bare = (value: number): string => number(value * times, share ? 0 : 2);
  return `${written(one.value, share)}${one.low === null || one.high === null ? '' : ` (${bare(one.low)} to ${bare(one.high)})`}`;
}

/** What the change did, as far as the games can tell. */
export function verdict(wins: Numbers | undefined, lead: Numbers | undefined, side: string): readonly string[] {
  const [often, far] = [wins?.differences['changed'], lead?.differences['changed']];
  if (!often && !far) {
    const found = wins?.values['base'];
    return found ? [`${side} win ${amount(found, true)} of the games.`] : [];
  }
  const said: string[] = [];
  if (often) said.push(sentence(often, often.value === 0 ? `${side} win as often as before` : `${side} win ${more(often.value, true)} ${more(often.value, true) === '1' ? 'point' : 'points'} ${often.value > 0 ? 'more' : 'less'} often`));
  if (far) said.push(sentence(far, far.value === 0 ? 'Their lead is as before' : `Their lead is ${more(far.value, false)} ${Math.abs(far.value) === 1 ? 'point' : 'points'} ${far.value > 0 ? 'larger' : 'smaller'}`));
  return said;
}

function sentence(one: Interval, words: string): string {
  if (one.low === null) return `${words} in a single pair of games.`;
  return certain(one) ? `${words}, which is more than chance does.` : `${words}, which may be chance alone.`;
}

/** "about 3 minutes left" */
export function left(seconds: number | null): string {
  if (seconds === null) return 'beginning …';
  if (seconds < 5) return 'a moment left';
  if (seconds < 100) return `about ${Math.ceil(seconds / 5) * 5} seconds left`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 100) return `about ${minutes} minutes left`;
  return `about ${number(minutes / 60, 1)} hours left`;
}
