// What is wrong with a record, and where.
import type { Check } from './record';

export class Wrong extends Error {
  constructor(
    readonly check: Check['name'],
    readonly line: number,
    readonly step: number,
    readonly why: string,
  ) {
    super(why);
  }
}
