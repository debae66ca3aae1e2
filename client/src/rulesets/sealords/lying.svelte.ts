/** How the list of what is to be decided lies on the table: it comes and goes with every step, and lies as it was left. */
class Lying {
  folded = $state(typeof window !== 'undefined' && window.matchMedia('(max-width: 74rem), (max-height: 44rem)').matches);
  opened = $state.raw<{ readonly [heading: string]: boolean }>({});
}

export const lying = new Lying();
