// The dice of a record, fallen again from the seed: docs/record.md, "Dice that can be proven".
import { hmacWith, join, utf8, type Hmac } from './hash';

export interface Throw {
  /** "2d6" */
  readonly dice: string;
  readonly faces: readonly number[];
  /** A hand threw them: no seed can prove them. */
  readonly typed: boolean;
}

export const thrown = ({ dice, faces, typed }: Throw): string => `${dice}${typed ? ' typed' : ''}: ${faces.join(' ')}`;

/** `2d6: 3 4` or `2d6 typed: 3 4`; null where it is no throw, or one in another wording. */
export function readThrow(text: string): Throw | null {
  const found = /^([1-9]\d{0,4})d([1-9]\d{0,2})( typed)?:((?: \d{1,3})*)$/.exec(text);
  if (!found) return null;
  const sides = Number(found[2]);
  const faces = (found[4] ?? '').split(' ').filter(Boolean).map(Number);
  const lowest = sides === 10 ? 0 : 1;
  const one: Throw = { dice: `${found[1]}d${found[2]}`, faces, typed: found[3] !== undefined };
  const fits = sides <= 256 && Number(found[1]) === faces.length && faces.every((face) => face >= lowest && face < lowest + sides);
  return fits && thrown(one) === text ? one : null;
}

/** Players' seeds as the compact JSON with sorted keys that went into the key. */
export function seedText(seeds: { readonly [seat: string]: string }): string {
  const names = Object.keys(seeds).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(seeds[name])}`).join(',')}}`;
}

/** What draws the dice of a match. */
export async function diceOf(seed: Uint8Array, seeds: { readonly [seat: string]: string }): Promise<Hmac> {
  return hmacWith(await (await hmacWith(seed))(join(utf8('dice'), utf8(seedText(seeds)))));
}

/** The dice of one throwing step: `number` 0 is the set-up. */
export class StepDice {
  #block = 0;
  #bytes: number[] = [];

  constructor(
    readonly draw: Hmac,
    readonly number: number,
  ) {}

  async fall(count: number, sides: number): Promise<number[]> {
    const fair = 256 - (256 % sides);
    const lowest = sides === 10 ? 0 : 1;
    const faces: number[] = [];
    while (faces.length < count) {
      if (!this.#bytes.length) this.#bytes = [...(await this.draw(utf8(`dice:${this.number}:${this.#block++}`)))];
      const byte = this.#bytes.shift() ?? 255;
      if (byte < fair) faces.push((byte % sides) + lowest);
    }
    return faces;
  }

  /** What should have fallen instead of this throw; null where it fell as the seed says. Typed throws draw nothing. */
  async instead(one: Throw): Promise<Throw | null> {
    if (one.typed) return null;
    const [count = 0, sides = 6] = one.dice.split('d').map(Number);
    const faces = await this.fall(count, sides);
    return faces.every((face, n) => face === one.faces[n]) ? null : { ...one, faces };
  }
}
