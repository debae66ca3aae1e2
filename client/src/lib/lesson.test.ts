import { describe, expect, it } from 'vitest';
import type { Summary } from '../api/types';
import { farthest, gone } from './lesson';

const match = (id: string, status: string, done: boolean, moment = 'wind'): Summary =>
  ({ id, title: 'mistral', status, lesson: { moment, title: 'The wind', cue: 1, cues: 3, done } }) as unknown as Summary;

describe('how far a lesson has come', () => {
  it('is the match that is done, before one that goes on', () => {
    expect(farthest('mistral', 'wind', [match('a', 'playing', false), match('b', 'finished', true)])?.id).toBe('b');
  });
  it('is the newest that goes on, and nothing of another moment or of one that was given up', () => {
    expect(farthest('mistral', 'wind', [match('a', 'playing', false), match('b', 'playing', false)])?.id).toBe('a');
    expect(farthest('mistral', 'wind', [match('a', 'finished', false), match('b', 'playing', false, 'yards')])).toBeNull();
  });
});

describe('a lesson with nothing left to do', () => {
  const left = (one: Summary): Summary => ({ ...one, lesson: one.lesson && { ...one.lesson, left: true } });
  it('was gone through to its end and is not played on', () => {
    expect([match('a', 'playing', true), match('b', 'playing', false), match('c', 'finished', true), left(match('d', 'playing', true))].map(gone)).toEqual([true, false, false, false]);
  });
});
