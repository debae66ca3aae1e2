/// <reference types="vite/client" />
import { describe, expect, it } from 'vitest';
import golden from '../../../../tests/records/trafalgar.jsonl?raw';
import vectors from './fixtures/dice.json';
import own from './fixtures/own.jsonl?raw';
import branched from './fixtures/position.jsonl?raw';
import sealedWords from './fixtures/sealed.jsonl?raw';
import server from './fixtures/server.jsonl?raw';
import typed from './fixtures/typed.jsonl?raw';
import { diceOf, readThrow, seedText, StepDice, thrown } from './dice';
import { hex, hmacWith, plainHmac, plainSha256, unhex, utf8 } from './hash';
import { prove } from './record';

const older = import.meta.glob<string>('../../../../tests/records/older/*.jsonl', { query: '?raw', import: 'default', eager: true });

const bytes = (text: string): Uint8Array => utf8(text);
const linesOf = (text: string): string[] => text.split('\n').slice(0, -1);
const joined = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
const headOf = (line: string): string => /"h":"([0-9a-f]{32})"\}$/.exec(line)?.[1] ?? '';

const mac = async (key: Uint8Array, text: string | Uint8Array): Promise<Uint8Array> => (await hmacWith(key))(typeof text === 'string' ? utf8(text) : text);

/** Seals every line anew, as a server that holds the seed could. */
async function sealed(lines: readonly string[], seed: Uint8Array): Promise<string> {
  const key = await mac(seed, 'chain');
  const made: string[] = [];
  let head = '';
  for (const line of lines) {
    const body = line.replace(/,"h":"[0-9a-f]{32}"\}$/, '}');
    head = hex(await mac(key, head + body)).slice(0, 32);
    made.push(`${body.slice(0, -1)},"h":"${head}"}`);
  }
  return joined(made);
}
const seedOf = (text: string): Uint8Array => unhex(/"reveal":"([0-9a-f]+)"/.exec(text)?.[1] ?? '') as Uint8Array;
/** A line with one face of its dice turned to another. */
const turned = (line: string): string => line.replace(/"dice":\["(\d+d6): (\d)/, (_, dice: string, face: string) => `"dice":["${dice}: ${(Number(face) % 6) + 1}`);
const thrownAt = (lines: readonly string[], from = 2): number => lines.findIndex((line, n) => n >= from && /"dice":\["\d+d6: /.test(line));

describe('hashes', () => {
  it.each([0, 1, 55, 56, 63, 64, 65, 1000])('our own agrees with the others on %i bytes', async (size) => {
    const data = Uint8Array.from({ length: size }, (_, n) => (n * 37) % 256);
    expect(hex(plainSha256(data))).toBe(hex(new Uint8Array(await crypto.subtle.digest('SHA-256', data))));
    for (const key of [utf8('k'), new Uint8Array(64).fill(7), new Uint8Array(100).fill(9)]) {
      expect(hex(plainHmac(key, data))).toBe(hex(await mac(key, data)));
    }
  });

  it('agree with the published examples', () => {
    expect(hex(plainSha256(utf8('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hex(plainHmac(utf8('Jefe'), utf8('what do ya want for nothing?')))).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
  });

  it('reads hex digits and nothing else', () => {
    expect(unhex('00ff')).toEqual(new Uint8Array([0, 255]));
    expect(unhex('0')).toBeNull();
    expect(unhex('zz')).toBeNull();
  });
});

describe('dice', () => {
  it('fall as in Python: many kinds, several blocks, bytes passed over', async () => {
    expect(hex(await mac(unhex(vectors.seed) as Uint8Array, `dice${seedText(vectors.seeds)}`))).toBe(vectors.key);
    const draw = await diceOf(unhex(vectors.seed) as Uint8Array, vectors.seeds);
    for (const step of vectors.steps) {
      const dice = new StepDice(draw, step.number);
      for (const text of step.throws) expect(await dice.instead(readThrow(text)!)).toBeNull();
    }
  });

  it('one throw has one wording', () => {
    for (const good of ['1d6: 3', '2d6 typed: 3 4', '3d10: 0 9 5']) expect(thrown(readThrow(good)!)).toBe(good);
    for (const bad of ['1d6: 7', '2d6: 3', '1d6 : 3', '1d06: 3', '1d6: 03', '01d6: 3', '1d10: 10', '1d6 given: 3', '1d0: 1', 'd6: 1', '1d6: x']) expect(readThrow(bad)).toBeNull();
  });
});

describe('a good record', () => {
  it('holds', async () => {
    const found = await prove(bytes(golden));
    expect(found).toMatchObject({ verdict: 'holds', typed: 0, lines: linesOf(golden).length, end: { winner: JSON.parse(linesOf(golden).at(-1) ?? '{}').end?.winner ?? null } });
    expect(found.seeded).toBe([...golden.matchAll(/\d+d\d+: /g)].length);
    expect(Object.fromEntries(found.checks.map((check) => [check.name, check.outcome]))).toEqual({ seed: 'ok', form: 'ok', seals: 'ok', words: 'open', dice: 'ok', orders: 'open' });
    expect(found.sentence).toMatch(/^Every throw of the server fell .*The orders are not checked here\..*not sealed before they were opened/);
  });

  it('holds with players’ seeds of any letters', async () => {
    const found = await prove(bytes(server));
    expect(found.verdict).toBe('holds');
    expect(found.seeded).toBeGreaterThan(0);
    expect(found.seeds['allied']).toContain('三');
  });

  it('holds with dice that hands threw, and says that those are not proven', async () => {
    const found = await prove(bytes(typed));
    expect(found.verdict).toBe('holds');
    expect(found.typed).toBeGreaterThan(0);
    expect(found.checks.find((check) => check.name === 'dice')?.words).toMatch(/typed by hand, which nothing can prove/);
  });

  it('is held to heads and the hash that somebody kept', async () => {
    const lines = linesOf(golden);
    const head = headOf(lines[4]!);
    const hash = /"seed_hash":"([0-9a-f]+)"/.exec(golden)?.[1] ?? '';
    const found = await prove(bytes(golden), { heads: [head, headOf(lines[60]!).slice(0, 8) + '…'], seedHash: hash.toUpperCase() });
    expect(found).toMatchObject({ verdict: 'holds', heads: [{ line: 5, step: 3 }, { line: 61 }] });
    expect(await prove(bytes(golden), { heads: ['0'.repeat(32)] })).toMatchObject({ verdict: 'fails', sentence: expect.stringMatching(/altered after that was given out/) });
    expect(await prove(bytes(golden), { seedHash: '0'.repeat(64) })).toMatchObject({ verdict: 'fails', line: 1 });
  });
});

describe('a record that was touched', () => {
  const lines = linesOf(golden);

  it('one changed roll is named', async () => {
    const at = thrownAt(lines, 20);
    const found = await prove(bytes(joined(lines.with(at, turned(lines[at]!)))));
    expect(found).toMatchObject({ verdict: 'fails', line: at + 1, step: at - 1 });
    expect(found.sentence).toMatch(/seal does not fit.*the seed gives/);
  });

  it('one changed roll is named although every later seal was made anew', async () => {
    const at = thrownAt(lines, 20);
    const found = await prove(bytes(await sealed(lines.with(at, turned(lines[at]!)), seedOf(golden))));
    expect(found).toMatchObject({ verdict: 'fails', line: at + 1, step: at - 1 });
    expect(found.sentence).toMatch(/is recorded, and the seed gives/);
    expect(found.checks.at(-1)).toMatchObject({ name: 'dice', outcome: 'bad' });
  });

  it('every changed roll is caught, wherever it is', async () => {
    const places = lines.flatMap((line, n) => (/"dice":\["\d+d6: /.test(line) ? [n] : []));
    for (const at of places) {
      const found = await prove(bytes(await sealed(lines.with(at, turned(lines[at]!)), seedOf(golden))));
      expect(found.line).toBe(at + 1);
    }
  });

  it('a changed word of a player changes the dice', async () => {
    const found = await prove(bytes(await sealed(lines.with(1, lines[1]!.replace(' of allied', ' of the allied')), seedOf(golden))));
    expect(found).toMatchObject({ verdict: 'fails', checks: expect.arrayContaining([expect.objectContaining({ name: 'dice', outcome: 'bad' })]) });
  });

  it('one changed order is named', async () => {
    const at = lines.findIndex((line) => line.includes('"distance":200'));
    expect(await prove(bytes(joined(lines.with(at, lines[at]!.replace('200', '300')))))).toMatchObject({ verdict: 'fails', line: at + 1, step: at - 1 });
  });

  it('one changed order under new seals is caught by a head that was kept', async () => {
    const at = lines.findIndex((line) => line.includes('"distance":200'));
    const lied = bytes(await sealed(lines.with(at, lines[at]!.replace('200', '300')), seedOf(golden)));
    expect(await prove(lied)).toMatchObject({ verdict: 'holds', sentence: expect.stringMatching(/The orders are not checked here/) });
    expect((await prove(lied)).sentence).not.toMatch(/whole/);
    expect(await prove(lied, { heads: [headOf(lines[at + 5]!)] })).toMatchObject({ verdict: 'fails' });
  });

  it('lines that changed places are named', async () => {
    const swapped = lines.with(30, lines[31]!).with(31, lines[30]!);
    expect(await prove(bytes(joined(swapped)))).toMatchObject({ verdict: 'fails', line: 31 });
    expect(await prove(bytes(await sealed(swapped, seedOf(golden))))).toMatchObject({ verdict: 'fails', line: 31, sentence: expect.stringMatching(/step 29 is expected here/) });
  });

  it('a line left out or put in is named', async () => {
    expect(await prove(bytes(joined(lines.toSpliced(40, 1))))).toMatchObject({ verdict: 'fails', line: 41 });
    expect(await prove(bytes(joined(lines.toSpliced(40, 0, lines[40]!))))).toMatchObject({ verdict: 'fails', line: 42 });
  });

  it('a cut end never holds', async () => {
    const torn = await prove(bytes(golden.slice(0, -300)));
    expect(torn).toMatchObject({ verdict: 'open', end: null, sentence: expect.stringMatching(/cut off/) });
    const whole = bytes(joined(lines.slice(0, -1)));
    expect(await prove(whole)).toMatchObject({ verdict: 'open', sentence: expect.stringMatching(/no end/) });
    expect(await prove(whole, { finished: true })).toMatchObject({ verdict: 'fails', line: lines.length });
    expect(await prove(whole, { heads: [headOf(lines.at(-1)!)] })).toMatchObject({ verdict: 'fails' });
    expect((await prove(bytes(golden.slice(0, -1)))).verdict).toBe('open');
  });

  it('a wrong reveal is named', async () => {
    const last = lines.length - 1;
    const other = utf8('another seed');
    const found = await prove(bytes(await sealed(lines.with(last, lines[last]!.replace(/"reveal":"[0-9a-f]+"/, `"reveal":"${hex(other)}"`)), other)));
    expect(found).toMatchObject({ verdict: 'fails', line: last + 1, checks: [{ name: 'seed', outcome: 'bad' }] });
    expect(found.sentence).toMatch(/has not the hash that was published/);
    expect(await prove(bytes(joined(lines.with(last, lines[last]!.replace(/"reveal":"[0-9a-f]+"/, '"reveal":"xyz"')))))).toMatchObject({ verdict: 'fails', line: last + 1 });
  });

  it('a roll that is said to have been typed is caught', async () => {
    const at = thrownAt(lines, 20);
    const lied = lines.with(at, lines[at]!.replace(/"dice":\["(\d+d6): /, '"dice":["$1 typed: '));
    expect(await prove(bytes(await sealed(lied, seedOf(golden))))).toMatchObject({ verdict: 'fails', line: at + 1, sentence: expect.stringMatching(/the server throws/) });
  });

  it('typed dice that are not those given are caught', async () => {
    const hands = linesOf(typed);
    const at = hands.findIndex((line) => line.includes('"open"'));
    const fell = /"dice":\["(1d6 typed: \d)"/.exec(hands[at + 1]!)?.[1];
    const n = /"n":(\d+)/.exec(hands[at]!)?.[1];
    const given = (face: string): string[] => hands.toSpliced(at + 1, 0, `{"n":${n},"given":"${face}","h":"${'0'.repeat(32)}"}`);
    expect((await prove(bytes(await sealed(given(fell!), seedOf(typed))))).verdict).toBe('holds');
    const other = fell!.replace(/\d$/, (face) => String((Number(face) % 6) + 1));
    expect(await prove(bytes(await sealed(given(other), seedOf(typed))))).toMatchObject({ verdict: 'fails', line: at + 3 });
  });

  it('any single byte of a sealed line matters', async () => {
    const text = server;
    const limit = text.lastIndexOf('"reveal"');
    for (let at = 5; at < limit; at += Math.max(1, Math.floor(limit / 60))) {
      const was = text.charCodeAt(at);
      if (was === 10 || was > 126) continue;
      const changed = text.slice(0, at) + (text[at] === '1' ? '2' : '1') + text.slice(at + 1);
      expect((await prove(bytes(changed))).verdict, `byte ${at}`).toBe('fails');
    }
  });
});

describe('a record that names all it has', () => {
  it('holds with a scenario that a player wrote', async () => {
    expect(own).toMatch(/"written":"/);
    expect(await prove(bytes(own))).toMatchObject({ verdict: 'holds' });
  });

  it('says that it begins from a position', async () => {
    expect(await prove(bytes(branched))).toMatchObject({ verdict: 'holds', header: { branched: true } });
  });

  it('lets no position be put in where no other rules go on', async () => {
    const lines = linesOf(server);
    const at = lines.length - 2;
    const n = /"n":(\d+)/.exec(lines[at]!)?.[1];
    const [rules, charts] = [/"rules":"([^"]+)"/, /"charts":"([^"]+)"/].map((pattern) => pattern.exec(lines[0]!)?.[1]);
    const more = lines.slice(at).map((line) => line.replace(/"n":(\d+)/, (_, was: string) => `"n":${Number(was) + 1}`));
    const lied = (which: string) => [...lines.slice(0, at), `{"n":${n},"rules":"${which}","package":"0.1.0","charts":"${charts}","position":{},"h":"${'0'.repeat(32)}"}`, ...more];
    expect(await prove(bytes(await sealed(lied(rules!), seedOf(server))))).toMatchObject({ verdict: 'fails', line: at + 1, sentence: expect.stringMatching(/no other rules go on from it/) });
    expect((await prove(bytes(await sealed(lied('trafalgar 99'), seedOf(server))))).verdict).toBe('holds');
  });
});

describe('words for the dice', () => {
  const lines = linesOf(sealedWords);
  const second = JSON.parse(lines[1]!) as { seeds: Record<string, string>; commits: Record<string, string> };
  const mine = { words: { british: second.seeds['british']! }, commits: second.commits };
  const wordsOf = async (text: string, asked = {}) => (await prove(bytes(text), asked)).checks.find((check) => check.name === 'words');

  it('are held to what was committed to', async () => {
    expect(await wordsOf(sealedWords)).toMatchObject({ outcome: 'ok', words: expect.stringMatching(/words of 2 seats fit their commitments\. .* this is not one of them/) });
    const lied = lines.with(1, lines[1]!.replace(second.commits['allied']!, 'a'.repeat(64)));
    expect(await prove(bytes(await sealed(lied, seedOf(sealedWords))))).toMatchObject({ verdict: 'fails', line: 2, sentence: expect.stringMatching(/not those that allied had committed to/) });
    const claimed = lines.with(1, lines[1]!.replace('"words":{"allied":"sealed"', '"words":{"allied":"bot"'));
    expect(await prove(bytes(await sealed(claimed, seedOf(sealedWords))))).toMatchObject({ verdict: 'fails', line: 2 });
  });

  it('are held to what this browser kept', async () => {
    expect(await wordsOf(sealedWords, { own: mine })).toMatchObject({ outcome: 'ok', words: expect.stringMatching(/nobody could choose the dice/) });
    expect(await prove(bytes(sealedWords), { own: { ...mine, words: { british: 'other words' } } })).toMatchObject({ verdict: 'fails', sentence: expect.stringMatching(/this browser drew for british are not in it/) });
    expect(await prove(bytes(sealedWords), { own: { ...mine, commits: { ...mine.commits, allied: 'b'.repeat(64) } } })).toMatchObject({ verdict: 'fails', sentence: expect.stringMatching(/commitment of allied is not the one that was shown/) });
    expect(await prove(bytes(sealedWords), { own: { ...mine, commits: { british: second.commits['british']! } } })).toMatchObject({ verdict: 'fails', sentence: expect.stringMatching(/words of allied, who had shown no commitment/) });
  });

  it('that were not sealed prove no choice', async () => {
    expect(await wordsOf(branched)).toMatchObject({ outcome: 'open', words: expect.stringMatching(/could have chosen it/) });
    expect(await wordsOf(golden)).toMatchObject({ outcome: 'open' });
  });
});

describe('what is no record', () => {
  it.each(['', 'Dear Emma,\n', '\u0000\u00ff', '{"weathergauge":2,"title":"x"}\n', '{"weathergauge":1}\n', '{"weathergauge":1', '[]\n', '{"weathergauge":1,"h":"00000000000000000000000000000000"}\n'])('%j is said to be none', async (text) => {
    expect((await prove(bytes(text))).verdict).toBe('fails');
  });
});

describe.each(Object.entries(older))('a record of older rules: %s', (_, record) => {
  it('has its seals and dice checked here, and its orders not', async () => {
    const proof = await prove(bytes(record));
    expect(proof.verdict).toBe('holds');
    expect(proof.sentence).toContain('The orders are not checked here.');
    expect(proof.checks.filter((one) => one.outcome === 'bad')).toEqual([]);
    expect(proof.checks.find((one) => one.name === 'orders')?.outcome).toBe('open');
    expect(proof.seeded).toBeGreaterThan(0);
  });

  it('fails with a face that is turned, though every seal is made anew', async () => {
    const lines = linesOf(record);
    const at = lines.findIndex((line, n) => n >= 2 && /"dice":\["/.test(line));
    lines[at] = (lines[at] as string).replace(/"dice":\["(\d+d\d+): (\d)/, (_, dice: string, face: string) => `"dice":["${dice}: ${face === '1' ? 2 : 1}`);
    const proof = await prove(bytes(await sealed(lines, seedOf(record))));
    expect([proof.verdict, proof.line, proof.checks.at(-1)?.name]).toEqual(['fails', at + 1, 'dice']);
  });
});

it('has older records of all five titles', () => expect(Object.keys(older).length).toBeGreaterThanOrEqual(5));
