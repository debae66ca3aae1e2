// "Your move" where the page is not looked at: in its title and, if the player asked for it, by a notification.
import { preferences } from './settings.svelte';

const BADGE = '● ';
let named = 'Weather Gauge';
let moving = false;

function show(): void {
  if (typeof document !== 'undefined') document.title = moving ? `${BADGE}your move · ${named}` : named;
}

/** The title of the page. */
export function entitle(...parts: readonly (string | null | undefined)[]): void {
  named = [...parts.filter(Boolean), 'Weather Gauge'].join(' · ');
  show();
}

/** Marks the title while it is your move; tells once when it becomes so and nobody looks. */
export function yourMove(now: boolean, words = ''): void {
  const began = now && !moving;
  moving = now;
  show();
  if (began && typeof document !== 'undefined' && document.hidden && preferences.current.notify && 'Notification' in globalThis && Notification.permission === 'granted') {
    const note = new Notification('Your move', { body: words, icon: '/icon.svg', tag: 'your-move' });
    note.onclick = () => {
      focus();
      note.close();
    };
  }
}

/** Asks the browser whether notifications may be shown; false where the player or the browser says no. */
export async function allowNotifications(): Promise<boolean> {
  if (!('Notification' in globalThis)) return false;
  return (await Notification.requestPermission()) === 'granted';
}
