import { afterEach, describe, expect, it } from 'vitest';
import { preferences } from '../settings.svelte';
import { CATALOGUES, counted, figure, known, t, tongue, wished } from './index.svelte';

const PART = /\{(\w+)\}/g;
const parts = (text: string): string[] => [...text.matchAll(PART)].map((found) => found[1] ?? '').sort();
const SOURCES = import.meta.glob(['../../**/*.svelte', '../../**/*.ts', '!../../**/*.test.ts', '!./fr.ts'], { query: '?raw', import: 'default', eager: true }) as Record<string, string>;

afterEach(() => {
  tongue.title = '';
  preferences.current.language = 'browser';
});

describe.each(Object.entries(CATALOGUES))('the catalogue %s', (_, catalogue) => {
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
  it('is spoken of the titles that it has words for', () => {
    preferences.current.language = 'fr';
    tongue.title = 'ironclads';
    expect(tongue.spoken).toBe('en');
    expect(t('Everybody has fired.')).toBe('Everybody has fired.');
    tongue.title = 'trafalgar';
    expect(tongue.spoken).toBe('fr');
    expect(t('Everybody has fired.')).toBe('Tous ont tiré.');
    expect(known('the Allies')).toBe('les Alliés');
    expect(known('Victory')).toBe('Victory');
  });

  it('has its own plurals and numbers', () => {
    expect([0, 1, 2].map((n) => counted(n, 'boxes', 'box'))).toEqual(['0 boxes', 'one box', '2 boxes']);
    expect(figure('1.5')).toBe('1.5');
    preferences.current.language = 'fr';
    tongue.title = 'trafalgar';
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
