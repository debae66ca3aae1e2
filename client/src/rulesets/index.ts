// Every folder here with an index.ts is a ruleset's board; it is loaded when a page first needs it.
import { title } from '../api/calls';
import type { Json } from '../api/types';
import type { RulesetModule } from './contract';

/** A ruleset's module with its view as something we only hand on. */
export type AnyModule = RulesetModule<Json>;

const folders = import.meta.glob<{ default: RulesetModule }>('./*/index.ts');

export const known: readonly string[] = Object.keys(folders).map((path) => path.split('/')[1] ?? '');

/** The module of a ruleset, or null where no board has been drawn for it yet. */
export async function loadRuleset(name: string): Promise<RulesetModule | null> {
  const load = folders[`./${name}/index.ts`];
  return load ? (await load()).default : null;
}

/** The module of a title, by the ruleset it is played on. */
export async function moduleOf(name: string): Promise<AnyModule | null> {
  const found = await title(name);
  return found ? ((await loadRuleset(found.ruleset)) as unknown as AnyModule | null) : null;
}
