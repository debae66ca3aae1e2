// Checks a record in this browser, asking nobody: docs/record.md. It knows no rules of any game.
import { diceOf, readThrow, StepDice, thrown, type Throw } from './dice';
import { capital } from '../words';
import fields from './fields.json';
import { hex, hmacWith, join, sha256, unhex, utf8, type Hmac } from './hash';
import { checkWords, type How, type OwnWords } from './words';
import { Wrong } from './wrong';

export interface Header {
  readonly title: string;
  readonly rules: string;
  readonly package: string;
  readonly scenario: string;
  readonly seats: { readonly [seat: string]: string };
  readonly dice: 'server' | 'typed';
  readonly seed_hash: string;
  /** Played on from a position of another match. */
  readonly branched: boolean;
}

export type Outcome = 'ok' | 'bad' | 'open';

export interface Check {
  readonly name: 'form' | 'seed' | 'seals' | 'words' | 'dice' | 'heads' | 'orders';
  readonly outcome: Outcome;
  readonly words: string;
}

export interface KeptHead {
  readonly head: string;
  /** Where the record has it; null where it has not. */
  readonly line: number | null;
  readonly step: number | null;
}

export interface Proof {
  /** holds: the dice are proven, and nothing here is wrong; fails: something is; open: too little is known to say. */
  readonly verdict: 'holds' | 'fails' | 'open';
  readonly sentence: string;
  /** The first line, and its step, that does not hold; 0 where none is to blame. */
  readonly line: number;
  readonly step: number;
  readonly checks: readonly Check[];
  readonly header: Header | null;
  readonly seeds: { readonly [seat: string]: string };
  /** How each seat came by its words; empty where the record is too old to say. */
  readonly words: { readonly [seat: string]: How };
  readonly lines: number;
  readonly steps: number;
  /** Throws that the seed proves, and those that hands typed. */
  readonly seeded: number;
  readonly typed: number;
  readonly lastHead: string | null;
  readonly heads: readonly KeptHead[];
  readonly end: { readonly winner: string | null; readonly reason: string } | null;
}

export interface Asked {
  /** Heads that somebody kept during the match. */
  readonly heads?: readonly string[];
  /** The hash of the server's seed, as it was shown before the first order. */
  readonly seedHash?: string | null;
  /** What this browser drew for its own seats, and the commitments of all that it saw before it opened them. */
  readonly own?: OwnWords | null;
  /** The server says that the match is over: then a record without its end was cut. */
  readonly finished?: boolean;
}

type Parsed = { readonly [field: string]: unknown };
interface Line {
  /** Counted from 1, as in an editor. */
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly fields: Parsed;
  readonly step: number;
  readonly h: string;
}

const FORMAT = 1;
const SEAL = 40; // `,"h":"` + 32 hex digits + `"}`
const BRACE = utf8('}');

const isGroup = (value: unknown): value is Parsed => typeof value === 'object' && value !== null && !Array.isArray(value);
const isWords = (value: unknown): value is { readonly [name: string]: string } =>
  isGroup(value) && Object.values(value).every((one) => typeof one === 'string');

/** Whole lines, and how many bytes of a torn one follow. */
export function cut(data: Uint8Array): { lines: Uint8Array[]; torn: number } {
  const lines: Uint8Array[] = [];
  let from = 0;
  for (let at = data.indexOf(10); at >= 0; at = data.indexOf(10, from)) {
    lines.push(data.subarray(from, at));
    from = at + 1;
  }
  return { lines, torn: data.length - from };
}

function parse(bytes: Uint8Array, number: number): Line {
  let read: unknown;
  const step = Number(/^\{"n":(\d{1,9})\D/.exec(new TextDecoder().decode(bytes.subarray(0, 20)))?.[1] ?? 0);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    read = JSON.parse(text);
  } catch {
    throw new Wrong('form', number, step, 'this is no line of a record');
  }
  const known = number === 1 ? fields.header : fields.line;
  if (!isGroup(read)) throw new Wrong('form', number, step, 'this is no line of a record');
  const strange = Object.keys(read).find((name) => !known.includes(name));
  if (strange !== undefined) throw new Wrong('form', number, step, `a record knows no “${strange}”`);
  const h = /,"h":"([0-9a-f]{32})"\}$/.exec(text)?.[1];
  if (!h) throw new Wrong('form', number, step, 'its seal is missing');
  return { number, bytes, fields: read, step, h };
}

function headerOf(line: Line): Header {
  const f = line.fields;
  const bad = (what: string): never => {
    throw new Wrong('form', 1, 0, `the first line does not say ${what}`);
  };
  const text = (name: string): string => (typeof f[name] === 'string' ? (f[name] as string) : bad(name));
  if (!isWords(f['seats'])) bad('who sits where');
  if (f['dice'] !== 'server' && f['dice'] !== 'typed') bad('who throws the dice');
  if (!/^[0-9a-f]{64}$/.test(text('seed_hash'))) bad('the hash of the seed');
  return {
    title: text('title'),
    rules: text('rules'),
    package: text('package'),
    scenario: text('scenario'),
    seats: f['seats'] as Header['seats'],
    dice: f['dice'] as Header['dice'],
    seed_hash: text('seed_hash'),
    branched: f['position'] !== undefined,
  };
}

const place = (line: number, step: number): string => `Line ${line}${step ? `, step ${step}` : ''}`;
export const normalHead = (text: string): string => text.trim().toLowerCase().replace(/…|\.\.\.$/g, '');

/** The throws of a line; one that cannot be read is the line's fault. */
function throwsOf(line: Line): Throw[] {
  const listed = line.fields['dice'];
  if (listed === undefined) return [];
  if (!Array.isArray(listed)) throw new Wrong('form', line.number, line.step, 'its dice are no list');
  return listed.map((text: unknown) => {
    const one = typeof text === 'string' ? readThrow(text) : null;
    if (!one) throw new Wrong('dice', line.number, line.step, `“${String(text)}” is no throw`);
    return one;
  });
}

/** Every step in its place, and dice only where the match has them. */
function checkOrder(lines: readonly Line[], header: Header): void {
  let step = 0;
  let ended = false;
  let given: string[] | null = null;
  let played = [header.rules, lines[0]?.fields['charts']].join();
  for (const line of lines.slice(2)) {
    const wrong = (why: string, check: Check['name'] = 'form'): never => {
      throw new Wrong(check, line.number, line.step, why);
    };
    const f = line.fields;
    if (ended) wrong('this comes after the end of the match');
    if (f['n'] !== step + 1) wrong(`step ${step + 1} is expected here`);
    // A step that waits for dice has the number it will have when they have fallen.
    if (f['open'] === undefined && f['given'] === undefined) step += 1;
    if (['seeds', 'commits', 'words'].some((name) => f[name] !== undefined)) wrong("the players' words belong on the second line alone");
    if (f['position'] !== undefined || f['rules'] !== undefined) {
      const taken = [f['rules'], f['charts']].join();
      if (typeof f['rules'] !== 'string' || taken === played) wrong('a position is put in here, and no other rules go on from it');
      played = taken;
    }
    if (f['reveal'] !== undefined && f['end'] === undefined) wrong('the seed is revealed before the end');
    if (f['end'] !== undefined) {
      if (typeof f['reveal'] !== 'string') wrong('the end does not reveal the seed');
      ended = true;
    } else if (f['open'] !== undefined) given = [];
    else if (f['given'] !== undefined) {
      const one = typeof f['given'] === 'string' ? readThrow(f['given']) : null;
      if (!given || !one?.typed) wrong('a throw is typed here that no step waits for', 'dice');
      given?.push(String(f['given']));
    } else if (f['do'] !== undefined) {
      const hands = throwsOf(line).filter((one) => one.typed).map(thrown);
      if (hands.length && header.dice !== 'typed') wrong('a throw is said to be typed, and in this match the server throws', 'dice');
      if (given?.some((one, n) => hands[n] !== one)) wrong('the dice of this step are not those that hands have thrown', 'dice');
      given = null;
    } else if (f['rules'] !== undefined || f['match'] !== undefined) given = null;
    else if (f['back'] === undefined) wrong('this line says nothing that belongs here');
    if (f['dice'] !== undefined && f['do'] === undefined) wrong('dice fell where nothing was done', 'dice');
  }
}

const sealOf = async (chain: Hmac, before: string, bytes: Uint8Array): Promise<string> =>
  hex(await chain(join(utf8(before), bytes.subarray(0, -SEAL), BRACE))).slice(0, 32);

/** The first throw of a line that the seed did not give. */
async function lie(draw: Hmac, number: number, line: Line): Promise<string | null> {
  const dice = new StepDice(draw, number);
  for (const one of throwsOf(line)) {
    const truth = await dice.instead(one);
    if (truth) return `“${thrown(one)}” is recorded, and the seed gives “${thrown(truth)}”`;
  }
  return null;
}

export async function prove(data: Uint8Array, asked: Asked = {}): Promise<Proof> {
  const checks: Check[] = [];
  const found = {
    header: null as Header | null,
    seeds: {} as { readonly [seat: string]: string },
    words: {} as Proof['words'],
    lines: 0,
    steps: 0,
    seeded: 0,
    typed: 0,
    lastHead: null as string | null,
    heads: [] as KeptHead[],
    end: null as Proof['end'],
  };
  const done = (verdict: Proof['verdict'], sentence: string, line = 0, step = 0): Proof => ({ ...found, verdict, sentence, line, step, checks });
  const pass = (name: Check['name'], words: string, outcome: Outcome = 'ok'): number => checks.push({ name, outcome, words });

  try {
    const { lines: raw, torn } = cut(data);
    const start = new TextDecoder().decode((raw[0] ?? data).subarray(0, 40));
    const format = /^\{"weathergauge":(\d{1,9})[,}]/.exec(start)?.[1];
    if (!raw.length && data.length === 0) throw new Wrong('form', 0, 0, 'the file is empty');
    if (format === undefined) throw new Wrong('form', 0, 0, 'this is no record of Weather Gauge: its first line is no header');
    if (Number(format) !== FORMAT) throw new Wrong('form', 0, 0, `this is a record of format ${format}, and this page reads format ${FORMAT}`);
    if (!raw.length) throw new Wrong('form', 1, 0, 'it is cut off in its first line: nothing of the match is left');

    found.lines = raw.length;
    const lines = raw.map((bytes, n) => parse(bytes, n + 1));
    const [first, second] = lines as [Line, Line | undefined];
    const header = headerOf(first);
    found.header = header;
    found.lastHead = lines[lines.length - 1]?.h ?? null;
    if (!second) throw new Wrong('form', 2, 0, 'it is cut off before the match began');
    if (!isWords(second.fields['seeds'])) throw new Wrong('form', 2, 0, "the players' seeds are expected here");
    found.seeds = second.fields['seeds'];

    const last = lines[lines.length - 1] as Line;
    const reveal = typeof last.fields['reveal'] === 'string' ? last.fields['reveal'] : null;
    const end = last.fields['end'];
    if (isGroup(end)) found.end = { winner: typeof end['winner'] === 'string' ? end['winner'] : null, reason: String(end['reason'] ?? '') };
    found.steps = last.number > 2 ? last.step : 0;
    for (const line of lines.slice(1)) {
      for (const text of Array.isArray(line.fields['dice']) ? (line.fields['dice'] as unknown[]) : []) {
        if (typeof text === 'string' && readThrow(text)?.typed) found.typed += 1;
      }
    }

    const noted = asked.seedHash?.trim().toLowerCase();
    if (noted && noted !== header.seed_hash) {
      throw new Wrong('seed', 1, 0, 'its hash of the seed is not the one that was published before the match');
    }

    if (reveal === null) {
      checkOrder(lines, header);
      const words = await checkWords(header, second.fields, asked.own ?? null);
      found.words = words.how;
      if (asked.finished) throw new Wrong('form', raw.length + 1, 0, 'the match is over, but its end is not in this record: it was cut off');
      pass('form', `${raw.length} whole lines in their order`);
      pass('seed', 'The seed has not been revealed.', 'open');
      pass('seals', 'Without the seed no seal can be checked.', 'open');
      pass('words', words.said, words.outcome);
      pass('dice', 'Without the seed no throw can be checked.', 'open');
      holdHeads(lines, asked, found);
      if (found.heads.length) pass('heads', headWords(found.heads));
      pass('orders', ORDERS, 'open');
      const cutOff = torn ? `Line ${raw.length + 1} is cut off, and what followed is missing` : 'This record has no end: the match is still being played, or the end was cut off';
      found.end = null;
      return done('open', `${cutOff}. Until the seed is revealed nothing about it is proven.`);
    }

    // The seed.
    const seed = unhex(reveal);
    if (!seed?.length) throw new Wrong('seed', last.number, last.step, 'the seed that is revealed is not hex digits');
    if (hex(await sha256(seed)) !== header.seed_hash) {
      throw new Wrong('seed', last.number, last.step, 'the seed that is revealed has not the hash that was published in the first line');
    }
    pass('seed', noted ? 'The revealed seed has the hash you noted before the match.' : 'The revealed seed has the hash that the first line published.');

    // The chain. Where it breaks, the dice of that line may say more.
    const chain = await hmacWith(await (await hmacWith(seed))(utf8('chain')));
    const draw = await diceOf(seed, found.seeds);
    let before = '';
    let number = -1;
    for (const line of lines) {
      const throws = line.number === 2 || (line.fields['dice'] !== undefined && line.number > 2);
      if (throws) number += 1;
      before = await sealOf(chain, before, line.bytes);
      if (before !== line.h) {
        const more = throws ? await lie(draw, number, line).catch(() => null) : null;
        throw new Wrong('seals', line.number, line.step, `this line has been edited, moved or put in: its seal does not fit${more ? `. Its dice are wrong too: ${more}` : ''}`);
      }
    }
    checkOrder(lines, header);
    if (torn) throw new Wrong('form', raw.length + 1, 0, 'something follows the end of the match');
    pass('form', `${raw.length} whole lines, every step in its place`);
    pass('seals', `${raw.length} seals, each made with the seed over its line and the seal before`);

    const words = await checkWords(header, second.fields, asked.own ?? null);
    found.words = words.how;
    pass('words', words.said, words.outcome);

    // The dice.
    number = -1;
    for (const line of lines.slice(1)) {
      const throws = throwsOf(line);
      if (line.number > 2 && !throws.length) continue;
      number += 1;
      const why = await lie(draw, number, line);
      if (why) throw new Wrong('dice', line.number, line.step, why);
      found.seeded += throws.filter((one) => !one.typed).length;
    }
    pass('dice', diceWords(found.seeded, found.typed));

    holdHeads(lines, asked, found);
    const upTo = Math.max(0, ...found.heads.map((one) => one.line ?? 0));
    if (found.heads.length) pass('heads', headWords(found.heads));
    pass('orders', upTo ? `Up to line ${upTo} they are those that were given when that head was shown. ${LEGAL}` : ORDERS, 'open');
    const dice = found.seeded ? 'every throw of the server fell as the promised seed and the players’ words say' : 'no dice of the server fell';
    const orders = upTo ? `The orders up to line ${upTo} are those that were given; whether they were legal is not checked here.` : 'The orders are not checked here.';
    return done('holds', `${capital(dice)}. ${orders}${words.outcome === 'ok' ? '' : ` ${words.said}.`}`);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    checks.push({ name: error.check, outcome: 'bad', words: error.why });
    const where = error.line ? `${place(error.line, error.step)}: ` : '';
    const said = where ? error.why : error.why.charAt(0).toUpperCase() + error.why.slice(1);
    return done('fails', `${where}${said}.`, error.line, error.step);
  }
}

const LEGAL = 'Whether each was legal, “weathergauge verify” finds out';
const ORDERS = `Not checked here. After the end everybody knows the seed, and could seal altered orders anew; a head that was kept would show it. ${LEGAL}`;

function diceWords(seeded: number, typed: number): string {
  const here = seeded === 0 ? 'The server threw no dice' : seeded === 1 ? 'The one throw of the server fell as the seed says' : `All ${seeded} throws of the server fell as the seed says`;
  return typed ? `${here}; ${typed === 1 ? 'one throw was' : `${typed} throws were`} typed by hand, which nothing can prove` : here;
}

function headWords(heads: readonly KeptHead[]): string {
  return heads.length === 1 ? `The head you kept is that of line ${heads[0]?.line}` : `All ${heads.length} heads you kept are in it`;
}

/** Heads that were kept must be in the record: what came before them is then as it was when they were given out. */
function holdHeads(lines: readonly Line[], asked: Asked, found: { heads: KeptHead[] }): void {
  for (const text of asked.heads ?? []) {
    const head = normalHead(text);
    if (!head) continue;
    const line = /^[0-9a-f]{8,32}$/.test(head) ? lines.find((one) => one.h.startsWith(head)) : undefined;
    found.heads.push({ head, line: line?.number ?? null, step: line?.step ?? null });
    if (!line) throw new Wrong('heads', 0, 0, `the record does not have the head ${head}: it was altered after that was given out`);
  }
}
