// Live regions: App.svelte holds two of them, polite for what happened, assertive for what went wrong.

class Announcer {
  polite = $state('');
  assertive = $state('');
  #queue: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Read out after what is being read. Sentences that come together are read together. */
  say(words: string): void {
    if (!words) return;
    this.#queue.push(words);
    this.#timer ??= setTimeout(() => {
      const next = this.#queue.splice(0).slice(-12).join(' ');
      // The same words twice would not be read: a no-break space makes them new.
      this.polite = next === this.polite ? `${next}\u00a0` : next;
      this.#timer = undefined;
    }, 120);
  }

  /** Read out at once. */
  alarm(words: string): void {
    this.assertive = words === this.assertive ? `${words}\u00a0` : words;
  }
}

export const announcer = new Announcer();
