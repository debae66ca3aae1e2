// Words of the game in what a page shows already: which stand where, without a change to any of it.
import type { Word } from '../api/types';
import type { Reading } from './lexicons.svelte';
import type { Lexicon } from './marking';

/** What explains itself already, or is typed, or is nobody's to read. */
const LEFT_ALONE = '.word, .tip, .name, input, textarea, select, [contenteditable], script, style, [hidden], [data-words="off"]';
/** What does something when it is pressed. */
export const PRESSED = 'button, a, summary, label, [role="button"], [data-subject], [role="tab"]';

/** Pieces of text below an element that may hold words. */
function* texts(root: Element): Generator<Text> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.nodeValue?.trim() && !node.parentElement?.closest(LEFT_ALONE)) yield node as Text;
}

export interface Stand {
  readonly range: Range;
  readonly word: Word;
}

function rangeOf(node: Text, at: number, length: number): Range {
  const range = document.createRange();
  range.setStart(node, at);
  range.setEnd(node, at + length);
  return range;
}

/** Every word in the text below an element; `plain` leaves out what can be pressed and what is drawn. */
export function standing(root: Element, lexicon: Lexicon, names: readonly string[], plain = false): readonly Stand[] {
  return [...texts(root)].flatMap((node) =>
    plain && node.parentElement?.closest(`${PRESSED}, svg`) ? [] : lexicon.find(node.data, names).map(({ at, text, word }) => ({ range: rangeOf(node, at, text.length), word })),
  );
}

/** The word under a point of the window. */
export function wordAt(x: number, y: number, root: Element, lexicon: Lexicon, { names }: Reading): Stand | null {
  const spot = caret(x, y);
  if (!spot || !root.contains(spot.node) || spot.node.parentElement?.closest(LEFT_ALONE)) return null;
  for (const { at, text, word } of lexicon.find(spot.node.data, names)) {
    if (spot.offset < at || spot.offset > at + text.length) continue;
    const range = rangeOf(spot.node, at, text.length);
    // The nearest letter is found from far away too: the point must lie on the word.
    if ([...range.getClientRects()].some((box) => x >= box.left - 2 && x <= box.right + 2 && y >= box.top - 2 && y <= box.bottom + 2)) return { range, word };
  }
  return null;
}

interface Caret {
  readonly node: Text;
  readonly offset: number;
}

function caret(x: number, y: number): Caret | null {
  const page = document as Document & { caretPositionFromPoint?: (x: number, y: number) => { offsetNode: Node; offset: number } | null };
  if (page.caretPositionFromPoint) {
    const found = page.caretPositionFromPoint(x, y);
    return found?.offsetNode instanceof Text ? { node: found.offsetNode, offset: found.offset } : null;
  }
  const found = page.caretRangeFromPoint(x, y);
  return found?.startContainer instanceof Text ? { node: found.startContainer, offset: found.startOffset } : null;
}
