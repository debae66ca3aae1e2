// Everything that a title says of its rules, found by a few letters: words, pages, charts and rulings.
import type { Chart, Guide, Span, Topic, Word } from '../../api/types';
import { plain } from '../../lib/words';

export type Kind = 'word' | 'topic' | 'chart' | 'ruling';

export interface Entry {
  readonly kind: Kind;
  readonly id: string;
  /** What it is called. */
  readonly name: string;
  /** A sentence of it. */
  readonly words: string;
  /** The page to read: of a word or a ruling the one that it belongs to. */
  readonly topic: string;
  readonly names: string;
  readonly body: string;
}

export const spoken = (spans: readonly Span[]): string => spans.map((span) => (span.chart ? plain(span.text) : span.text)).join('');
export const textOf = (topic: Topic): string => topic.body.map((block) => spoken(block.spans)).join(' ');

/** "12" of a chapter as a handbook counts it. */
export function roman(n: number): string {
  const signs: readonly (readonly [number, string])[] = [[10, 'X'], [9, 'IX'], [5, 'V'], [4, 'IV'], [1, 'I']];
  let [left, said] = [n, ''];
  for (const [worth, sign] of signs) for (; left >= worth; left -= worth) said += sign;
  return said;
}

/** All that can be found, in the order in which it is listed. */
export function entries(guide: Guide, words: readonly Word[], charts: { readonly [id: string]: Chart }): readonly Entry[] {
  const made = (kind: Kind, id: string, name: string, said: string, topic: string, names: string, body: string): Entry => ({
    kind, id, name, words: said, topic, names: `${id} ${name} ${names}`.toLowerCase(), body: body.toLowerCase(),
  });
  const home = (of: 'charts' | 'rulings', id: string): string => guide.topics.find((topic) => topic[of].includes(id))?.id ?? '';
  return [
    ...words.map((word) => made('word', word.word, word.word, word.words, word.topic, word.forms.join(' '), word.words)),
    ...guide.topics.map((topic) => made('topic', topic.id, topic.title, spoken(topic.body[0]?.spans ?? []), topic.id, '', `${topic.when} ${textOf(topic)}`)),
    ...Object.entries(charts).map(([id, chart]) => made('chart', id, chart.name, chart.note ?? chart.source, home('charts', id), plain(id), `${chart.note ?? ''} ${chart.axes.map(plain).join(' ')}`)),
    ...guide.rulings.map((ruling) => made('ruling', ruling.id, ruling.title, spoken(ruling.ruling), home('rulings', ruling.id), '', [ruling.open, ruling.ruling, ruling.reason].map(spoken).join(' '))),
  ];
}

export const KINDS: readonly (readonly [Kind, string])[] = [['word', 'Words'], ['topic', 'Pages'], ['chart', 'Charts'], ['ruling', 'Rulings']];

/** What has all the words that were asked for: by its name first, and where a name begins so before the rest. */
export function found(all: readonly Entry[], asked: string): readonly Entry[] {
  const wanted = asked.toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return [];
  const whole = wanted.join(' ');
  const rank = (entry: Entry): number => {
    const name = entry.name.toLowerCase();
    if (name === whole || entry.id.toLowerCase() === whole) return 4;
    if (name.startsWith(whole)) return 3;
    if (wanted.every((word) => entry.names.includes(word))) return 2;
    return wanted.every((word) => entry.names.includes(word) || entry.body.includes(word)) ? 1 : 0;
  };
  const ranked = all.map((entry) => ({ entry, rank: rank(entry) })).filter((one) => one.rank > 0);
  return ranked.sort((a, b) => b.rank - a.rank).map((one) => one.entry);
}

/** The page whose name is most like one that is not there: by the beginnings that they share. */
export function nearest(asked: string, topics: readonly Topic[]): Topic | null {
  const pairs = (text: string): ReadonlySet<string> => new Set([...text.toLowerCase()].slice(1).map((letter, n) => (text[n] ?? '').toLowerCase() + letter));
  const mine = pairs(asked);
  const alike = topics.map((topic) => {
    const best = Math.max(...[topic.id, topic.title].map((name) => {
      const other = pairs(name);
      return (2 * [...mine].filter((pair) => other.has(pair)).length) / Math.max(1, mine.size + other.size);
    }));
    return { topic, best };
  });
  const top = alike.sort((a, b) => b.best - a.best)[0];
  return top && top.best >= 0.4 ? top.topic : null;
}
