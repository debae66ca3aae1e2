// Sentences in the language of whoever reads them. English ones name themselves; a catalogue says them otherwise, about the
// titles that it has words for. As everything that is said is typed by what the catalogues say, none of them lacks anything.
import { preferences } from '../settings.svelte';
import type * as fr from './fr/index';

export type Sentence = keyof typeof fr.SENTENCES;
export type Counted = keyof typeof fr.COUNTS;
/** Of exactly one, of other amounts below two, and of more. */
export type Counts = readonly [one: string, few: string, many: string];

interface Catalogue {
  readonly TITLES: readonly string[];
  readonly POINT: string;
  readonly SIDES: { readonly [short: string]: string };
  readonly SENTENCES: { readonly [sentence in Sentence]: string };
  readonly COUNTS: { readonly [plural in Counted]: Counts };
}
/** Each language is fetched by those who read it. */
export const CATALOGUES: { readonly [language: string]: () => Promise<Catalogue> } = { fr: () => import('./fr/index') };
/** What each language calls itself. */
export const LANGUAGES = { en: 'English', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;
const ENGLISH: Language = 'en';

const isLanguage = (name: string | undefined): name is Language => name !== undefined && name in LANGUAGES;

/** The first language that a browser wishes for and that is known here. */
export function wished(languages: readonly string[]): Language {
  return languages.map((one) => one.split('-')[0]?.toLowerCase()).find(isLanguage) ?? ENGLISH;
}

class Tongue {
  /** The title that a page is about; none of a page about all of them. */
  #title = $state('');
  #learnt = $state.raw<{ readonly language: Language; readonly catalogue: Catalogue } | null>(null);

  about(title: string): void {
    this.#title = title;
  }

  /** Speaks what somebody has chosen for their account, in whatever browser. */
  adopt(language: string): void {
    if (language === preferences.current.language) return;
    preferences.set('language', language);
    void this.learn();
  }

  /** Fetches the catalogue of the language that is wanted; where it cannot be had, English is spoken. */
  async learn(): Promise<void> {
    const language = this.wanted;
    if (this.#learnt?.language === language) return;
    try {
      const catalogue = await CATALOGUES[language]?.();
      this.#learnt = catalogue ? { language, catalogue } : null;
    } catch {
      this.#learnt = null; // a part of the pages that is gone: the next page that is loaded asks again
    }
  }

  get wanted(): Language {
    const chosen = preferences.current.language;
    return isLanguage(chosen) ? chosen : wished(typeof navigator === 'undefined' ? [] : navigator.languages);
  }

  /** The language that is spoken here: of a title without a catalogue English. */
  get spoken(): Language {
    return this.catalogue ? this.wanted : ENGLISH;
  }

  get catalogue(): Catalogue | null {
    const found = this.#learnt?.language === this.wanted ? this.#learnt.catalogue : null;
    return found?.TITLES.includes(this.#title) ? found : null;
  }
}

export const tongue = new Tongue();

type Parts = { readonly [part: string]: string | number };
const filled = (sentence: string, parts: Parts): string => sentence.replace(/\{(\w+)\}/g, (whole, part: string) => (part in parts ? figure(String(parts[part])) : whole));

/** Says a sentence with its parts, which stand in braces by their names. */
export function t(sentence: Sentence, parts?: Parts): string {
  const words: string = tongue.catalogue?.SENTENCES[sentence] ?? sentence;
  return parts ? filled(words, parts) : words;
}

/** Says what was made elsewhere, such as a side's name, where the catalogue has it. */
export function known(words: string): string {
  return tongue.catalogue?.SENTENCES[words as Sentence] ?? words;
}

/** A side's short name, over the list of its ships. */
export const heading = (short: string): string => tongue.catalogue?.SIDES[short] ?? short;

/** "one ship", "3 ships": what is counted is named by its plural. */
export function counted(n: number, plural: Counted, one: string): string {
  const forms = tongue.catalogue?.COUNTS[plural];
  if (!forms) return n === 1 ? `one ${one}` : `${n} ${plural}`;
  return filled(forms[n === 1 ? 0 : Math.abs(n) < 2 ? 1 : 2], { n });
}

/** A number as the language writes it; other text stays as it is. */
export function figure(text: string): string {
  const { catalogue } = tongue;
  return catalogue && /^[-−]?\d+\.\d+$/.test(text) ? text.replace('.', catalogue.POINT) : text;
}

/** How the server is asked to speak where somebody chose that here; else the browser asks for what it wishes. */
export function accepted(): { readonly 'Accept-Language'?: string } {
  const { language } = preferences.current;
  return isLanguage(language) ? { 'Accept-Language': language } : {};
}
