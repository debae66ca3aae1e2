// A chronicle on paper: what stands together, and the page by itself. Pure, but for the styles that it reads.
import type { Chronicle } from '../../api/types';

type Sentence = Chronicle['parts'][number]['told'][number];

export interface Piece {
  /** The battle that begins with it, by its name. */
  readonly battle: string;
  readonly within: boolean;
  readonly told: readonly Sentence[];
}

/** The sentences of a turn, those of each battle by themselves. */
export function paragraphs(told: readonly Sentence[]): readonly Piece[] {
  const pieces: { battle: string; within: boolean; told: Sentence[] }[] = [];
  for (const one of told) {
    const last = pieces[pieces.length - 1];
    if (one.battle || !last || last.within !== one.within) pieces.push({ battle: one.battle, within: one.within, told: [one] });
    else last.told.push(one);
  }
  return pieces;
}

/** Links of this program, from a page that lies elsewhere. */
export const absolute = (html: string, here: string): string => html.replaceAll('href="#/', `href="${here.replace(/#.*$/, '')}#/`);

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** An element as a page of its own that needs nothing else: its styles are in it, by day, in the reader's own typefaces. */
export function alone(element: Element, title: string, from: Document): string {
  const rules = [...from.styleSheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules].map((rule) => rule.cssText);
    } catch {
      return []; // a sheet of an extension
    }
  });
  const styles = rules.filter((rule) => !rule.startsWith('@font-face')).join('\n').replace(/url\([^)]*\)/g, 'none');
  return `<!doctype html>
<html lang="en" data-theme="light"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${styles}</style></head>
<body><main id="main">${absolute(element.outerHTML, from.location.href)}</main></body></html>
`;
}
