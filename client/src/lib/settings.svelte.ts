// What this browser's player prefers. Kept here alone, never sent.

import { router } from './router.svelte';

export type Theme = 'system' | 'light' | 'dark';

export interface Settings {
  theme: Theme;
  /** Motion on the board and of the dice. The system's wish for less motion always wins. */
  motion: boolean;
  sound: boolean;
  /** Ask once more before a step is closed while ships have no orders. */
  confirm: boolean;
  /** Tell by a browser notification that it is your move. */
  notify: boolean;
  /** Lists and forms instead of a drawn board. */
  plain: boolean;
  /** What the table speaks: `browser` as the browser wishes, else the language of that name. */
  language: string;
  /** How long the log is. */
  log: 'dispatch' | 'orders' | 'all';
}

const KEY = 'wg-settings';
const DEFAULTS: Settings = { theme: 'system', motion: true, sound: false, confirm: true, notify: false, plain: false, language: 'browser', log: 'orders' };

export function readSettings(stored: string | null): Settings {
  try {
    const found: unknown = JSON.parse(stored ?? '{}');
    return typeof found === 'object' && found !== null ? { ...DEFAULTS, ...found } : { ...DEFAULTS };
  } catch {
    return { ...DEFAULTS };
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage may be forbidden: then settings last as long as the page
  }
}

class Preferences {
  current = $state<Settings>(readSettings(stored()));
  #less = $state(false);
  #night = $state(false);

  constructor() {
    if (typeof matchMedia === 'undefined') return;
    const less = matchMedia('(prefers-reduced-motion: reduce)');
    const night = matchMedia('(prefers-color-scheme: dark)');
    this.#less = less.matches;
    this.#night = night.matches;
    less.addEventListener('change', () => {
      this.#less = less.matches;
    });
    night.addEventListener('change', () => {
      this.#night = night.matches;
      this.#show();
    });
    this.#show();
  }

  /** Whether things may move. */
  get motion(): boolean {
    return this.current.motion && !this.#less;
  }

  /** Whether titles are played on the plain board; `?board=plain` in a page's address asks for it once. */
  get plain(): boolean {
    return this.current.plain || router.route.query.get('board') === 'plain';
  }

  get dark(): boolean {
    return this.current.theme === 'dark' || (this.current.theme === 'system' && this.#night);
  }

  set<K extends keyof Settings>(name: K, value: Settings[K]): void {
    this.current[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.current));
    } catch {
      // lasts as long as the page
    }
    this.#show();
  }

  #show(): void {
    if (typeof document === 'undefined') return;
    document.documentElement.dataset['theme'] = this.dark ? 'dark' : 'light';
    document.documentElement.dataset['motion'] = this.current.motion ? 'on' : 'off';
  }
}

export const preferences = new Preferences();
