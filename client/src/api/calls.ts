// docs/api.md, one function for each address.
import { ask, Problem, query, send, type Sending } from './http';
import type {
  Action, Bench, BenchStanding, Charts, CheckedScenario, Choices, Chronicle, Cover, Dispatch, Foresight, Guide, Hints, Holders, Intent, Invitation, Left, Lobby, Luck, Me, NewMatch, NewSheet, NewTry, Preview, ProcedureInfo, ProcedureOdds, Receipt, Replay,
  ReplayView, Resolved, SeatChoice, SeatLink, SeatView, Series, SessionInfo, StandingOrders, Summary, TableEvent, TitleInfo, WhyNot, Word, Json,
} from './types';

const at = (...parts: readonly (string | number)[]): string => `/api/${parts.map((part) => encodeURIComponent(part)).join('/')}`;

// ---- titles: they do not change while the page is open, so each is asked for once ------------------------------

const kept = new Map<string, Promise<unknown>>();

function once<T>(address: string): Promise<T> {
  let answer = kept.get(address) as Promise<T> | undefined;
  if (!answer) {
    answer = ask<T>(address);
    kept.set(address, answer);
    answer.catch(() => kept.delete(address));
  }
  return answer;
}

export const titles = async (): Promise<readonly TitleInfo[]> => (await once<{ titles: readonly TitleInfo[] }>('/api/titles')).titles;

/** What pages that only name titles need to know of them. */
export const covers = async (): Promise<readonly Cover[]> => (await once<{ titles: readonly Cover[] }>('/api/covers')).titles;

export async function title(name: string): Promise<TitleInfo | null> {
  try {
    return await once<TitleInfo>(at('titles', name));
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}

export const charts = (name: string): Promise<Charts> => once<Charts>(at('titles', name, 'charts'));

export const guide = (name: string): Promise<Guide> => once<Guide>(at('titles', name, 'guide'));

export const titleWords = async (name: string): Promise<readonly Word[]> => (await once<{ words: readonly Word[] }>(at('titles', name, 'words'))).words;

export const procedures = async (name: string): Promise<readonly ProcedureInfo[]> =>
  (await once<{ procedures: readonly ProcedureInfo[] }>(at('titles', name, 'procedures'))).procedures;

export const procedureOdds = (name: string, procedure: string, inputs: { [name: string]: Json }, signal?: AbortSignal): Promise<ProcedureOdds> =>
  ask(at('titles', name, 'procedures', procedure, 'odds'), { method: 'POST', body: { inputs }, ...(signal ? { signal } : {}) });

export const resolve = (name: string, procedure: string, inputs: { [name: string]: Json }, dice: 'roll' | readonly number[]): Promise<Resolved> =>
  ask(at('titles', name, 'procedures', procedure, 'resolve'), { method: 'POST', body: { inputs, dice } });

/** The map of a title that is played on one: its ruleset's own shape. */
export const mapOf = async (name: string): Promise<Json> => (await once<{ map: Json }>(at('titles', name, 'map'))).map;

interface Opening {
  readonly view: Json;
  readonly sheets: readonly (Pick<NewSheet, 'name' | 'side' | 'kind' | 'tracks'> & Partial<NewSheet>)[];
}
const begun = (name: string, scenario: string): Promise<Opening> => once(at('titles', name, 'scenarios', scenario));

/** What stands on the table when a scenario begins, as a spectator sees it. */
export const opening = async (name: string, scenario: string): Promise<Json> => (await begun(name, scenario)).view;

/** The ships of a scenario as sheets of paper. */
export const sheets = async (name: string, scenario: string): Promise<readonly NewSheet[]> =>
  (await begun(name, scenario)).sheets.map((sheet) => ({ markers: [], notes: '', facts: {}, ...sheet }) as NewSheet);

// ---- you -------------------------------------------------------------------------------------------------------

const post = <T>(address: string, body: unknown = {}): Promise<T> => ask<T>(address, { method: 'POST', body });

/** A scenario written by hand, checked line by line; nothing is kept. */
export const checkScenario = (title: string, written: string, name: string): Promise<CheckedScenario> =>
  post(at('titles', title, 'scenarios'), { written, name });

export const me = (): Promise<Me> => ask('/api/me');
export const guest = (name?: string): Promise<Me> => post('/api/guest', name ? { name } : {});
export const register = (name: string, password: string): Promise<Me> => post('/api/register', { name, password });
export const login = (name: string, password: string): Promise<Me> => post('/api/login', { name, password });
export const logout = (): Promise<Me> => post('/api/logout');
export const setEmail = (email: string | null): Promise<Me> => post('/api/me/email', { email });
export const setLanguage = (language: string | null): Promise<Me> => post('/api/me/language', { language });
export const confirmEmail = (token: string): Promise<Me> => post('/api/me/email/confirm', { token });

export const changePassword = (old: string, fresh: string): Promise<Me> => post('/api/me/password', { old, new: fresh });
export const askReset = (name: string): Promise<{ words: string }> => post('/api/reset', { name });
export const finishReset = (token: string, password: string): Promise<Me> => post('/api/reset/finish', { token, password });
export const sessions = async (): Promise<readonly SessionInfo[]> => (await ask<{ sessions: readonly SessionInfo[] }>('/api/me/sessions')).sessions;
/** One by its id, or all but this one; gives those that are left. */
export const endSessions = async (id?: string): Promise<readonly SessionInfo[]> =>
  (await post<{ sessions: readonly SessionInfo[] }>('/api/me/sessions/end', id ? { session: id } : {})).sessions;
export const EXPORT = '/api/me/export';
export const deleteAccount = (proof: { readonly password: string } | { readonly name: string }, running: 'bot' | 'resign'): Promise<Left> =>
  post('/api/me/delete', { ...proof, running });

// ---- matches ---------------------------------------------------------------------------------------------------

export const createMatch = (match: NewMatch, sending?: Sending): Promise<Summary> => send('/api/matches', match, sending);
/** A moment of a title's lesson; without a name its first. */
export const learn = (title: string, moment?: string): Promise<Summary> => send('/api/lessons', moment === undefined ? { title } : { title, moment });
export const summary = (match: string): Promise<Summary> => ask(at('matches', match));

export const myMatches = async (status?: string, before?: string): Promise<readonly Summary[]> =>
  (await ask<{ matches: readonly Summary[] }>(`/api/matches${query({ status, before })}`)).matches;

export const lobby = (): Promise<Lobby> => ask('/api/lobby');
export const join = (match: string, seat: string): Promise<Summary> => send(at('matches', match, 'join'), { seat, words: true });
export const cancel = (match: string): Promise<unknown> => send(at('matches', match, 'cancel'), {});
export const seatLink = (match: string, seat: string, many = false): Promise<SeatLink> => send(at('matches', match, 'seats', seat, 'link'), { many });
export const holders = (match: string, seat: string): Promise<Holders> => ask(at('matches', match, 'seats', seat, 'holders'));
/** Put out one holder or program, or all others with the open link; gives who is left. */
export const putOut = (match: string, seat: string, holder?: string): Promise<Holders> =>
  post(at('matches', match, 'seats', seat, 'end'), holder ? { holder } : {});
export const look = (token: string): Promise<Invitation> => post('/api/seats/look', { token });
export const claim = (token: string): Promise<{ match: string; seat: string; summary: Summary }> => send('/api/seats/claim', { token, words: true });
/** Words for the dice: sealed by their hash, and opened when all have sealed theirs. */
export const commit = (match: string, seat: string, commitment: string, seedHash: string): Promise<Summary> =>
  send(at('matches', match, 'seats', seat, 'commit'), { commitment, seed_hash: seedHash });
export const openWords = (match: string, seat: string, words: string): Promise<Summary> => send(at('matches', match, 'seats', seat, 'open'), { words });

// ---- at the table ----------------------------------------------------------------------------------------------

export const seatAt = (match: string, seat: string, ...rest: readonly (string | number)[]): string => at('matches', match, 'seats', seat, ...rest);

/** What is drawn about every ship comes beside a view, and is a part of it for whoever draws. */
const withSea = <T extends { readonly view: Json | null; readonly sea?: Json }>(found: T): T =>
  found.view === null ? found : { ...found, view: { ...(found.view as object), sea: found.sea } };
const seen = async <T extends { readonly view: Json | null; readonly sea?: Json }>(answer: Promise<T>): Promise<T> => withSea(await answer);

export const view = (match: string, seat: string, log?: number): Promise<SeatView> => seen(ask(`${seatAt(match, seat, 'view')}${query({ log })}`));
export const dispatch = (match: string, seat: string): Promise<Dispatch> => ask(seatAt(match, seat, 'dispatch'));
export const hints = (match: string, seat: string, subject: string): Promise<Hints> => ask(`${seatAt(match, seat, 'hints')}${query({ subject })}`);
export const foresee = (match: string, seat: string, orders: readonly Action[]): Promise<Foresight> => post(seatAt(match, seat, 'foresee'), { orders });
export const choices = (match: string, seat: string, subject: string, signal?: AbortSignal): Promise<Choices> =>
  ask(`${seatAt(match, seat, 'choices')}${query({ subject })}`, signal ? { signal } : {});
export const whyNot = (match: string, seat: string, actions: readonly Action[]): Promise<WhyNot> => post(seatAt(match, seat, 'why-not'), { actions });
export const preview = (match: string, seat: string, action: Action, signal?: AbortSignal): Promise<Preview> =>
  ask(seatAt(match, seat, 'preview'), { method: 'POST', body: { action }, ...(signal ? { signal } : {}) });

/** Gives an order; the answer brings the view after it, and what `look` may do next, or the first that has something to do. */
export async function act(match: string, seat: string, action: Action, decision: string, look: string, sending?: Sending): Promise<Receipt> {
  const receipt = await send<Receipt>(seatAt(match, seat, 'actions'), { action, decision, look }, sending);
  return receipt.seen ? { ...receipt, seen: withSea(receipt.seen) } : receipt;
}
/** Several orders in one go: each is checked in its turn, and the first that does not hold any more ends it. */
export const actAll = (match: string, seat: string, actions: readonly Action[], decision: string, sending?: Sending): Promise<Series> =>
  send(seatAt(match, seat, 'orders'), { actions, decision }, sending);
export const giveDice = (match: string, seat: string, faces: readonly number[], lock: string, sending?: Sending): Promise<Receipt> =>
  send(seatAt(match, seat, 'dice'), { faces, lock }, sending);
export const takeBack = (match: string, seat: string, step: number | null, decision: string, sending?: Sending): Promise<Receipt> =>
  send(seatAt(match, seat, 'take-back'), step === null ? { decision } : { step, decision }, sending);
export const resign = (match: string, seat: string): Promise<Receipt> => send(seatAt(match, seat, 'resign'), {});
export const draw = (match: string, seat: string, what: 'offer' | 'accept'): Promise<Receipt> => send(seatAt(match, seat, 'draw'), { do: what });
/** Across dice and reveals: all others must agree. */
export const goBack = (match: string, seat: string, what: 'offer' | 'accept' | 'decline'): Promise<Receipt> => send(seatAt(match, seat, 'go-back'), { do: what });
export const handOver = (match: string, seat: string, to: string): Promise<Receipt> => send(seatAt(match, seat, 'hand-over'), { to });
export const overdue = (match: string, seat: string, late: string, what: 'bot' | 'resign'): Promise<Receipt> =>
  send(seatAt(match, seat, 'overdue'), { seat: late, do: what });
/** What the seat has ordered ahead: its own eyes alone see it. */
export const ahead = (match: string, seat: string): Promise<StandingOrders> => ask(seatAt(match, seat, 'standing-orders'));
export const orderAhead = (match: string, seat: string, orders: Json): Promise<StandingOrders> =>
  ask(seatAt(match, seat, 'standing-orders'), { method: 'PUT', body: { orders } });
export const takeBackAhead = (match: string, seat: string): Promise<unknown> => ask(seatAt(match, seat, 'standing-orders'), { method: 'DELETE' });
/** Read on in a lesson, have its order given, or leave it. */
export const follow = (match: string, seat: string, what: 'read' | 'show' | 'leave'): Promise<Receipt> => send(seatAt(match, seat, 'lesson'), { do: what });
export const say = (match: string, seat: string, text: string, to: 'table' | 'side'): Promise<{ number: number }> =>
  send(seatAt(match, seat, 'talk'), { text, to });
export const mute = (match: string, seat: string, spectators: boolean): Promise<{ spectators: boolean }> =>
  send(seatAt(match, seat, 'mute'), { spectators });
export const eventsAfter = (match: string, seat: string, after: number): Promise<{ last: number; events: readonly TableEvent[] }> =>
  ask(`${seatAt(match, seat, 'events')}${query({ after })}`);

// ---- looking back ----------------------------------------------------------------------------------------------

export const replay = (match: string, seat: string): Promise<Replay> => ask(seatAt(match, seat, 'replay'));
export const replayView = (match: string, seat: string, position: number): Promise<ReplayView> => seen(ask(seatAt(match, seat, 'replay', position)));
export const replayHints = (match: string, seat: string, position: number, subject: string): Promise<Hints> =>
  ask(`${seatAt(match, seat, 'replay', position, 'hints')}${query({ subject })}`);
/** Why a bot gave the order that led to a position of a finished match. */
export const intent = (match: string, seat: string, position: number): Promise<Intent> => ask(seatAt(match, seat, 'replay', position, 'reason'));
export const luck = (match: string): Promise<Luck> => ask(at('matches', match, 'luck'));
/** A finished match told from its end. */
export const chronicle = (match: string): Promise<Chronicle> => ask(at('matches', match, 'chronicle'));
export const recordAddress = (match: string): string => at('matches', match, 'record');
export const branch = (
  match: string,
  position: number,
  seats: { readonly [seat: string]: SeatChoice },
  open = false,
): Promise<Summary> => send(at('matches', match, 'branch'), { position, seats, public: open, words: true });

// ---- the workbench, for whoever runs the server ----------------------------------------------------------------------

const study = (id: string, ...rest: readonly string[]): string => at('workbench', 'studies', id, ...rest);

export const bench = (): Promise<Bench> => ask('/api/workbench');
export const tryIt = (wanted: NewTry): Promise<BenchStanding> => post('/api/workbench/studies', wanted);
export const studyAt = (id: string): Promise<BenchStanding> => ask(study(id));
export const playOn = (id: string, games: number): Promise<BenchStanding> => post(study(id, 'play'), { games });
export const stopStudy = (id: string): Promise<BenchStanding> => post(study(id, 'stop'));
export const keepStudy = (id: string, name: string): Promise<BenchStanding> => post(study(id, 'keep'), { name });
export const removeStudy = (id: string): Promise<unknown> => ask(study(id), { method: 'DELETE' });
export const studyFile = (id: string, file: string): string => study(id, 'files', file);
export const studyEvents = (id: string): string => study(id, 'events');
