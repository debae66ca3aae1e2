// French, for the titles that it has words for. A sentence is found by the English one; its parts in braces keep their names.
// What the rules say comes from the server, in the same language.
import type { Counts } from '../index.svelte';
import { BOARD } from './board';
import { MATCH } from './match';

export const TITLES: readonly string[] = ['trafalgar'];
export const POINT = ',';

/** Sides as the list of fleets heads them. */
export const SIDES: { readonly [short: string]: string } = { British: 'Britanniques', Allied: 'Alliés' };

export const SENTENCES = { ...BOARD, ...MATCH } as const;

export const COUNTS = {
  ships: ['un navire', '{n} navire', '{n} navires'],
  boxes: ['une case', '{n} case', '{n} cases'],
  turns: ['un tour', '{n} tour', '{n} tours'],
  pips: ['un point', '{n} point', '{n} points'],
  dice: ['un dé', '{n} dé', '{n} dés'],
  throws: ['un jet', '{n} jet', '{n} jets'],
} as const satisfies { readonly [plural: string]: Counts };
