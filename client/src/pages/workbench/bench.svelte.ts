// The workbench in this browser: the studies there are, and the one that is looked at, in step with the server while it is played.
import * as api from '../../api/calls';
import { openSource, type Source } from '../../api/sse';
import type { Bench, BenchStanding, NewTry } from '../../api/types';
import { announcer } from '../../lib/announce.svelte';
import { Attempt } from '../../lib/attempt.svelte';
import { sentence } from '../../lib/toasts.svelte';

/** Milliseconds before a line that broke is tried again. */
const AGAIN = 2000;

export class Workbench {
  bench = $state.raw<Bench | null>(null);
  standing = $state.raw<BenchStanding | null>(null);
  /** Why there is nothing to see. */
  problem = $state('');
  readonly attempt = new Attempt();
  #source: Source | null = null;
  #again: ReturnType<typeof setTimeout> | undefined;
  #id: string | null = null;

  get playing(): boolean {
    return this.standing?.study.state === 'playing';
  }

  async load(): Promise<void> {
    try {
      this.bench = await api.bench();
    } catch (error) {
      this.problem = sentence(error);
    }
  }

  /** Look at a study, or at none. */
  async open(id: string | null): Promise<void> {
    if (id === this.#id) return;
    this.#drop();
    this.#id = id;
    if (id === null) this.standing = null;
    else await this.#follow(id);
  }

  async #follow(id: string): Promise<void> {
    try {
      const found = await api.studyAt(id);
      if (this.#id === id) this.#show(found);
    } catch (error) {
      if (this.#id !== id) return;
      this.standing = null;
      this.problem = sentence(error);
    }
  }

  /** Games to be played; gives the study's id, or null where it cannot be tried. */
  async tryIt(wanted: NewTry): Promise<string | null> {
    let made: string | null = null;
    await this.attempt.make(async () => {
      const found = await api.tryIt(wanted);
      made = found.study.id;
      this.#drop();
      this.#id = made;
      this.#show(found);
      announcer.say('The games have begun.');
      await this.load();
    });
    return made;
  }

  readonly stop = (): Promise<void> => this.#do((id) => api.stopStudy(id));
  readonly playOn = (games: number): Promise<void> => this.#do((id) => api.playOn(id, games));
  readonly keep = (name: string): Promise<void> => this.#do((id) => api.keepStudy(id, name));

  async remove(id: string): Promise<void> {
    await this.attempt.make(async () => {
      await api.removeStudy(id);
      if (id === this.#id) await this.open(null);
      await this.load();
    });
  }

  #do(deed: (id: string) => Promise<BenchStanding>): Promise<void> {
    return this.attempt.make(async () => {
      if (this.#id === null) return;
      this.#show(await deed(this.#id));
      await this.load();
    });
  }

  #show(found: BenchStanding): void {
    const before = this.standing?.study;
    this.standing = found;
    if (found.study.state === 'playing') this.#listen(found.study.id);
    else {
      this.#drop();
      if (before?.id === found.study.id && before.state === 'playing') {
        announcer.say(found.study.state === 'whole' ? 'All games are over.' : 'The games were stopped.');
        void this.load();
      }
    }
  }

  #listen(id: string): void {
    if (this.#source) return;
    this.#source = openSource(api.studyEvents(id), {
      onopen: () => undefined,
      onheard: () => undefined,
      onmessage: (name, data) => {
        if (name === 'message' && this.#id === id) this.#show(JSON.parse(data) as BenchStanding);
      },
      onend: () => {
        this.#source = null;
        this.#again = setTimeout(() => void (this.#id === id && this.#follow(id)), AGAIN);
      },
    });
  }

  #drop(): void {
    clearTimeout(this.#again);
    this.#source?.close();
    this.#source = null;
  }

  close(): void {
    this.#drop();
  }
}
