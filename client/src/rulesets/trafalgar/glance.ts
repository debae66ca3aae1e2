// A fleet at a glance: the list at the table's edge, the top bar, and the signs of the log.
import { counted, t, type Sentence } from '../../lib/languages/index.svelte';
import type { PreviewCall } from '../../api/types';
import { chanceOf, eachWeighed } from '../../lib/odds';
import { number as figure, percent } from '../../lib/words';
import { point } from '../../freetable/geometry';
import type { Glance, Group, Headline, SignName } from '../contract';
import { boxesLeft, called, find, nation, number, other, rated } from './fleet';
import { marks } from './describe';
import type { RulesEvent, Side, View } from '../../served/trafalgar';
import { telling } from '../told';

const STEPS: { readonly [phase: string]: Sentence } = {
  'british moving': 'the British move',
  'allied moving': 'the Allies move',
  'british firing': 'the British fire',
  'allied firing': 'the Allies fire',
  boarding: 'boarding',
  melee: 'boarding',
  grappling: 'grappling and cutting loose',
  over: 'the battle is over',
};

export function headline(view: View): Headline {
  const { table } = view;
  const phase = 'side' in table.phase ? `${table.phase.side} ${table.phase.type}` : table.phase.type;
  const step = STEPS[phase];
  return {
    scenario: table.title,
    turn: table.turn,
    turns: table.turns,
    step: step === undefined ? '' : t(step),
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
    kind: [rated(ship), t('{guns} guns', { guns: ship.guns }), ...(ship.nation === 'british' ? [] : [nation(ship)])].join(', '),
    tracks: [{ name: t('boxes'), left: ship.struck ? 0 : boxesLeft(ship), all: ship.sheet.length }],
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

export const hint = telling<RulesEvent>({
  signs: SIGNS, loud: (type) => LOUD.has(type), named: ['ship', 'target', 'other', 'between', 'ships', 'pairs'],
  sign: (told) => {
    if ((told.type === 'fired' && told.struck) || (told.type === 'boarded' && (told.struck ?? []).length > 0)) return 'struck';
    return told.type === 'fired' && told.boxes > 0 ? 'hit' : null;
  },
});

// ---- odds in one line --------------------------------------------------------------------------------------------

const TRUE_PART: { readonly [procedure: string]: readonly [part: string, words: Sentence] } = {
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
    const boxes = Number(mean.toFixed(1));
    const words = boxes === 1 ? t('1 box') : counted(boxes, 'boxes', 'box');
    return t('{words}: {chance} to hit, {boxes}', { words: call.words || t('a broadside'), chance: percent(hit), boxes: words });
  }
  if (procedure === 'boarding') {
    const won = chanceOf(call, 'won') ?? 0;
    const lost = odds.means['lost']?.value ?? 0;
    const theirs = odds.means['enemy_lost']?.value ?? 0;
    const words = t('{chance} to win, costs {lost} boxes for {theirs}', { chance: percent(won), lost: figure(lost, 1), theirs: figure(theirs, 1) });
    return call.words ? `${words}, ${call.words}` : words;
  }
  if (procedure === 'pass_through_line') return `${percent(1 - (chanceOf(call, 'collided') ?? 0))} ${call.words || t('to pass through')}`;
  const part = TRUE_PART[procedure];
  if (!part) return null;
  const p = chanceOf(call, part[0]);
  if (p === null) return null;
  if (procedure === 'foul') return `${percent(p)} ${t('to foul {words}', { words: call.words })}`;
  return `${percent(p)} ${/^(to|pour) /.test(call.words) ? call.words : [t(part[1]), call.words].filter(Boolean).join(', ')}`;
}

/** "her port broadside at Aigle: 62 % to hit, 1.4 boxes" */
export const weigh = eachWeighed(weighed);
