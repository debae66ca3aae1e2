// What a title with a board of its own says of its things, in sentences: what has changed between two views.
import type { Json } from '../api/types';
import { t } from '../lib/languages/index.svelte';
import type { RulesetModule } from '../rulesets/contract';
import type { Change } from './reading';

/** The words of a title. */
export type Telling = Pick<RulesetModule<Json>, 'headline' | 'groups' | 'glance' | 'describe'>;

/** Sentences, each without its full stop; those in which a name or a number has one are not cut there. */
export const sentences = (text: string): readonly string[] => text.split(/\.(?:\s+(?=\p{Lu}|\d)|$)/u).map((one) => one.trim()).filter(Boolean);

/** All things worth listing, own side first. */
export const things = (telling: Telling, view: Json, seat: string): readonly string[] => [...new Set(telling.groups(view, seat).flatMap((group) => group.subjects))];

/** What is said of each thing now and was not said before. */
export function told(telling: Telling, before: Json, now: Json, seat: string): readonly Change[] {
  const [was, is] = [telling.headline(before), telling.headline(now)];
  const found: Change[] = [];
  if (was.step !== is.step) found.push({ subject: null, name: is.scenario, words: [is.step] });
  const old = new Set(things(telling, before, seat));
  for (const id of things(telling, now, seat)) {
    const name = telling.glance(now, id)?.name ?? '';
    const known = new Set(sentences(telling.describe(before, seat, id)));
    const words = old.has(id) ? sentences(telling.describe(now, seat, id)).filter((one) => !known.has(one)) : [t('comes onto the table')];
    if (words.length) found.push({ subject: id, name, words });
  }
  const still = new Set(things(telling, now, seat));
  for (const id of old) if (!still.has(id)) found.push({ subject: null, name: telling.glance(before, id)?.name ?? '', words: [t('leaves the table')] });
  return found;
}
