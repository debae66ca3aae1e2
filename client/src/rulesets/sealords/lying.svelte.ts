/** How the list of what is to be decided lies on the table: it comes and goes with every step, and lies as it was left. */
class Lying {
  folded = $state(false);
  opened = $state.raw<{ readonly [heading: string]: boolean }>({});

  constructor() {
    if (typeof window === 'undefined') return;
    // Where the chart has little room the list is folded, whenever it comes to that.
    const small = window.matchMedia('(max-width: 74rem), (max-height: 44rem)');
    this.folded = small.matches;
    small.addEventListener('change', ({ matches }) => (this.folded = matches || this.folded));
  }
}

export const lying = new Lying();
