// Every folder here with an index.ts is a ruleset's board; it is loaded when a page first needs it.
import type { RulesetModule } from './contract';

const folders = import.meta.glob<{ default: RulesetModule }>('./*/index.ts');

export const known: readonly string[] = Object.keys(folders).map((path) => path.split('/')[1] ?? '');

/** The module of a ruleset, or null where no board has been drawn for it yet. */
export async function loadRuleset(name: string): Promise<RulesetModule | null> {
  const load = folders[`./${name}/index.ts`];
  return load ? (await load()).default : null;
}
