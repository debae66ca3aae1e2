// What a player passes as a matter of course: steps that are asked often and mostly left alone. Kept in this browser.
import type { View } from '../../served/sealords';

const KEY = 'wg-campaign-routine';
export const ROUTINES = [
  { phase: 'decoying', words: 'dummies' },
  { phase: 'tasking', words: 'tasks' },
  { phase: 'screening', words: 'screens' },
  { phase: 'closing', words: 'the end of an impulse' },
] as const;

function stored(): readonly string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((one): one is string => ROUTINES.some(({ phase }) => phase === one)) : [];
  } catch {
    return [];
  }
}

class Routine {
  passed = $state.raw<readonly string[]>(stored());
  #last = '';

  toggle(phase: string): void {
    this.passed = this.passed.includes(phase) ? this.passed.filter((one) => one !== phase) : [...this.passed, phase];
    this.#last = '';
    try {
      localStorage.setItem(KEY, JSON.stringify(this.passed));
    } catch {
      // lasts as long as the page
    }
  }

  /** Whether this step is to be passed now: once for each state of the table, so that a refusal is not asked for again. */
  passes(view: View): boolean {
    if (!this.passed.includes(view.table.phase.type)) return false;
    const now = JSON.stringify(view.table);
    if (now === this.#last) return false;
    this.#last = now;
    return true;
  }
}

export const routine = new Routine();

/** How the list of what is to be decided lies on the table: it comes and goes with every step, and lies as it was left. */
class Lying {
  folded = $state(typeof window !== 'undefined' && window.matchMedia('(max-width: 74rem), (max-height: 44rem)').matches);
  opened = $state.raw<{ readonly [heading: string]: boolean }>({});
  routines = $state(false);
}

export const lying = new Lying();
