// Who sits at a seat, in words.
import type { SeatInfo } from '../api/types';
import { t } from '../lib/languages/index.svelte';

/** "Ann (you)", "the captain, a bot", "nobody yet". */
export function sitter(seat: Pick<SeatInfo, 'player' | 'kind' | 'yours'>): string {
  const who = seat.player || t('nobody yet');
  const named = seat.kind === 'bot' ? t('{name}, a bot', { name: who }) : who;
  return seat.yours ? `${named} ${t('(you)')}` : named;
}
