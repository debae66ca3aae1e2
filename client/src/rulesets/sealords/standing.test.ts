// Standing orders as a page changes them.
import { expect, test } from 'vitest';
import { courseOf, destinations, empty, standing, toggled, wakes, withCourse } from './standing';

const STANDS = { orders: { courses: [{ formation: 'f1', to: 'toulon' }], passes: ['tasking'], since: '1744 3', told: ['o1'], searched: [] }, words: [], woken: '', resting: false, given: [] } as const;

test('what they have come to is left to the server', () => {
  expect(standing(STANDS)).toEqual({ courses: [{ formation: 'f1', to: 'toulon' }], passes: ['tasking'] });
  expect(standing(null)).toEqual({});
  expect(wakes({})).toEqual(['sighted', 'arrived', 'expiring', 'quarter', 'gale', 'lost']);
});

test('a formation has one course, and the others keep theirs', () => {
  const both = withCourse(standing(STANDS), 'f2', { to: 'mahon', contrary: 'wait' });
  expect(both.courses).toHaveLength(2);
  expect(courseOf(withCourse(both, 'f1', { to: 'lion' }), 'f1')?.to).toBe('lion');
  expect(withCourse(both, 'f1', null).courses).toEqual([{ formation: 'f2', to: 'mahon', contrary: 'wait' }]);
  expect(both.passes).toEqual(['tasking']);
});

test('nothing stands where every question is asked', () => {
  expect(empty({})).toBe(true);
  expect(empty({ alone: true, wake: ['sighted'] })).toBe(true);
  expect(empty({ until: 'turn' })).toBe(false);
  expect(toggled(['a', 'b'], 'b')).toEqual(['a']);
  expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
});

test('a port that is open is a harbour to go into, and waters to lie off', () => {
  const found = destinations([{ id: 'toulon', name: 'Toulon', port: 'key' }, { id: 'genoa', name: 'Genoa', port: 'minor' }, { id: 'lion', name: 'Gulf of Lion', port: '' }], (name) => `the ${name}`, (port) => port !== 'genoa');
  expect(found.harbours).toEqual([{ id: 'toulon/harbour', words: 'Toulon harbour' }]);
  expect(found.roads.map(({ words }) => words)).toEqual(['Before Genoa', 'Before Toulon']);
  expect(found.waters.map(({ words }) => words)).toEqual(['The Gulf of Lion']);
});
