// Flags of their time.
import { expect, test } from 'vitest';
import { flagOf } from './flags';

test('the French fly white before 1790, and three colours after', () => {
  expect(flagOf('french', 1782).map(({ ink }) => ink)).toEqual(['white']);
  expect(flagOf('french', 1805).map(({ ink }) => ink)).toEqual(['blue', 'white', 'red']);
  expect(flagOf('french')).toEqual(flagOf('french', 1805));
});

test('the Spanish fly red and gold from 1785 on', () => {
  expect(flagOf('spanish', 1780)).not.toEqual(flagOf('spanish', 1797));
  expect(flagOf('british', 1750)).toEqual(flagOf('british', 1805));
});
