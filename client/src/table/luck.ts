// The luck of a match: what was rolled against what could be expected. Pure.
import { t } from '../lib/languages/index.svelte';
import type { Luck } from '../api/types';

export interface Share {
  readonly seat: string;
  readonly throws: number;
  readonly dice: number;
  readonly rolled: number;
  readonly expected: number;
  /** Pips better than expected, in the direction that helps: low where low is good. */
  readonly luck: number;
  /** How unusual that is, in standard deviations of so many six-sided dice; null where nothing was thrown. */
  readonly spread: number | null;
}

/** The seat of what is nobody's luck: the wind, or whether two ships foul. */
export const NOBODY = 'table';

const SIX_VARIANCE = 35 / 12;
const TEN_VARIANCE = 99 / 12;

/** Variance of the dice of one throw, from their name. */
function variance(dice: string, faces: number): number {
  return faces * (/d10\b/.test(dice) ? TEN_VARIANCE : SIX_VARIANCE);
}

export function sharesOf(luck: Luck): readonly Share[] {
  return Object.entries(luck.seats).map(([seat, own]) => {
    const total = luck.throws.filter((one) => one.by === seat).reduce((sum, one) => sum + variance(one.dice, one.faces.length), 0) || own.dice * SIX_VARIANCE;
    return { seat, ...own, spread: own.dice && seat !== NOBODY ? own.luck / Math.sqrt(total) : null };
  });
}

/** A verdict a player would give. */
export function verdict(seat: string, spread: number | null): string {
  if (seat === NOBODY) return t('nobody’s luck');
  if (spread === null) return t('threw nothing');
  const size = Math.abs(spread);
  const lucky = spread > 0;
  if (size < 0.5) return t('as could be expected');
  if (size < 1) return lucky ? t('a little lucky') : t('a little unlucky');
  if (size < 2) return lucky ? t('lucky') : t('unlucky');
  return lucky ? t('remarkably lucky') : t('remarkably unlucky');
}

/** How much of its half a bar of luck fills: three standard deviations fill it, and more do no more. */
export function filled(spread: number | null): number {
  return Math.min(1, Math.abs(spread ?? 0) / 3);
}

/** The running sum of pips better than expected, throw by throw. */
export function course(luck: Luck, seat: string): readonly { readonly position: number; readonly sum: number }[] {
  let sum = 0;
  return luck.throws.filter((one) => one.by === seat).map((one) => ({ position: one.position, sum: (sum += one.luck) }));
}
