// What the names in a record are called, without asking the server: titles.py beside this writes the list.
import { capital, plain } from '../words';
import titles from './titles.json';

interface Called {
  readonly title: string;
  readonly sides: { readonly [seat: string]: string };
  readonly scenarios: { readonly [name: string]: string };
}
const KNOWN: { readonly [title: string]: Called } = titles;

/** "Wooden Ships: A duel of frigates"; of what is newer than this page, its own name. */
export function battle(title: string, scenario: string): string {
  return `${KNOWN[title]?.title ?? capital(plain(title))}: ${KNOWN[title]?.scenarios[scenario] ?? plain(scenario)}`;
}

/** "the British" */
export function side(title: string, seat: string): string {
  return KNOWN[title]?.sides[seat] ?? plain(seat);
}
