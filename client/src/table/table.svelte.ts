// One seat at one match: what it sees, what it may order, what it is about to order, and what is being shown.
//
// Events come by the stream; the view is fetched again after each batch of them, which the board shows as a scene.
import { t } from '../lib/languages/index.svelte';
import * as api from '../api/calls';
import { Problem } from '../api/http';
import { Stream, type Line } from '../api/stream';
import type { Action, Choices, Json, Presence, Receipt, SeatView, Summary, TableEvent, TitleInfo } from '../api/types';
import { announcer } from '../lib/announce.svelte';
import { yourMove } from '../lib/notify';
import { keepHead } from '../lib/proof/kept';
import { preferences } from '../lib/settings.svelte';
import { sound } from '../lib/sound';
import { sentence, toasts } from '../lib/toasts.svelte';
import { capital } from '../lib/words';
import { moduleFor, type AnyModule } from '../rulesets';
import type { Commitment, Draft, LogHint, Plan, Propose, Scene } from '../rulesets/contract';
import { OrderedAhead } from './ahead.svelte';
import { Drafting } from './drafting.svelte';
import { Lookout } from './hints.svelte';
import { actionKey, spoken, throwsOf, type Throw } from './log';
import { Questions } from './questions';
import { Scenes } from './scenes.svelte';

const GATHER = 50;
/** Orders in one request. */
const MOST = 100;

export class Table {
  readonly match: string;
  readonly seat: string;

  summary = $state.raw<Summary | null>(null);
  title = $state.raw<TitleInfo | null>(null);
  module = $state.raw<AnyModule | null>(null);
  /** The newest view. */
  seen = $state.raw<SeatView | null>(null);
  readonly #scenes = new Scenes();
  readonly #drafting: Drafting;
  log = $state.raw<readonly TableEvent[]>([]);
  throws = $state.raw<readonly Throw[]>([]);
  /** Goes up with every batch of throws, so that the tray tumbles again. */
  thrown = $state(0);
  line = $state<Line>('opening');
  presence = $state.raw<Presence>({});

  selected = $state<string | null>(null);
  hovered = $state<string | null>(null);
  choices = $state.raw<Choices | null>(null);
  /** An order is on its way. */
  busy = $state(false);
  /** The order is being sent again: the line is bad. */
  resending = $state(false);
  failed = $state.raw<Problem | null>(null);

  #stream: Stream | null = null;
  #pending: TableEvent[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #fetching = false;
  #closed = false;
  #plain: boolean | null = null;
  #closing = $state.raw<(Commitment & { readonly decision: string }) | null>(null);
  #chosenIn: string | undefined;
  #asking: AbortController | null = null;
  /** The answer to an order, while its view is taken over: it brings choices and hints as well. */
  #offered: Receipt | null = null;
  readonly #lookout = new Lookout((subject) => api.hints(this.match, this.seat, subject));
  /** What is drawn about a subject, once the server has said it. */
  readonly hints = this.#lookout.of;
  /** Orders of which the first is on its way, and where the match stood when it was given. */
  #going: (Plan & { readonly decision: string }) | null = null;

  /** What is ordered ahead, where the board has a place for it. */
  readonly ahead: OrderedAhead;

  /** Why orders may not be given; null for each that may. */
  readonly why: Questions['why'];
  /** The odds of an order that nobody has drafted; null where they cannot be had. */
  readonly weigh: Questions['weigh'];

  constructor(match: string, seat: string) {
    this.match = match;
    this.seat = seat;
    this.#drafting = new Drafting(match, seat, { listed: (action) => this.#listed(action), subjectOf: (action) => this.module?.subjectOf(action) });
    ({ why: this.why, weigh: this.weigh } = new Questions(match, seat, () => this.seen?.decision ?? ''));
    this.ahead = new OrderedAhead(match, seat, () => this.#plan(0));
  }

  // ---- sitting down and getting up -----------------------------------------------------------------------------

  async open(summary: Summary): Promise<void> {
    this.summary = summary;
    try {
      const [seen, title] = await Promise.all([api.view(this.match, this.seat), api.title(summary.title)]);
      this.title = title;
      await this.lay(preferences.plain);
      if (this.#closed) return;
      this.log = seen.log;
      this.throws = throwsOf(seen.log, 6);
      this.#take(seen, []);
      this.#stream = new Stream({
        address: api.seatAt(this.match, this.seat, 'events'),
        last: seen.last,
        after: (last) => api.eventsAfter(this.match, this.seat, last).catch((error: unknown) => this.#shut(error)),
        onevents: (events) => this.#heard(events),
        onpresence: (who) => (this.presence = who),
        online: (line) => (this.line = line),
        over: () => this.seen?.status === 'finished',
      });
    } catch (error) {
      this.failed = error instanceof Problem ? error : new Problem('server-error', 0, sentence(error));
    }
  }

  /** Lays the board: the one drawn for the title, or the plain one. */
  async lay(plain: boolean): Promise<void> {
    if (!this.title || this.#plain === plain) return;
    this.#plain = plain;
    this.module = await moduleFor(this.title, plain);
    if (this.standing) void this.ahead.look();
    void this.#askClosing();
  }

  /** Whether this seat may order ahead here. */
  get standing(): boolean {
    return this.module?.standing !== undefined && this.seat !== 'spectator' && !this.over;
  }

  close(): void {
    this.#closed = true;
    this.#stream?.close();
    this.#asking?.abort();
    clearTimeout(this.#timer);
    this.#scenes.close();
    this.#drafting.close();
    yourMove(false);
  }

  /** Whoever was put out of the seat, or signed out elsewhere, is told so instead of being left to wait for a line. */
  #shut(error: unknown): never {
    if (error instanceof Problem && (error.type === 'not-yours' || error.type === 'signed-out')) {
      this.close();
      this.failed = error;
    }
    throw error;
  }

  /** The page is looked at again, or the network came back. */
  wake(): void {
    this.#stream?.wake();
  }

  // ---- what comes in -------------------------------------------------------------------------------------------

  hint = (event: Parameters<AnyModule['hint']>[0]): LogHint =>
    this.module?.hint(event) ?? { sign: null, subjects: [], loud: false };

  #heard(events: readonly TableEvent[]): void {
    this.log = [...this.log, ...events];
    if (this.standing) this.ahead.heard(events);
    announcer.say(spoken(events, this.hint));
    const fell = throwsOf(events);
    if (fell.length) {
      this.throws = fell;
      this.thrown += 1;
      sound('dice');
    }
    if (events.some((event) => event.kind === 'rules' && this.hint(event).sign === 'gun')) sound('gun');
    for (const event of events) if (event.kind === 'match' && event.type === 'letin') toasts.note(event.words);
    const news = events.filter((event) => event.kind !== 'talk');
    if (news.length) {
      this.#pending.push(...news);
      this.#plan(GATHER);
      if (news.some((event) => event.kind === 'match')) void this.#renew();
    }
  }

  async #renew(): Promise<void> {
    try {
      this.summary = await api.summary(this.match);
    } catch {
      // the next match event asks again
    }
  }

  /** An order was answered: with the view after it there is nothing to ask for, unless its events are still to come or more have. */
  #answered(receipt: Receipt): void {
    const { seen } = receipt;
    if (!seen || this.#fetching || this.#closed || seen.last !== (this.log.at(-1)?.number ?? 0)) {
      this.#plan(0);
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#offered = receipt;
    this.#take(seen, this.#pending.splice(0));
    this.#offered = null;
  }

  #plan(wait: number): void {
    if (!this.#fetching) this.#timer ??= setTimeout(() => void this.#fetch(), wait);
  }

  async #fetch(): Promise<void> {
    this.#timer = undefined;
    this.#fetching = true;
    const events = this.#pending.splice(0);
    let again = GATHER;
    try {
      const seen = await api.view(this.match, this.seat, 0);
      if (!this.#closed) this.#take(seen, events);
    } catch {
      this.#pending.unshift(...events);
      again = 1500;
    }
    this.#fetching = false;
    if (this.#pending.length && !this.#closed) this.#plan(again);
  }

  #take(seen: SeatView, events: readonly TableEvent[]): void {
    const before = this.seen;
    this.seen = seen;
    keepHead(this.match, this.summary?.seed_hash, seen.head);
    this.#lookout.turn();
    const { choices, hints } = this.#offered ?? {};
    if (choices && hints) this.#lookout.told(choices.subject, hints);
    if (seen.view !== null) this.#scenes.add(events, seen.view);
    if (before?.decision !== seen.decision || before?.your_turn !== seen.your_turn) this.#forget();
    this.#choose(before !== null && this.#stage(before) !== this.#stage(seen));
    void this.#askClosing();
    const mine = seen.your_turn || (seen.waiting?.seats.includes(this.seat) ?? false);
    yourMove(mine && seen.status === 'playing', this.summary?.words ?? '');
    if (seen.your_turn && before && !before.your_turn) sound('bell');
    if (seen.your_turn && !before?.your_turn) announcer.say(t('Your move. {words}', { words: this.decide }));
    this.#goOn();
  }

  /** The log begins later than the match: only the newest events come with a view. */
  get hasEarlier(): boolean {
    return (this.log[0]?.number ?? 1) > 1;
  }

  async earlier(): Promise<void> {
    const first = this.log[0]?.number ?? 1;
    try {
      const older: TableEvent[] = [];
      let after = Math.max(0, first - 1 - 500);
      while (after < first - 1) {
        const answer = await api.eventsAfter(this.match, this.seat, after);
        const some = answer.events.filter((event) => event.number < first);
        older.push(...some);
        const last = some[some.length - 1];
        if (!last) break;
        after = last.number;
      }
      this.log = [...older, ...this.log.filter((event) => event.number >= first)];
    } catch (error) {
      toasts.bad(error);
    }
  }

  // ---- scenes --------------------------------------------------------------------------------------------------

  get shown(): Json | null {
    return this.#scenes.shown;
  }

  get scene(): Scene<Json> | null {
    return this.#scenes.scene;
  }

  get skips(): number {
    return this.#scenes.skips;
  }

  /** The board has shown a scene. */
  done(scene: number): void {
    this.#scenes.done(scene);
  }

  skip(): void {
    this.#scenes.skip();
  }

  // ---- choosing ------------------------------------------------------------------------------------------------

  get myTurn(): boolean {
    return this.seen?.your_turn ?? false;
  }

  get over(): boolean {
    return this.seen?.status === 'finished';
  }

  /** What is to be decided now, in a sentence. */
  get decide(): string {
    const seen = this.seen;
    if (!seen || seen.view === null || !this.module) return '';
    return this.module.decide(seen.view, this.seat, seen.to_act, seen.subjects);
  }

  get commitment(): Commitment | null {
    const seen = this.seen;
    if (!seen || seen.view === null || !this.module || !seen.your_turn) return null;
    return this.module.commit(seen.view, this.seat, seen.subjects) ?? (this.#closing?.decision === seen.decision ? this.#closing : null);
  }

  /** Where the module does not know what closes the step, the server does: the one order of it, or that nothing more is to be decided. */
  async #askClosing(): Promise<void> {
    const { seen, module } = this;
    if (!seen || module?.step === undefined || !this.canOrder(module.step) || this.#closing?.decision === seen.decision) return;
    const { decision, actions, forms } = await api.choices(this.match, this.seat, module.step).catch(() => ({ decision: '', actions: [], forms: [] }));
    const found = actions.find(({ action }) => action.type === 'ready') ?? (actions.length === 1 && !forms.length ? actions[0] : undefined);
    if (found) this.#closing = { decision, action: found.action, words: capital(found.words.split(':', 1)[0] ?? '') };
  }

  canOrder(subject: string | null): boolean {
    return subject !== null && (this.seen?.subjects.some((one) => one.id === subject) ?? false);
  }

  /** Ships that still wait for an order. */
  get waitingShips(): readonly string[] {
    const { seen, module } = this;
    if (!seen || !module || seen.view === null) return [];
    const view = seen.view;
    return seen.subjects.filter(({ id }) => (module.step === undefined ? module.glance(view, id) !== null : id !== module.step)).map((one) => one.id);
  }

  #stage = ({ view }: SeatView): string => (view === null ? '' : (this.module?.headline(view).step ?? ''));

  /** Keeps what is chosen while it can be ordered, but not the whole side where ships wait in a step that has begun, and whatever is looked at until something is decided; then goes on to the next. */
  #choose(begun: boolean): void {
    const waits = this.waitingShips;
    const canOrder = this.canOrder(this.selected);
    if (canOrder && !(begun && waits.length && !waits.includes(this.selected ?? ''))) return this.choices ? undefined : void this.#ask();
    if (!this.myTurn || (!canOrder && this.selected !== null && this.#chosenIn === this.seen?.decision)) return;
    this.select((this.seen?.view ? this.module?.first?.(this.seen.view) : null) ?? waits[0] ?? this.selected);
  }

  select(subject: string | null): void {
    if (subject === this.selected && (this.choices || !this.canOrder(subject))) return;
    this.selected = subject;
    this.#chosenIn = this.seen?.decision;
    this.propose(null);
    this.choices = null;
    if (this.canOrder(subject)) void this.#ask();
  }

  /** The next ship that can be ordered, or the one before. */
  step(by: 1 | -1): void {
    const ships = this.waitingShips;
    if (!ships.length) return;
    const at = this.selected === null ? -1 : ships.indexOf(this.selected);
    this.select(ships[(at + by + ships.length + (at < 0 && by < 0 ? 1 : 0)) % ships.length] ?? null);
  }

  #forget(): void {
    this.choices = null;
    this.propose(null);
  }

  async #ask(): Promise<void> {
    const subject = this.selected;
    if (subject === null) return;
    this.#asking?.abort();
    const offered = this.#offered?.choices;
    if (offered?.subject === subject) {
      this.choices = offered;
      return;
    }
    const asking = (this.#asking = new AbortController());
    try {
      const choices = await api.choices(this.match, this.seat, subject, asking.signal);
      if (this.selected !== subject || asking.signal.aborted) return;
      if (choices.decision !== this.seen?.decision) this.#plan(0);
      this.choices = choices;
    } catch (error) {
      if (asking.signal.aborted || this.#closed) return;
      if (error instanceof Problem && error.passing) setTimeout(() => this.selected === subject && void this.#ask(), 1500);
    }
  }

  // ---- drafting ------------------------------------------------------------------------------------------------

  get draft(): Draft | null {
    return this.#drafting.draft;
  }

  propose: Propose = (action, next = null) => {
    if (action !== null && this.scene) this.skip(); // whoever orders has seen enough
    this.#drafting.propose(action, next);
  };

  #listed(action: Action): string | null {
    const key = actionKey(action);
    return this.choices?.actions.find((one) => actionKey(one.action) === key)?.words ?? null;
  }

  // ---- ordering ------------------------------------------------------------------------------------------------

  /** Gives an order; says in a sentence why not, where it is refused. */
  async order(action: Action): Promise<boolean> {
    const decision = this.seen?.decision;
    this.#going = null;
    if (decision === undefined) return false;
    return this.#send(() => api.act(this.match, this.seat, action, decision, this.selected ?? '', { onretry: () => (this.resending = true) }), action.type === 'ready');
  }

  /** Gives orders one after the other, each as the answer to the one before; the first that is refused ends it. */
  async orderAll(actions: readonly Action[]): Promise<boolean> {
    const decision = this.seen?.decision;
    this.#going = null;
    if (decision === undefined || !actions.length) return false;
    let all = true;
    const sent = await this.#send(async () => {
      const series = await api.actAll(this.match, this.seat, actions.slice(0, MOST), decision, { onretry: () => (this.resending = true) });
      all = series.given === Math.min(actions.length, MOST);
      if (!all) toasts.note(capital(series.refused));
      return series;
    });
    return sent && (actions.length <= MOST || !all ? all : this.orderAll(actions.slice(MOST)));
  }

  async orderDraft(): Promise<boolean> {
    const draft = this.draft;
    if (!draft) return false;
    if (draft.whyNot) {
      announcer.alarm(draft.whyNot);
      return false;
    }
    const { action, next } = draft;
    const decision = this.seen?.decision ?? '';
    const sent = this.order(action);
    if (next) this.#going = { action, next, decision };
    if (!(await sent)) this.#going = null;
    else this.#goOn();
    return sent;
  }

  /** The first order of a plan has been answered and its dice have fallen: gives the second, if all went as it was meant. */
  #goOn(): void {
    const { seen, module } = this;
    const going = this.#going;
    if (!going?.next || !seen || !module || this.busy || seen.waiting || seen.decision === going.decision) return;
    const { action, next } = going;
    this.#going = null;
    if (!seen.your_turn || seen.view === null || !this.canOrder(module.subjectOf(next))) return;
    if (module.carriedOut(seen.view, action)) {
      void this.order(next).then((given) => {
        if (!given) this.propose(next);
      });
    } else {
      this.propose(next);
      toasts.note('The first of the two orders did not come about. The second stands in the bar: order it, or change it.');
    }
  }

  async takeBack(step: number | null = null): Promise<boolean> {
    this.#going = null;
    const decision = this.seen?.decision ?? '';
    return this.#send(() => api.takeBack(this.match, this.seat, step, decision, { onretry: () => (this.resending = true) }));
  }

  async giveDice(faces: readonly number[]): Promise<boolean> {
    const waiting = this.seen?.waiting;
    if (!waiting) return false;
    return this.#send(() => api.giveDice(this.match, this.seat, faces, waiting.lock, { onretry: () => (this.resending = true) }));
  }

  offerDraw = (): Promise<boolean> => this.#send(() => api.draw(this.match, this.seat, 'offer'));
  acceptDraw = (): Promise<boolean> => this.#send(() => api.draw(this.match, this.seat, 'accept'));
  resign = (): Promise<boolean> => this.#send(() => api.resign(this.match, this.seat));
  handOver = (to: string): Promise<boolean> => this.#send(() => api.handOver(this.match, this.seat, to));
  /** Reads on in a lesson, has its order given, or leaves it. */
  follow = (what: 'read' | 'show' | 'leave'): Promise<boolean> => this.#send(() => api.follow(this.match, this.seat, what));
  overdue = (late: string, what: 'bot' | 'resign'): Promise<boolean> => this.#send(() => api.overdue(this.match, this.seat, late, what));

  /** `passing`: whoever only goes on is not told that the table has gone on by itself meanwhile. */
  async #send(call: () => Promise<Receipt>, passing = false): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      const receipt = await call();
      this.propose(null);
      this.#stream?.offer(receipt.events);
      if (this.line === 'lost') this.#stream?.wake(); // the server answers again
      this.#answered(receipt);
      return true;
    } catch (error) {
      const stale = error instanceof Problem && error.type === 'stale';
      if (!(stale && passing)) toasts.bad(error);
      if (stale || (error instanceof Problem && error.type === 'refused')) this.#plan(0);
      return false;
    } finally {
      this.busy = false;
      this.resending = false;
    }
  }
}
