/** Brings the one of a row that is current into the row's own window; the page stays where it is. */
export function inSight(one: HTMLElement, now: boolean) {
  const show = (on: boolean): void => {
    const row = one.parentElement;
    if (!on || !row) return;
    const [inner, outer] = [one.getBoundingClientRect(), row.getBoundingClientRect()];
    if (inner.left < outer.left || inner.right > outer.right) row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  };
  show(now);
  return { update: show };
}
