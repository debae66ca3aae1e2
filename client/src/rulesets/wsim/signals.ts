// Signals as flags: a hoist for the eye, with its words beside it. The words are what counts.
import type { Message, Secret } from '../../served/wsim';

/** Patterns of the ten numeral flags: ground and figure. */
export const HOISTS: readonly { readonly ground: 'white' | 'red' | 'blue' | 'gold'; readonly ink: 'white' | 'red' | 'blue' | 'gold'; readonly d: string }[] = [
  { ground: 'gold', ink: 'red', d: 'M0 0H8V6H0ZM8 6H16V12H8Z' },
  { ground: 'white', ink: 'blue', d: 'M6 0H10V12H6ZM0 4H16V8H0Z' },
  { ground: 'blue', ink: 'white', d: 'M0 0L16 12M16 0L0 12' },
  { ground: 'red', ink: 'white', d: 'M0 4H16V8H0Z' },
  { ground: 'white', ink: 'red', d: 'M5.3 0H10.6V12H5.3Z' },
  { ground: 'blue', ink: 'gold', d: 'M0 0H16V4H0ZM0 8H16V12H0Z' },
  { ground: 'white', ink: 'blue', d: 'M0 0H8V6H0ZM8 6H16V12H8Z' },
  { ground: 'red', ink: 'gold', d: 'M0 0L8 6L0 12Z' },
  { ground: 'gold', ink: 'blue', d: 'M4 3H12V9H4Z' },
  { ground: 'white', ink: 'red', d: 'M0 0L16 12M16 0L0 12' },
];

/** The flags of a message: two for each of its first words. */
export function hoist(words: string): readonly number[] {
  return words
    .toLowerCase()
    .split(/\W+/)
    .filter(Boolean)
    .slice(0, 4)
    .flatMap((word) => {
      let number = 0;
      for (const letter of word) number = (number * 31 + letter.charCodeAt(0)) % 97;
      return [Math.floor(number / 10) % 10, number % 10];
    });
}

/** What was signalled last turn and is read now. */
export function received(own: Secret | null, turn: number): readonly Message[] {
  return (own?.signals ?? []).filter((message) => message[3] < turn);
}

/** What admirals say most. */
export const PHRASES = [
  'Engage the enemy more closely', 'Form line of battle', 'Follow me', 'Make more sail', 'Shorten sail', 'Wear together', 'Prepare to board', 'Break off the action',
] as const;
