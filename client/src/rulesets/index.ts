// Every folder here with an index.ts is a ruleset's board; it is loaded when a page first needs it. A title for whose ruleset
// none is drawn is played on the plain board.
import { title } from '../api/calls';
import type { Json, TitleInfo } from '../api/types';
import type { RulesetModule } from './contract';
import { laid } from './sides';

/** A ruleset's module with its view as something we only hand on. */
export type AnyModule = RulesetModule<Json>;

const folders = import.meta.glob<{ default: RulesetModule }>('./*/index.ts');

/** What a title is played with: the board of its ruleset, or the plain one, where none is drawn or it is asked for. */
export async function moduleFor(found: TitleInfo, plain = false): Promise<AnyModule> {
  const drawn = (await folders[`./${found.ruleset}/index.ts`]?.())?.default as unknown as AnyModule | undefined;
  if (drawn && !plain) return { ...drawn, sides: laid(found) };
  const { plainBoard, toldBoard } = await import('../plain');
  return { ...(drawn ? toldBoard(drawn, laid(found)) : plainBoard(found)), sides: laid(found) };
}

/** The same by the title's name; null where there is no such title. */
export async function moduleOf(name: string, plain = false): Promise<AnyModule | null> {
  const found = await title(name);
  return found ? moduleFor(found, plain) : null;
}
