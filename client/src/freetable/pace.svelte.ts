// How fast scenes are played: the player's own, kept in this browser.
const KEY = 'wg-scene-speed';
export const SPEEDS = [1, 2, 4] as const;

function stored(): number {
  try {
    const found = Number(localStorage.getItem(KEY));
    return SPEEDS.includes(found as 1) ? found : 1;
  } catch {
    return 1;
  }
}

class Pace {
  speed = $state(stored());

  /** The next faster speed, then the slowest again. */
  next(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed as 1) + 1) % SPEEDS.length] ?? 1;
    try {
      localStorage.setItem(KEY, String(this.speed));
    } catch {
      // lasts as long as the page
    }
  }
}

export const pace = new Pace();
