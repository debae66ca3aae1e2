// The plain board: any title from lists and forms, by what the server says of it. It serves titles for which no board is
// drawn, and whoever likes words better than pictures.
import type { Choices, Json, Subject, TitleInfo } from '../api/types';
import { capital, count, list, plain } from '../lib/words';
import type { AnyModule } from '../rulesets';
import { ruleset, type Group, type Headline, type LogHint, type NudgeKey, type Plan, type Sides } from '../rulesets/contract';
import { laid } from '../rulesets/sides';
import { stepWords } from '../rulesets/told';
import Board from './Board.svelte';
import Miniature from './Miniature.svelte';
import { nudged } from './forms';
import Orders from './Orders.svelte';
import { isFields, marksOf, readingOf, rowsOf, rowWords, tracksOf, type Fields, type Reading } from './reading';
import Sheet from './Sheet.svelte';
import Told from './Told.svelte';

/** The subject of what a whole side decides: its order ends the step. */
const STEP = 'step';

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const whole = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);

/** The plain board of a title that has one of its own, which says everything in its words. */
export function toldBoard(drawn: AnyModule, sides: Sides): AnyModule {
  // What a drawn board begins with may be a card: a list begins with what can be ordered.
  const { Looked: _looked, first: _first, ...words } = drawn;
  const decide: AnyModule['decide'] = (view, seat, toAct, subjects) =>
    [drawn.decide(view, seat, toAct, subjects), toAct.includes(seat) ? together(sides, seat, toAct) : ''].filter(Boolean).join(' ');
  return { ...words, ...LISTED, name: 'plain', Board: Told, Orders, decide } as unknown as AnyModule;
}

const others = (sides: Sides, seat: string, toAct: readonly string[]): string => capital(list(toAct.filter((one) => one !== seat).map((one) => sides[one]?.name ?? plain(one))));
/** Who writes secret orders while this seat does. */
function together(sides: Sides, seat: string, toAct: readonly string[]): string {
  const who = others(sides, seat, toAct);
  return who && `${who} decide at the same time; neither sees the other's orders.`;
}

/** What playing from lists is, of whatever title. */
const LISTED = {
  step: STEP,
  arrows: [
    { keys: '← →', words: 'go through the orders of what is chosen' },
    { keys: '↑ ↓', words: 'raise or lower the number of an order; with Shift by ten' },
  ],
  commit: () => null,
  nudge: (_view: Json, _subject: string, choices: Choices, draft: Plan | null, key: NudgeKey, far: boolean) => nudged(choices, draft, key, far),
};

/** The plain board of a title of which nothing is known but its data, its sides called and coloured as on any other. */
export function plainBoard(title: TitleInfo): AnyModule {
  const sides = laid(title);
  /** Ids of the view that was read last, by which events name things. */
  let known: Reading['things'] = new Map();
  const reading = (view: Json): Reading => {
    const found = readingOf(view, sides);
    known = found.things;
    return found;
  };
  const facts = (view: Json): Fields => reading(view).parts[0]?.facts ?? {};
  const named = (fields: Fields): readonly string[] => Object.values(fields).filter((value): value is string => typeof value === 'string' && known.has(value));

  function headline(view: Json): Headline {
    const said = facts(view);
    const called = title.scenarios.find(({ name }) => name === said['name'])?.title ?? text(said['title']);
    const dated = [said, ...Object.values(said).filter(isFields)].find((one) => whole(one['turn']) !== null) ?? {};
    const phase = said['phase'] ?? said['step'];
    return {
      scenario: called || title.title,
      turn: whole(dated['turn']),
      turns: whole(said['turns']),
      step: plain(text(isFields(phase) ? phase['type'] : phase)),
      wind: null,
    };
  }

  function groups(view: Json, seat: string): readonly Group[] {
    const found: Group[] = [];
    for (const { lists } of reading(view).parts) {
      for (const { name, ids } of lists) {
        for (const side of [...title.seats].sort((a, b) => Number(b === seat) - Number(a === seat))) {
          const subjects = ids.filter((id) => known.get(id)?.side === side && known.get(id)?.among === name);
          if (subjects.length) found.push({ id: `${name}-${side}`, name: capital(plain(name)), side, subjects });
        }
      }
    }
    return found.sort((a, b) => Number(b.side === seat) - Number(a.side === seat));
  }

  function describe(view: Json, subject: string): string {
    const now = reading(view);
    const thing = now.things.get(subject);
    if (!thing) return '';
    const rows = rowsOf(thing.fields).map(([label, row]) => (row.value === true ? label : `${label} ${rowWords(now, row)}`));
    return `${thing.name}${thing.side ? ` of ${sides[thing.side]?.name ?? thing.side}` : ''}: ${rows.join(', ') || 'nothing is noted'}.`;
  }

  function decide(seat: string, toAct: readonly string[], subjects: readonly Subject[]): string {
    if (!toAct.includes(seat)) return toAct.length ? `${others(sides, seat, toAct)} decide.` : '';
    const open = subjects.filter(({ id }) => id !== STEP).map(({ words }) => words);
    const what = open.length > 3 ? `${count(open.length, 'of yours', 'of yours')} can be ordered.` : open.length ? `${capital(list(open))} can be ordered.` : 'Your side decides.';
    return [what, together(sides, seat, toAct)].filter(Boolean).join(' ');
  }

  function hint(event: Parameters<AnyModule['hint']>[0]): LogHint {
    const subjects = named(event.event as Fields);
    if (event.type === 'began') {
      const turn = whole(event.event['turn']);
      return { sign: null, subjects, loud: true, heading: { turn, words: stepWords(event.words) } };
    }
    return { sign: event.account.some(({ faces }) => faces?.length) ? 'dice' : null, subjects, loud: event.account.length > 0 || event.type === 'ended' };
  }

  return ruleset<Json>({
    name: 'plain',
    Board,
    Sheet,
    Orders,
    Miniature,
    ...LISTED,
    counted: { one: 'of yours', many: 'of yours' },
    headline,
    groups,
    glance(view, subject) {
      const thing = reading(view).things.get(subject);
      if (!thing) return null;
      const { id, name, side, among, fields } = thing;
      return { id, name, side: side ?? '', kind: plain(among), tracks: tracksOf(fields), marks: marksOf(fields), out: false, flag: false };
    },
    describe: (view, _seat, subject) => describe(view, subject),
    decide: (_view, seat, toAct, subjects) => decide(seat, toAct, subjects),
    subjectOf: (action) => named(action)[0] ?? null,
    carriedOut: () => true,
    ticks: [],
    hint,
  }) as unknown as AnyModule;
}
