// What fleets of every title may do by themselves; each adds what it knows more.
import type { FleetRules, FleetWay } from './contract';

export const ASK = ['ask', 'Ask me'] as const;
export const ADVISED = ['advised', 'As a captain advises'] as const;

interface Own {
  /** How ships of the title go on by themselves. */
  readonly on: string;
  /** Whether they can be led in a line. */
  readonly led: boolean;
  readonly guns: string;
  readonly unit: string;
  /** What else is decided in the title. */
  readonly other: string;
  /** What nothing is done by. */
  readonly passed?: string;
  readonly more?: readonly FleetWay[];
}

export function fleetRules({ on, led, guns, unit, other, passed, more = [] }: Own): FleetRules {
  return {
    ways: [
      { field: 'sail', words: 'Where ships go', choices: [ASK, ['on', on], ...(led ? ([['follow', 'In line, after a leader']] as const) : []), ADVISED] },
      { field: 'fire', words: guns, choices: [ASK, ['nearest', 'All that bears, at the nearest'], ['hold', 'Hold fire'], ADVISED] },
      ...more,
      { field: 'other', words: other, choices: [ASK, ...(passed === undefined ? [] : ([['pass', passed]] as const)), ADVISED] },
    ],
    ...(led ? { line: { field: 'sail', value: 'follow' } } : {}),
    near: { field: 'sail', unit, values: ['on', 'follow'] },
  };
}
