import { describe, expect, it } from 'vitest';
import { allowance } from './allowance';
import { ship, viewOf } from './testing';

describe('how far she may sail', () => {
  it('is asked of the server once for the same question', async () => {
    const { table } = viewOf([ship()]);
    const asked: unknown[] = [];
    const ask = async (inputs: object) => {
      asked.push(inputs);
      return { maximum: 9, least: 0.5, most: 9, straight: 4.5 };
    };
    const reach = await allowance(ship(), 0, -30, table, ask);
    expect(reach).toEqual({ least: 50, most: 900, straight: 450 });
    await allowance(ship(), 0, 30, table, ask);
    expect(asked).toEqual([{ attitude: 'quarter', rate: '3rd_rate', side: 'allied', last_move: 2, turn: 30, sheet_modifier: 0, adrift: false }]);
  });

  it('is unknown while the server cannot be reached, and asked again', async () => {
    const { table } = viewOf([ship()]);
    const down = () => Promise.reject(new Error('down'));
    expect(await allowance(ship({ speed: 700 }), 0, 10, table, down)).toBeNull();
    expect(await allowance(ship({ speed: 700 }), 0, 10, table, async () => ({ least: 1, most: 2, straight: 2 }))).not.toBeNull();
  });
});
