// Which guns or tubes are pointed at in a list or on a sheet: their arcs light up on the board.

/** Batteries and tubes of one ship, counted from 1. */
export interface Pointed {
  readonly ship: string;
  readonly guns: readonly number[];
  readonly tubes: readonly number[];
}

export type Arm = 'gun' | 'tube';

const of = (ship: string, arm: Arm, numbers: readonly number[]): Pointed => ({
  ship, guns: arm === 'gun' ? numbers : [], tubes: arm === 'tube' ? numbers : [],
});
const same = (one: Pointed, other: Pointed | null): boolean =>
  other !== null && one.ship === other.ship && `${one.guns}` === `${other.guns}` && `${one.tubes}` === `${other.tubes}`;

/** One for the page: a list and a board are far apart in it. */
class Pointing {
  #passing = $state.raw<Pointed | null>(null);
  #kept = $state.raw<Pointed | null>(null);

  /** What is lit now: what a pointer or the focus is on, else what was asked to stay lit. */
  get now(): Pointed | null {
    return this.#passing ?? this.#kept;
  }
  at(ship: string, arm: Arm, ...numbers: number[]): void {
    this.#passing = of(ship, arm, numbers);
  }
  away(): void {
    this.#passing = null;
  }
  /** Whether they stay lit, as asked for by a press. */
  keeps(ship: string, arm: Arm, number: number): boolean {
    return same(of(ship, arm, [number]), this.#kept);
  }
  /** Lets them stay lit, or go out again: for fingers and keys, which do not hover. */
  toggle(ship: string, arm: Arm, number: number): void {
    const next = of(ship, arm, [number]);
    this.#kept = same(next, this.#kept) ? null : next;
    this.#passing = null;
  }
  /** Nothing is lit any more: another ship is looked at, or the page is left. */
  clear(): void {
    this.#passing = this.#kept = null;
  }
}

export const pointing = new Pointing();
