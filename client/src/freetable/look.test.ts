import { expect, test } from 'vitest';
import { between, framed, held, scaled, type Look } from './look';

const chart = { left: 0, top: 0, right: 1000, bottom: 500 };
const over = ({ k, x, y }: Look, at: { x: number; y: number }): readonly number[] => [(at.x - x) / k, (at.y - y) / k];

test('a rectangle is shown whole, in the middle of what is free', () => {
  expect(framed(chart, 500, 500, 2)).toEqual({ k: 0.5, x: 0, y: 125 });
  expect(framed(chart, 600, 500, 2, { top: 0, right: 100, bottom: 0, left: 0 })).toEqual({ k: 0.5, x: 0, y: 125 });
  expect(framed(chart, 9000, 9000, 2).k).toBe(2);
});

test('nearer and farther about a point of the window, and no farther than the limits', () => {
  const look = { k: 0.5, x: 30, y: -10 };
  for (const factor of [0.7, 1.4, 100]) {
    const next = scaled(look, factor, { x: 200, y: 80 }, [0.1, 2]);
    expect(next.k).toBeCloseTo(Math.min(2, 0.5 * factor));
    over(next, { x: 200, y: 80 }).forEach((one, n) => expect(one).toBeCloseTo(over(look, { x: 200, y: 80 })[n] ?? 0));
  }
});

test('the window shows nothing beyond the chart, and a chart that is smaller in the middle', () => {
  expect(held({ k: 1, x: 40, y: -700 }, 400, 300, chart)).toEqual({ k: 1, x: 0, y: -200 });
  expect(held({ k: 1, x: -300, y: -100 }, 400, 300, chart)).toEqual({ k: 1, x: -300, y: -100 });
  expect(held({ k: 0.1, x: 7, y: 7 }, 400, 300, chart)).toEqual({ k: 0.1, x: 150, y: 125 });
});

test('on the way one point of the chart stands still, and it ends where it should', () => {
  const [from, to] = [{ k: 0.5, x: 0, y: 0 }, { k: 2, x: -300, y: -150 }];
  expect(between(from, to, 0)).toEqual(from);
  expect(between(from, to, 1)).toEqual(to);
  const still = { x: 200 * 0.5, y: 100 * 0.5 }; // where 0.5 x = 2 x − 300
  for (const part of [0.2, 0.5, 0.9]) over(between(from, to, part), still).forEach((one, n) => expect(one).toBeCloseTo([200, 100][n] ?? 0));
  expect(between(from, { ...from, x: 90 }, 0.5)).toEqual({ k: 0.5, x: 45, y: 0 });
});
