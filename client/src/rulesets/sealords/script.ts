// What happened since the view that is drawn, move by move: counters go where each event of the log brings them, then the new
// view is shown whatever was left out.
import type { Script } from '../../freetable/playhouse.svelte';
import type { View } from '../../served/sealords';
import { rulesEvent, type Told } from '../told';

/** One thing to show: a counter or a gale that is now somewhere else. */
export interface Beat {
  readonly counter?: { readonly id: string; readonly place: string };
  readonly gale?: { readonly wind: string; readonly place: string };
  readonly winds?: readonly string[];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What an event lets move; null where it moves nothing. */
export function beatOf(event: Told): Beat | null {
  const formation = text(event['formation']);
  switch (event.type) {
    case 'moved':
      return formation && text(event['to']) ? { counter: { id: formation, place: text(event['to']) } } : null;
    case 'enteredport':
      return formation ? { counter: { id: formation, place: `${text(event['port'])}/harbour` } } : null;
    case 'leftport':
      return formation ? { counter: { id: formation, place: text(event['port']) } } : null;
    case 'closed':
      return formation ? { counter: { id: formation, place: text(event['port']) } } : null;
    case 'withdrew':
      return formation && event['away'] && text(event['to']) ? { counter: { id: formation, place: text(event['to']) } } : null;
    case 'galemoved':
      return { gale: { wind: text(event['wind']), place: text(event['to']) } };
    case 'windsfound':
      return { winds: (event['winds'] as readonly string[] | undefined) ?? [] };
    default:
      return null;
  }
}

/** A view with one thing moved. */
export function after(view: View, beat: Beat): View {
  const { table } = view;
  const { counter, gale, winds } = beat;
  if (winds) return { ...view, table: { ...table, winds } };
  if (gale) return { ...view, table: { ...table, gales: table.gales.map((one) => (one.wind === gale.wind ? { ...one, place: gale.place } : one)) } };
  if (!counter) return view;
  const moved = <T extends { readonly id: string; readonly place: string }>(all: readonly T[]): readonly T[] =>
    all.map((one) => (one.id === counter.id ? { ...one, place: counter.place } : one));
  return { ...view, table: { ...table, counters: moved(table.counters) }, own: view.own ? { ...view.own, formations: moved(view.own.formations) } : null };
}

const BEAT = 520;
/** However much has happened, showing it takes no longer. */
const LONGEST = 6000;

export const script: Script<View> = {
  cues: ({ events }, _end, _effects, change) => {
    const beats = events.flatMap((event) => {
      const told = rulesEvent(event);
      return told ? (beatOf(told) ?? []) : [];
    });
    const lasts = Math.min(BEAT, LONGEST / beats.length);
    return beats.map((beat, n) => ({ at: n * lasts, lasts, begin: () => change((now) => after(now, beat)) }));
  },
  craft: () => null,
  lee: () => 0,
};
