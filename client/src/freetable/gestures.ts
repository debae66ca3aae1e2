// What hands do to a chart: a drag moves it, the wheel and two fingers zoom about where they are.
import type { Point } from './geometry';

export interface Hands {
  /** A drag, by pixels of the window. */
  drag(x: number, y: number): void;
  /** Nearer or farther about a point of the window. */
  zoom(factor: number, at: Point): void;
}

/** So many pixels are still a click. */
const STILL = 3;

/** Turns of the wheel as a factor: a notch is about a seventh; lines and pages are told apart, and pinches on a touchpad count more. */
export function turned({ deltaY, deltaMode, ctrlKey }: Pick<WheelEvent, 'deltaY' | 'deltaMode' | 'ctrlKey'>): number {
  return 2 ** (-deltaY * (deltaMode === 1 ? 0.05 : deltaMode ? 1 : 0.002) * (ctrlKey ? 6 : 1));
}

/** Handles and links keep their own drags. */
const keeps = (target: EventTarget | null): boolean => target instanceof Element && target.closest('[data-drag]') !== null;

const middle = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, one) => sum + one.x, 0) / points.length,
  y: points.reduce((sum, one) => sum + one.y, 0) / points.length,
});
const apart = ([a, b]: readonly Point[]): number => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);

/** Listens to the hands over a pane until the function it gives is called. */
export function listen(pane: HTMLElement, hands: Hands): () => void {
  const fingers = new Map<number, Point>();
  let begun: Point | null = null;
  let dragged = false;

  const spot = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = pane.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  function down(event: PointerEvent): void {
    if (event.button !== 0 || (!fingers.size && keeps(event.target))) return;
    if (!fingers.size) dragged = false;
    fingers.set(event.pointerId, spot(event));
    begun = middle([...fingers.values()]);
  }
  function move(event: PointerEvent): void {
    if (!fingers.has(event.pointerId) || !begun) return;
    const before = [...fingers.values()];
    fingers.set(event.pointerId, spot(event));
    const now = [...fingers.values()];
    const [from, to] = [middle(before), middle(now)];
    if (!dragged && now.length === 1 && Math.hypot(to.x - begun.x, to.y - begun.y) <= STILL) {
      fingers.set(event.pointerId, from);
      return;
    }
    if (!dragged) {
      dragged = true;
      // Only now: who only clicks clicks on what lies under the pointer, not on the pane.
      for (const finger of fingers.keys()) pane.setPointerCapture(finger);
    }
    hands.drag(to.x - from.x, to.y - from.y);
    if (now.length > 1) hands.zoom(apart(now) / Math.max(1, apart(before)), to);
  }
  function up(event: PointerEvent): void {
    fingers.delete(event.pointerId);
    begun = fingers.size ? middle([...fingers.values()]) : null;
  }
  /** A drag that ends over a ship is no click on her. */
  function click(event: MouseEvent): void {
    if (dragged) event.stopImmediatePropagation();
    dragged = false;
  }
  function wheel(event: WheelEvent): void {
    event.preventDefault();
    hands.zoom(turned(event), spot(event));
  }

  const ends = new AbortController();
  const { signal } = ends;
  pane.addEventListener('pointerdown', down, { signal });
  pane.addEventListener('pointermove', move, { signal });
  pane.addEventListener('pointerup', up, { signal });
  pane.addEventListener('pointercancel', up, { signal });
  // A finger belongs to what it touched first: that this loses it to the pane is no end of it.
  pane.addEventListener('lostpointercapture', (event) => event.target === pane && up(event), { signal });
  pane.addEventListener('click', click, { signal, capture: true });
  pane.addEventListener('wheel', wheel, { signal, passive: false });
  return () => ends.abort();
}
