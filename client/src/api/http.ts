// One door to the server: JSON in and out, problems as sentences, and orders that survive a lost connection.
import { accepted } from '../lib/languages/index.svelte';
import type { Json } from './types';

/** What the server or the line refused. `sentence` is for the player. */
export class Problem extends Error {
  constructor(
    readonly type: string,
    readonly status: number,
    readonly sentence: string,
    readonly more: { readonly [field: string]: unknown } = {},
    readonly retryAfter: number | null = null,
  ) {
    super(sentence);
    this.name = 'Problem';
  }

  /** Nothing answered: the request may or may not have arrived. */
  get lost(): boolean {
    return this.type === 'lost';
  }

  /** Worth asking again as it is. */
  get passing(): boolean {
    return this.lost || this.status === 502 || this.status === 503 || this.status === 504 || this.type === 'server-error';
  }
}

const LOST = 'The server cannot be reached. When the line is back, look whether this was done, and do it again if it was not.';

async function problem(reply: Response): Promise<Problem> {
  const wait = Number(reply.headers.get('Retry-After'));
  const after = Number.isFinite(wait) && wait > 0 ? wait : null;
  try {
    const body = (await reply.json()) as Record<string, unknown>;
    const detail = typeof body['detail'] === 'string' ? body['detail'] : null;
    const title = typeof body['title'] === 'string' ? body['title'] : null;
    const type = typeof body['type'] === 'string' ? body['type'] : 'server-error';
    return new Problem(type, reply.status, detail ?? title ?? fallback(reply.status), body, after);
  } catch {
    return new Problem(reply.status >= 500 ? 'server-error' : 'bad-request', reply.status, fallback(reply.status), {}, after);
  }
}

function fallback(status: number): string {
  if (status === 404) return 'There is nothing at this address.';
  if (status === 429) return 'That was too much at once: wait a little and try again.';
  return status >= 500 ? 'The server has a problem of its own. Try again in a moment.' : 'The server could not use this request.';
}

export interface Asking {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: unknown;
  readonly key?: string;
  readonly signal?: AbortSignal;
  /** A seat's token, for whoever has only that. */
  readonly token?: string | null;
}

/** Asks once. */
export async function ask<T>(address: string, { method = 'GET', body, key, signal, token }: Asking = {}): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json', ...accepted() };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (key) headers['Idempotency-Key'] = key;
  if (token) headers['Authorization'] = `Bearer ${token}`;
  let reply: Response;
  try {
    reply = await fetch(address, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body !== undefined ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem('lost', 0, LOST);
  }
  if (!reply.ok) throw await problem(reply);
  if (reply.status === 204) return undefined as T;
  try {
    return (await reply.json()) as T;
  } catch {
    // The line broke in the middle of the answer.
    throw new Problem('lost', 0, LOST);
  }
}

export function freshKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  // A page on a plain http address of the local network has no randomUUID.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export interface Sending extends Asking {
  /** How often to send again before giving up. */
  readonly tries?: number;
  readonly wait?: (ms: number) => Promise<void>;
  /** Told before each repetition. */
  readonly onretry?: (tried: number) => void;
}

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Sends an order with a key of its own, and sends it again with the same key while no answer comes: it is carried out
 * once, however often it arrives.
 */
export async function send<T>(
  address: string,
  body: unknown,
  { tries = 6, wait = sleep, key = freshKey(), onretry, ...asking }: Sending = {},
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await ask<T>(address, { method: 'POST', ...asking, body, key });
    } catch (error) {
      if (!(error instanceof Problem) || !error.passing || tried >= tries) throw error;
      onretry?.(tried);
      await wait(error.retryAfter !== null ? error.retryAfter * 1000 : Math.min(400 * 2 ** (tried - 1), 6000));
    }
  }
}

/** `?a=1&b=2`, without what is not there. */
export function query(parts: { readonly [name: string]: string | number | null | undefined }): string {
  const asked = Object.entries(parts).filter(([, part]) => part !== null && part !== undefined);
  return asked.length ? `?${new URLSearchParams(asked.map(([name, part]) => [name, String(part)]))}` : '';
}

export type Body = { readonly [field: string]: Json | undefined };
