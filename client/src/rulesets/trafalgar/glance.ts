// A fleet at a glance: the list at the table's edge, the top bar, and the signs of the log.
import type { Preview, PreviewCall, ReplayEvent, TableEvent } from '../../api/types';
import { number as figure, percent } from '../../lib/words';
import { point } from '../../freetable/geometry';
import type { Glance, Group, Headline, LogHint, SignName } from '../contract';
import { boxesLeft, called, find, NATIONS, number, other, RATES } from './fleet';
import { marks } from './describe';
import type { RulesEvent, Side, View } from '../../served/trafalgar';
import { rulesEvent } from '../told';

const STEPS: { readonly [phase: string]: string } = {
  'british moving': 'the British move',
  'allied moving': 'the Allies move',
  'british firing': 'the British fire',
  'allied firing': 'the Allies fire',
  boarding: 'boarding',
  melee: 'boarding',
  grappling: 'grappling and cutting loose',
  over: 'the battle is over',
};

const STEP_WORDS: { readonly [step: string]: string } = {
  allied_move: 'the Allies move',
  british_move: 'the British move',
  british_fire: 'the British fire',
  allied_fire: 'the Allies fire',
  boarding_actions: 'boarding',
  grappling_and_cut_loose: 'grappling and cutting loose',
};

export function headline(view: View): Headline {
  const { table } = view;
  const phase = 'side' in table.phase ? `${table.phase.side} ${table.phase.type}` : table.phase.type;
  return {
    scenario: table.title,
    turn: table.turn,
    turns: table.turns,
    step: STEPS[phase] ?? '',
    wind: { from: table.wind, words: point(table.wind) },
  };
}

export function groups(view: View, seat: string): readonly Group[] {
  const { table } = view;
  const first: Side = seat === 'allied' ? 'allied' : 'british';
  const found: Group[] = [];
  for (const side of [first, other(first)]) {
    const seen = new Set<number>();
    for (const squadron of table.squadrons) {
      if (squadron.side !== side) continue;
      squadron.ships.forEach((n) => seen.add(n));
      const subjects = squadron.ships.flatMap((n) => table.ships[n]?.id ?? []);
      found.push({ id: `${side} ${squadron.name}`, name: squadron.name, side, subjects });
    }
    const alone = table.ships.filter((ship, n) => ship.side === side && !seen.has(n)).map((ship) => ship.id);
    if (alone.length) found.push({ id: `${side} alone`, name: '', side, subjects: alone });
  }
  return found;
}

export function glance(view: View, subject: string): Glance | null {
  const { table } = view;
  const ship = find(table, subject);
  if (!ship) return null;
  const { phase } = table;
  const n = number(table, subject);
  const ordering = (phase.type === 'moving' || phase.type === 'firing') && phase.side === ship.side && !ship.struck && !ship.gone;
  return {
    id: ship.id,
    name: called(table, ship),
    side: ship.side,
    kind: `${RATES[ship.rate]}, ${ship.guns} guns${ship.nation === 'british' ? '' : `, ${NATIONS[ship.nation]}`}`,
    tracks: [{ name: 'boxes', left: ship.struck ? 0 : boxesLeft(ship), all: ship.sheet.length }],
    marks: marks(table, ship),
    out: ship.struck === true || ship.gone === true,
    flag: ship.flag ?? false,
    ...(ordering ? { done: phase.done.includes(n) } : {}),
  };
}

const SIGNS: { readonly [type: string]: SignName } = {
  tested: 'dice', turned: 'helm', moved: 'sail', passed: 'sail', collided: 'collision', fired: 'gun', held: 'gun', ordered: 'grapple',
  committed: 'flag', revealed: 'eye', boarded: 'board', grappled: 'grapple', parted: 'grapple', drifted: 'drift', left: 'anchor', ended: 'end',
};

const LOUD = new Set(['tested', 'passed', 'collided', 'fired', 'boarded', 'grappled', 'parted', 'left', 'ended', 'revealed', 'drifted']);

function about(event: RulesEvent): readonly string[] {
  switch (event.type) {
    case 'fired':
    case 'ordered':
      return [event.ship, event.target];
    case 'collided':
    case 'boarded':
    case 'grappled':
    case 'parted':
      return [event.ship, event.other];
    case 'passed':
      return [event.ship, ...event.between];
    case 'drifted':
      return event.ships;
    case 'revealed':
      return event.pairs.flat();
    case 'committed':
    case 'began':
    case 'ended':
      return [];
    default:
      return [event.ship];
  }
}

export function hint(event: TableEvent | ReplayEvent): LogHint {
  const told = rulesEvent<RulesEvent>(event);
  if (!told) return { sign: null, subjects: [], loud: false };
  if (told.type === 'began') {
    return {
      sign: null,
      heading: { turn: told.turn, words: STEP_WORDS[told.step] ?? told.step.replaceAll('_', ' ') },
      subjects: [],
      loud: true,
    };
  }
  const struck = (told.type === 'fired' && told.struck) || (told.type === 'boarded' && (told.struck ?? []).length > 0);
  const hit = told.type === 'fired' && told.boxes > 0;
  const sign = struck ? 'struck' : hit ? 'hit' : (SIGNS[told.type] ?? null);
  return { sign, subjects: about(told), loud: LOUD.has(told.type) };
}

// ---- odds in one line --------------------------------------------------------------------------------------------

function chance(call: PreviewCall, part: string): number | null {
  const { odds } = call;
  if (!odds) return null;
  return odds.outcomes.reduce((sum, one) => {
    const value = one.value;
    return typeof value === 'object' && value !== null && !Array.isArray(value) && (value as { [name: string]: unknown })[part] === true ? sum + one.p : sum;
  }, 0);
}

const TRUE_PART: { readonly [procedure: string]: readonly [part: string, words: string] } = {
  leadership: ['passed', 'to be obeyed'],
  foul: ['fouled', 'to foul'],
  grapple: ['locked', 'to hold'],
  cut_loose: ['free', 'to get free'],
};

function weighed(call: PreviewCall): string | null {
  const { odds, procedure } = call;
  if (!odds) return null;
  if (procedure === 'broadside') {
    const hit = 1 - (odds.parts['boxes']?.find((one) => one.value === 0)?.p ?? 0);
    const mean = odds.means['boxes']?.value ?? 0;
    return `${call.words || 'a broadside'}: ${percent(hit)} to hit, ${figure(mean, 1)} ${figure(mean, 1) === '1' ? 'box' : 'boxes'}`;
  }
  if (procedure === 'boarding') {
    const won = chance(call, 'won') ?? 0;
    const lost = odds.means['lost']?.value ?? 0;
    const theirs = odds.means['enemy_lost']?.value ?? 0;
    return `${percent(won)} to win, costs ${figure(lost, 1)} boxes for ${figure(theirs, 1)}${call.words ? `, ${call.words}` : ''}`;
  }
  if (procedure === 'pass_through_line') return `${percent(1 - (chance(call, 'collided') ?? 0))} ${call.words || 'to pass through'}`;
  const part = TRUE_PART[procedure];
  if (!part) return null;
  const p = chance(call, part[0]);
  return p === null ? null : `${percent(p)} ${call.procedure === 'foul' ? `to foul ${call.words}` : call.words.startsWith('to ') ? call.words : `${part[1]}${call.words ? `, ${call.words}` : ''}`}`;
}

/** "her port broadside at Aigle: 62 % to hit, 1.4 boxes" */
export function weigh(preview: Preview): string | null {
  const parts = preview.calls.map(weighed).filter((one): one is string => one !== null);
  return parts.length ? parts.join(' · ') : null;
}
