// How far a ship may sail on a heading: asked of the server's own procedure, so that the limits drawn while she turns are
// the chart's.
import { procedureOdds } from '../../api/calls';
import type { Json } from '../../api/types';
import { attitude } from './fleet';
import type { Ship, Table } from './types';

/** Hundredths of an inch: the least and most she may sail, and the longest straight run that the turn leaves of it. */
export interface Reach {
  readonly least: number;
  readonly most: number;
  readonly straight: number;
}

export type Ask = (inputs: { [name: string]: Json }) => Promise<Json>;

const ASK: Ask = async (inputs) => (await procedureOdds('trafalgar', 'movement_allowance', inputs)).outcomes[0]?.value ?? null;

const known = new Map<string, Promise<Reach | null>>();
const MOST_KNOWN = 2000;

/** Null where the server cannot say. */
export function allowance(ship: Ship, heading: number, turned: number, table: Table, ask: Ask = ASK): Promise<Reach | null> {
  const adrift = (ship.drifting ?? 0) > 0;
  const inputs = {
    attitude: attitude(heading, table), rate: ship.rate, side: ship.side, last_move: (ship.speed ?? 0) / 100,
    turn: Math.abs(turned), sheet_modifier: (ship.move_modifier ?? 0) / 100, adrift,
  };
  const key = JSON.stringify(inputs);
  let answer = known.get(key);
  if (!answer) {
    if (known.size > MOST_KNOWN) known.clear();
    answer = ask(inputs).then(read);
    // What could not be asked is asked again.
    answer = answer.catch(() => {
      known.delete(key);
      return null;
    });
    known.set(key, answer);
  }
  return answer;
}

function read(value: Json): Reach | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { least, most, straight } = value as { [name: string]: Json };
  if (typeof least !== 'number' || typeof most !== 'number' || typeof straight !== 'number') return null;
  return { least: Math.round(least * 100), most: Math.round(most * 100), straight: Math.round(straight * 100) };
}
