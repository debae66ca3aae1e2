import { describe, expect, it } from 'vitest';
import { Timeline, type Clock } from './timeline';

class Hands implements Clock {
  time = 0;
  #waiting: (() => void) | null = null;
  now = (): number => this.time;
  frame = (callback: () => void): number => {
    this.#waiting = callback;
    return 1;
  };
  cancel = (): void => {
    this.#waiting = null;
  };
  tick(by: number): void {
    this.time += by;
    const next = this.#waiting;
    this.#waiting = null;
    next?.();
  }
}

const played = (): { cues: { at: number; lasts: number; begin: () => void; show: (share: number) => void; end: () => void }[]; told: string[] } => {
  const told: string[] = [];
  const cue = (name: string, at: number, lasts: number) => ({
    at, lasts,
    begin: () => told.push(`${name} begins`),
    show: (share: number) => void (share === 1 && told.push(`${name} whole`)),
    end: () => told.push(`${name} ends`),
  });
  return { cues: [cue('two', 50, 50), cue('one', 0, 80)], told };
};

describe('a timeline', () => {
  it('begins cues at their time and ends with the last', () => {
    const hands = new Hands();
    const { cues, told } = played();
    let done = 0;
    new Timeline(cues, () => (done += 1), hands);
    hands.tick(40);
    expect(told).toEqual(['one begins']);
    hands.tick(45);
    hands.tick(30);
    hands.tick(1);
    expect(told).toEqual(['one begins', 'one whole', 'one ends', 'two begins', 'two whole', 'two ends']);
    expect(done).toBe(1);
  });

  it('skips to the end: everything is shown whole, nothing begins', () => {
    const hands = new Hands();
    const { cues, told } = played();
    let done = 0;
    const line = new Timeline(cues, () => (done += 1), hands);
    line.skip();
    line.skip();
    expect(told).toEqual(['one whole', 'one ends', 'two whole', 'two ends']);
    expect(done).toBe(1);
  });

  it('goes faster, and does not jump after a pause', () => {
    const hands = new Hands();
    const { cues, told } = played();
    const line = new Timeline(cues, () => undefined, hands);
    line.speed = 0.5;
    hands.tick(10_000);
    expect(told).toEqual(['one begins', 'two begins']);
  });
});
