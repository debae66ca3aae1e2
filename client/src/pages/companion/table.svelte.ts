// One companion table on one of its phones: sheets that everybody may change, in step by versions.
import { Problem } from '../../api/http';
import { Stream, type Line } from '../../api/stream';
import type { CompanionTable, Json, Sheet, TableEvent } from '../../api/types';
import { announcer } from '../../lib/announce.svelte';
import { sentence, toasts } from '../../lib/toasts.svelte';
import type { NewSheet } from '../../api/types';
import * as calls from './calls';

export interface Conflict {
  readonly mine: Sheet;
  /** As it lies on the table now; null where it was taken away. */
  readonly theirs: Sheet | null;
}

type Calls = Pick<typeof calls, 'readTable' | 'addSheet' | 'putSheet' | 'removeSheet' | 'applyTo' | 'eventsAt' | 'eventsAfter'>;

export class CompanionDesk {
  table = $state.raw<CompanionTable | null>(null);
  sheets = $state.raw<readonly Sheet[]>([]);
  log = $state.raw<readonly TableEvent[]>([]);
  line = $state<Line>('opening');
  phones = $state(1);
  problem = $state('');
  conflict = $state.raw<Conflict | null>(null);

  readonly #id: string;
  readonly #calls: Calls;
  #stream: Stream | null = null;
  #closed = false;
  /** Sheets as the server last gave them. */
  #known = new Map<string, Sheet>();
  /** What this phone wants of a sheet, while a change of it is on its way. */
  #wanted = new Map<string, Sheet>();
  #sending = new Set<string>();

  constructor(id: string, using: Calls = calls) {
    this.#id = id;
    this.#calls = using;
  }

  async open(stream = true): Promise<void> {
    try {
      const table = await this.#calls.readTable(this.#id);
      if (this.#closed) return;
      this.table = table;
      this.#known = new Map(table.sheets.map((sheet) => [sheet.id, sheet]));
      this.log = table.log;
      this.#show();
      if (!stream) return;
      this.#stream = new Stream({
        address: this.#calls.eventsAt(this.#id),
        last: table.last,
        after: (last) => this.#calls.eventsAfter(this.#id, last),
        onevents: (events) => this.hear(events),
        onpresence: (who) => (this.phones = Number(who['phones'] ?? 1) || 1),
        online: (line) => (this.line = line),
      });
    } catch (error) {
      this.problem = sentence(error);
    }
  }

  wake(): void {
    this.#stream?.wake();
  }
  close(): void {
    this.#closed = true;
    this.#stream?.close();
  }

  hear(events: readonly TableEvent[]): void {
    for (const event of events) {
      if (event.kind !== 'sheet') continue;
      const sheet = event.event as unknown as Sheet;
      if (event.type === 'removed') {
        this.#known.delete(sheet.id);
        if (this.#wanted.has(sheet.id) || this.#sending.has(sheet.id)) continue;
      } else if ((this.#known.get(sheet.id)?.version ?? 0) < sheet.version && !this.#sending.has(sheet.id)) this.#known.set(sheet.id, sheet);
    }
    this.log = [...this.log, ...events].slice(-200);
    const loud = events.filter((event) => event.kind === 'sheet').map((event) => event.words);
    if (loud.length) announcer.say(loud.slice(-3).join(' '));
    this.#show();
  }

  #show(): void {
    this.sheets = [...this.#known.values()].map((sheet) => this.#wanted.get(sheet.id) ?? sheet);
  }

  /** Changes a sheet: seen at once here, sent in order, asked about where somebody else was quicker. */
  change(id: string, edit: (sheet: Sheet) => Sheet): void {
    const now = this.#wanted.get(id) ?? this.#known.get(id);
    if (!now) return;
    this.#wanted.set(id, edit(now));
    this.#show();
    if (!this.#sending.has(id)) void this.#send(id);
  }

  async #send(id: string): Promise<void> {
    this.#sending.add(id);
    let tried = 0;
    for (let mine = this.#wanted.get(id); mine; mine = this.#wanted.get(id)) {
      try {
        const version = this.#known.get(id)?.version ?? mine.version;
        const kept = await this.#calls.putSheet(this.#id, { ...mine, version });
        this.#known.set(id, kept);
        tried = 0;
        if (this.#wanted.get(id) === mine) this.#wanted.delete(id);
      } catch (error) {
        if (error instanceof Problem && error.passing && ++tried < 5) {
          await new Promise((done) => setTimeout(done, 400 * 2 ** tried));
          continue;
        }
        const wanted = this.#wanted.get(id) ?? mine;
        this.#wanted.delete(id);
        this.#clash(error, wanted);
      }
    }
    this.#sending.delete(id);
    this.#show();
  }

  #clash(error: unknown, mine: Sheet): void {
    if (error instanceof Problem && error.type === 'conflict') {
      const theirs = error.more['current'] as Sheet;
      this.#known.set(theirs.id, theirs);
      this.conflict = { mine, theirs };
      announcer.alarm(error.sentence);
    } else if (error instanceof Problem && error.status === 404) {
      this.#known.delete(mine.id);
      this.conflict = { mine, theirs: null };
    } else toasts.bad(error);
    this.#show();
  }

  /** Settles a conflict: mine is put over theirs, or theirs stays. */
  async settle(keep: 'mine' | 'theirs'): Promise<void> {
    const clash = this.conflict;
    this.conflict = null;
    if (!clash || keep === 'theirs') return;
    if (clash.theirs) this.change(clash.theirs.id, (theirs) => ({ ...clash.mine, version: theirs.version }));
    else await this.add(clash.mine);
  }

  async add(...sheets: readonly NewSheet[]): Promise<void> {
    for (const { name, side, kind, tracks, markers, notes, facts = {} } of sheets) {
      try {
        const made = await this.#calls.addSheet(this.#id, { name, side, kind, tracks, markers, notes, facts });
        if (!this.#known.has(made.id)) this.#known.set(made.id, made);
      } catch (error) {
        toasts.bad(error);
        break;
      }
    }
    this.#show();
  }

  async remove(sheet: Sheet): Promise<void> {
    try {
      await this.#calls.removeSheet(this.#id, this.#known.get(sheet.id) ?? sheet);
      this.#known.delete(sheet.id);
      this.#show();
    } catch (error) {
      this.#clash(error, sheet);
    }
  }

  /** Marks a result on a sheet; says whether it was done. */
  async apply(id: string, result: { readonly [part: string]: Json }, words: string): Promise<boolean> {
    const sheet = this.#known.get(id);
    if (!sheet) return false;
    try {
      const kept = await this.#calls.applyTo(this.#id, sheet, result, words);
      if ((this.#known.get(id)?.version ?? 0) < kept.version) this.#known.set(id, kept);
      this.#show();
      return true;
    } catch (error) {
      if (error instanceof Problem && error.type === 'conflict') {
        // Boxes are added to whatever is crossed by now, so that nothing of theirs is lost: look again, and apply again.
        this.#known.set(id, error.more['current'] as Sheet);
        this.#show();
        toasts.note(`${error.sentence} Look at her sheet as it is now, then mark the result again.`);
      } else toasts.bad(error);
      return false;
    }
  }
}

// ---- tables this device has been at ----------------------------------------------------------------------------

const KEY = 'weathergauge-companion';
export interface Remembered {
  readonly id: string;
  readonly name: string;
  readonly title: string;
}
export function remembered(): readonly Remembered[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? (found as Remembered[]).filter((one) => typeof one?.id === 'string') : [];
  } catch {
    return [];
  }
}
export function remember(table: Remembered): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([{ id: table.id, name: table.name, title: table.title }, ...remembered().filter((one) => one.id !== table.id)].slice(0, 12)));
  } catch {
    // a private window: the link is all there is
  }
}
export function forget(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(remembered().filter((one) => one.id !== id)));
  } catch {
    // nothing was kept
  }
}
