import { expect, test } from 'vitest';
import { characters } from '../../faces.js';

test('a range of characters is read as a browser reads it', () => {
  expect(characters('U+0041-0043, U+00E9')).toBe('ABCé');
  expect(() => characters('A-Z')).toThrow('"A-Z" is no range of characters: write U+0041 or U+0041-005A');
});
