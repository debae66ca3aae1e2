// Server-sent events read through fetch: unlike EventSource it hears the server's "still here" comments, so that a
// silent line is known from a quiet one.

import { accepted } from '../lib/languages/index.svelte';

export interface Hearing {
  readonly onopen: () => void;
  /** Anything came, comments included. */
  readonly onheard: () => void;
  readonly onmessage: (name: string, data: string) => void;
  /** The stream ended, broke or could not be opened. Not called after `close`. */
  readonly onend: () => void;
}

export interface Source {
  close(): void;
}

/** Cuts a stream's text into messages. Lines may arrive in any pieces. */
export class Cutter {
  #rest = '';
  #name = '';
  #data: string[] = [];

  push(text: string): { name: string; data: string }[] {
    const found: { name: string; data: string }[] = [];
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (this.#data.length) found.push({ name: this.#name || 'message', data: this.#data.join('\n') });
        this.#name = '';
        this.#data = [];
      } else if (!line.startsWith(':')) {
        const colon = line.indexOf(':');
        const field = colon < 0 ? line : line.slice(0, colon);
        const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
        if (field === 'event') this.#name = value;
        else if (field === 'data') this.#data.push(value);
      }
    }
    return found;
  }
}

export function openSource(address: string, hearing: Hearing): Source {
  const cut = new Cutter();
  const stop = new AbortController();
  void (async () => {
    try {
      const reply = await fetch(address, {
        headers: { Accept: 'text/event-stream', ...accepted() },
        credentials: 'same-origin',
        cache: 'no-store',
        signal: stop.signal,
      });
      if (!reply.ok || !reply.body) throw new Error(String(reply.status));
      hearing.onopen();
      const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done || stop.signal.aborted) break;
        hearing.onheard();
        for (const { name, data } of cut.push(value)) {
          if (!stop.signal.aborted) hearing.onmessage(name, data);
        }
      }
    } catch {
      // told below
    }
    if (!stop.signal.aborted) hearing.onend();
  })();
  return { close: () => stop.abort() };
}
