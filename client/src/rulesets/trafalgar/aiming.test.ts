import { expect, it } from 'vitest';
import { shot } from './aiming.svelte';

it('asks about a ship for the broadside that the server names', () => {
  const line = { to: 'aigle', range: 800, start: [0, 0], end: [0, 8] } as const;
  expect(shot('mars', { ...line, side: 'port' })).toEqual({ type: 'fire', ship: 'mars', port: 'aigle' });
  expect(shot('mars', { ...line, side: 'starboard' })).toEqual({ type: 'fire', ship: 'mars', starboard: 'aigle' });
});
