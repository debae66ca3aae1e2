// How long one waits without a word: an order that has no answer yet is told of after a while.

/** Long for a server that is well, short for whoever looks at a table that does not move. */
const LONG = 4000;

/** Whether what is waited for has taken long; to be made where a component is. */
export function patience(waits: () => boolean): { readonly over: boolean } {
  let over = $state(false);
  $effect(() => {
    over = false;
    if (!waits()) return;
    const timer = setTimeout(() => (over = true), LONG);
    return () => clearTimeout(timer);
  });
  return {
    get over() {
      return over;
    },
  };
}
