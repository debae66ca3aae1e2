import { afterEach, describe, expect, it } from 'vitest';
import { preferences } from '../settings.svelte';
import { CATALOGUES, counted, figure, known, t, tongue, wished } from './index.svelte';
import { unsaid } from './unsaid';

const PART = /\{(\w+)\}/g;
const parts = (text: string): string[] => [...text.matchAll(PART)].map((found) => found[1] ?? '').sort();
const SOURCES = import.meta.glob(['../../**/*.svelte', '../../**/*.ts', '!../../**/*.test.ts', '!./fr/*.ts'], { query: '?raw', import: 'default', eager: true }) as Record<string, string>;

const LEARNT = await Promise.all(Object.entries(CATALOGUES).map(async ([language, fetched]) => [language, await fetched()] as const));

/** French, of a title. */
async function french(title: string) {
  preferences.current.language = 'fr';
  tongue.about(title);
  await tongue.learn();
}

afterEach(() => {
  tongue.about('');
  preferences.current.language = 'browser';
});

describe.each(LEARNT)('the catalogue %s', (_, catalogue) => {
  it('keeps the parts of every sentence', () => {
    for (const [english, other] of Object.entries(catalogue.SENTENCES)) {
      expect(other, english).not.toBe('');
      expect(parts(other), english).toEqual(parts(english));
    }
    for (const forms of Object.values(catalogue.COUNTS)) expect(forms.slice(1).map(parts)).toEqual([['n'], ['n']]);
  });

  it('has no sentence that nobody says', () => {
    const code = Object.values(SOURCES).join('\n');
    expect(Object.keys(catalogue.SENTENCES).filter((english) => !code.includes(english) && !SERVED.includes(english))).toEqual([]);
  });
});

/** What the server calls sides, which is said again here. */
const SERVED: readonly string[] = ['the British', 'the Allies'];

describe('a language', () => {
  it('is spoken of the titles that it has words for', async () => {
    await french('ironclads');
    expect(tongue.spoken).toBe('en');
    expect(t('Everybody has fired.')).toBe('Everybody has fired.');
    tongue.about('trafalgar');
    expect(tongue.spoken).toBe('fr');
    expect(t('Everybody has fired.')).toBe('Tous ont tiré.');
    expect(known('the Allies')).toBe('les Alliés');
    expect(known('Victory')).toBe('Victory');
  });

  it('has its own plurals and numbers', async () => {
    expect([0, 1, 2].map((n) => counted(n, 'boxes', 'box'))).toEqual(['0 boxes', 'one box', '2 boxes']);
    expect(figure('1.5')).toBe('1.5');
    await french('trafalgar');
    expect([0, 1, 1.5, 2].map((n) => counted(n, 'boxes', 'box'))).toEqual(['0 case', 'une case', '1,5 case', '2 cases']);
    expect(t('{n} inches', { n: 2.5 })).toBe('2,5 pouces');
    expect(figure('no. 1.5')).toBe('no. 1.5');
  });

  it('is the first that a browser wishes for and is known', () => {
    expect(wished(['de', 'fr-CA', 'en'])).toBe('fr');
    expect(wished(['en-GB', 'fr'])).toBe('en');
    expect(wished(['de'])).toBe('en');
  });
});

/** Folders of pages and parts that speak English alone so far. What is not named here has no sentence outside the catalogue. */
const NOT_YET: readonly string[] = [
  'App.svelte', 'pages/lost/', 'pages/account/', 'pages/charts/', 'pages/chronicle/', 'pages/companion/', 'pages/confirm/', 'pages/home/', 'pages/learn/', 'pages/lobby/', 'pages/matches/', 'pages/new/',
  'pages/reset/', 'pages/rules/', 'pages/seat/', 'pages/sheets/', 'pages/verify/', 'pages/workbench/', 'rulesets/ironclads/', 'rulesets/sealords/', 'rulesets/wsim/', 'table/Voice.svelte', 'ui/Preferences.svelte',
  'ui/Rail.svelte', 'ui/Fields.svelte',
];

describe('what a page says', () => {
  const told = Object.entries(SOURCES).filter(([file]) => file.endsWith('.svelte')).map(([file, source]) => [file, unsaid(source)] as const);

  it('goes through the catalogue, but for the folders that are named', () => {
    expect(Object.fromEntries(told.filter(([file, found]) => found.length && !NOT_YET.some((part) => file.includes(part))))).toEqual({});
  });

  it('is still missing wherever the list says so', () => {
    expect(NOT_YET.filter((part) => !told.some(([file, found]) => found.length && file.includes(part)))).toEqual([]);
  });

  it('is found wherever a sentence can stand', () => {
    const page = `<script>const a = 1;</script><p title="A tip for you">Read {a} of this, {b ? 'if you like' : t('said well')} {@html c}</p><Button label={\`Put out \${a} now\`} class="two words" />`;
    expect(unsaid(page)).toEqual(['A tip for you', 'Read', 'of this,', 'if you like', 'Put out']);
    expect(unsaid("<p>{t('{n} inches', { n: 2 })} · {name} <code>weathergauge serve</code></p>")).toEqual([]);
  });
});
