import { beforeEach, describe, expect, it } from 'vitest';
import { pointing } from './pointing.svelte';

describe('guns that are pointed at', () => {
  beforeEach(() => pointing.clear());

  it('are lit while the pointer is on them', () => {
    pointing.at('monitor', 'gun', 1, 2);
    expect(pointing.now).toEqual({ ship: 'monitor', guns: [1, 2], tubes: [] });
    pointing.away();
    expect(pointing.now).toBeNull();
  });

  it('stay lit when they are pressed, until they are pressed again', () => {
    pointing.toggle('boat', 'tube', 2);
    pointing.at('boat', 'gun', 1);
    expect(pointing.now?.guns).toEqual([1]);
    pointing.away();
    expect(pointing.now).toEqual({ ship: 'boat', guns: [], tubes: [2] });
    expect(pointing.keeps('boat', 'tube', 2)).toBe(true);
    expect(pointing.keeps('boat', 'gun', 2)).toBe(false);
    pointing.toggle('boat', 'tube', 2);
    expect(pointing.now).toBeNull();
  });
});
