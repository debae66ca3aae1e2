// One deed at a time, and what went wrong with the last one.
import { sentence } from './toasts.svelte';

export class Attempt {
  busy = $state(false);
  problem = $state('');

  /** Do it, unless something is being done; what goes wrong is kept as a sentence. */
  async make(deed: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = '';
    try {
      await deed();
    } catch (error) {
      this.problem = sentence(error);
    }
    this.busy = false;
  }
}
