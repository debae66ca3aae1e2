import { expect, it } from 'vitest';
import { rigOf } from './rig';
import { damaged, ship } from './testing';

it('falls as boxes are crossed off', () => {
  expect(rigOf(damaged(0))).toEqual(['whole', 'whole', 'whole']);
  expect(rigOf(damaged(4))).toContain('torn');
  expect(rigOf(damaged(10))).toEqual(['fallen', 'fallen', 'fallen']);
  expect(rigOf(ship({ rate: 'smaller' }))).toHaveLength(2);
});
