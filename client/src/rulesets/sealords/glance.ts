// A side at a glance: the list at the table's edge, the top bar, and the signs of the log.
import type { Odds, Preview, PreviewCall, ReplayEvent, TableEvent } from '../../api/types';
import { chanceOf as chanceIn, inOneLine } from '../../lib/odds';
import { capital, count, list, number, percent, plain } from '../../lib/words';
import type { Glance, Group, Headline, LogHint, SignName } from '../contract';
import { at, windFrom } from './chart';
import {
  auxName, auxOf, auxWhere, bothSides, BOXES, called, chartOf, damageOf, kindWords, leaderOf, leaderWords, marks, orderName, orderOf, pieceName, pieceOf, pieces, placeName, progress,
  sideName, squadronOf, squadronsOf, squadronState, type Piece,
  type Side,
} from './fleet';
import type { Table, View } from '../../served/sealords';
import { rulesEvent, telling, type Told } from '../told';

const PHASES: { readonly [type: string]: string } = {
  decoying: 'dummies are placed', closing: 'the impulse ends', requesting: 'reinforcements', council: 'council', yards: 'yards and repairs', going: '', over: 'the campaign is over',
};

export function step(table: Table): string {
  const { phase } = table;
  switch (phase.type) {
    case 'plotting':
      return `${sideName(table, phase.side)} plot`;
    case 'sailing':
      return `${sideName(table, phase.side)} ${phase.extra ? 'make extra way' : 'move'}`;
    case 'tasking':
    case 'screening':
      return 'auxiliaries';
    case 'sighting':
      return 'a blockade';
    case 'offering':
    case 'fighting':
      return 'battle';
    default:
      return PHASES[phase.type] ?? '';
  }
}

export function seasonOf(table: Table): string {
  return chartOf(table)?.room.seasons[table.date.turn - 1] ?? '';
}

/** "Mistral and Levanter", "no wind of its own" */
export function windWords(winds: readonly string[]): string {
  return winds.length ? list(winds.map((wind) => capital(plain(wind)))) : 'prevailing winds';
}

export function headline(view: View): Headline {
  const { table } = view;
  const first = table.winds.map(windFrom).find((from) => from !== null) ?? null;
  const season = seasonOf(table);
  return {
    scenario: season ? `${season} of ${table.date.year}` : String(table.date.year), turn: table.date.turn, turns: null, step: step(table),
    wind: first === null || !table.winds.length ? null : { from: first, words: windWords(table.winds) },
  };
}

function grouped(side: Side, id: string, name: string, subjects: readonly string[]): readonly Group[] {
  return subjects.length ? [{ id: `${side}-${id}`, name, side, subjects }] : [];
}

const inPort = (piece: Piece): boolean => piece.state !== 'ready';

export function groups(view: View, seat: string): readonly Group[] {
  const { own } = view;
  const all = pieces(view);
  const of = (side: Side, port: boolean): readonly string[] => all.filter((one) => one.side === side && inPort(one) === port).map((one) => one.id);
  const found: Group[] = [];
  for (const side of [...bothSides(view.table)].sort((a, b) => Number(b === seat) - Number(a === seat))) {
    found.push(...grouped(side, 'sea', 'At sea', of(side, false)), ...grouped(side, 'port', 'In port', of(side, true)));
    if (!own || side !== view.seat) continue;
    const orders = own.orders.filter((one) => one.state !== 'pool');
    found.push(...grouped(side, 'orders', 'Orders', orders.map((one) => one.id)));
    for (const box of BOXES) {
      found.push(...grouped(side, box, `Auxiliaries, ${box === 'recovery' ? 'recovering' : box}`, own.auxiliaries.filter((one) => one.box === box).map((one) => one.id)));
    }
    found.push(...grouped(side, 'leaders', 'Leaders without a post', own.leaders.map((one) => one.id)));
  }
  return found;
}

/** The sail of a side, as far as it is in sight. */
export function tally(view: View, side: Side): string {
  const sail = pieces(view).flatMap((one) => (one.side === side && one.inside ? squadronsOf(one.inside) : [])).reduce((all, one) => all + one.sail, 0);
  return sail ? `${sail} sail` : '';
}

const NOTHING = { tracks: [], marks: [], out: false, flag: false } as const;

export function glance(view: View, subject: string): Glance | null {
  const { table } = view;
  const piece = pieceOf(view, subject);
  if (piece) return glanceOf(view, piece);
  const side = view.seat ?? '';
  const aux = auxOf(view, subject);
  if (aux) return { ...NOTHING, id: subject, name: auxName(table, aux), side: aux.side || side, kind: auxWhere(view, aux), marks: [auxWhere(view, aux)] };
  const order = orderOf(view, subject);
  if (order) {
    const held = order.holder ? [called(view, order.holder)] : [];
    return { ...NOTHING, id: subject, name: capital(orderName(table, order)), side, kind: progress(table, order), marks: [progress(table, order), ...held] };
  }
  const leader = leaderOf(view, subject);
  if (leader) return { ...NOTHING, id: subject, name: leader.name, side, kind: leaderWords(leader), marks: [leaderWords(leader)], out: Boolean(leader.wounded) };
  const squadron = squadronOf(view, subject);
  if (squadron) return { ...NOTHING, id: subject, name: squadron.called, side: squadron.formation.side, kind: squadronState(table, squadron.squadron) };
  // What a whole side decides counts only where there is nobody else to decide for.
  if (!view.own || (subject === 'step' && !WHOLE.has(table.phase.type))) return null;
  return { ...NOTHING, id: subject, name: subject === 'step' ? 'the whole side' : capital(plain(subject)), side, kind: '' };
}

/** Phases in which a whole side has something to decide beside being ready. */
const WHOLE = new Set(['sighting', 'offering', 'fighting', 'requesting', 'council']);

function glanceOf(view: View, piece: Piece): Glance {
  const { inside } = piece;
  const squadrons = inside ? squadronsOf(inside) : [];
  const sum = (of: (squadron: (typeof squadrons)[number]) => number): number => squadrons.reduce((all, one) => all + of(one), 0);
  const rating = sum((one) => one.rating);
  const cargo = inside?.cargo;
  const { phase } = view.table;
  const sails = phase.type === 'sailing' && phase.side === piece.side && piece.own && piece.state === 'ready';
  const plots = phase.type === 'plotting' && phase.side === piece.side && piece.own && piece.state === 'ready';
  return {
    id: piece.id, name: capital(pieceName(piece)), side: piece.side, kind: kindWords(piece),
    tracks: [
      ...(squadrons.length ? [{ name: 'sail', left: sum((one) => one.sail), all: sum((one) => one.full) }] : []),
      ...(rating ? [{ name: 'soundness', left: Math.max(0, rating - sum(damageOf)), all: rating }] : []),
      ...(cargo ? [{ name: 'cargo', left: cargo.points, all: cargo.full }] : []),
    ],
    marks: [placeName(view.table, piece.place), ...(inside ? [] : [kindWords(piece)]), ...marks(view, piece)],
    out: false, flag: inside?.leader?.role === 'fleet_admiral',
    ...(sails ? { done: Boolean(inside?.acted) } : {}),
    ...(plots ? { done: view.own?.plots.some(([id]) => id === piece.id) ?? false } : {}),
  };
}

export const TICKS = ['spotted', 'shadowed', 'disorganised', 'fitting out', 'in ordinary', 'entered a strait'] as const;

// ---- the log -----------------------------------------------------------------------------------------------------

const SIGNS: { readonly [type: string]: SignName } = {
  windsfound: 'sail', galebegan: 'drift', galemoved: 'drift', galeended: 'drift', suddenweather: 'drift', battered: 'hit', swamped: 'hit', leftbehind: 'drift', drivenout: 'drift', heldtogether: 'flag', parted: 'drift',
  partedcompany: 'drift', blownaway: 'drift', playera: 'flag', moved: 'helm', beatup: 'helm', markedtime: 'anchor', triedthewind: 'sail', enteredport: 'anchor', leftport: 'anchor', barred: 'anchor',
  convoystopped: 'anchor', spotted: 'eye', missed: 'eye', slipped: 'eye', closed: 'helm', concealed: 'eye', dummyfound: 'eye', dummyplaced: 'eye', droveoff: 'gun', stationbroken: 'flag',
  rallied: 'flag', committed: 'flag', tasksent: 'sail', turnedback: 'eye', letgo: 'eye', stoodoff: 'eye', screened: 'gun', auxsearched: 'eye', shadowfought: 'gun', stationed: 'flag', stationended: 'flag',
  convoyattacked: 'gun', shipsattacked: 'gun', portraided: 'board', cutout: 'board', roadshelled: 'gun', pirateswoke: 'dice', auxiliaryback: 'dice', battleoffered: 'gun', engaged: 'flag', named: 'flag',
  gaugetaken: 'sail', calledoff: 'flag', withdrew: 'helm', cameup: 'helm', leaderplaced: 'flag', leadersshown: 'flag', fireshipsent: 'hit', levelfound: 'dice', paired: 'grapple', joinedcombat: 'grapple', combatthrown: 'dice',
  combatfought: 'gun', leaderhit: 'hit', foundered: 'struck', battlewon: 'end', coloursstruck: 'struck', prizetaken: 'flag', disordered: 'drift', convoystruck: 'hit', ordersdrawn: 'talk',
  ordertaken: 'talk', orderbegun: 'talk', orderended: 'talk', convoymade: 'sail', convoylanded: 'anchor', eventhappened: 'talk', eventlooked: 'dice', relationchanged: 'flag', portturned: 'flag',
  portlost: 'struck', campaignbegun: 'flag', armiesmarched: 'flag', campaignwon: 'end', campaignended: 'end', portstormed: 'board', forcescame: 'sail', reorganised: 'flag', requested: 'dice', worn: 'drift', repaired: 'anchor', refitted: 'anchor', laidup: 'anchor', fittedout: 'anchor', prestigepaid: 'end',
  ended: 'end',
};
const QUIET = new Set(['moved', 'paired', 'joinedcombat', 'combatthrown', 'worn', 'laidup', 'fittedout', 'turnedback', 'missed', 'committed', 'beatup', 'markedtime', 'named', 'eventlooked', 'dummyplaced', 'concealed', 'galemoved']);
const tells = telling<Told>({ signs: SIGNS, loud: (type) => !QUIET.has(type), named: ['formation', 'new', 'target', 'convoy', 'holder', 'attacker', 'defender'] });

/** After the formations the places, as the chart calls them. */
function withPlaces(hint: LogHint, told: Told | null): LogHint {
  const places = ['place', 'port', 'to'].flatMap((field) => (typeof told?.[field] === 'string' && told[field] ? [`@${at(told[field])}`] : []));
  return places.length ? { ...hint, subjects: [...hint.subjects, ...places] } : hint;
}

/** Steps come and go with the increments of an impulse: those that begin one are its headings. */
export function hint(event: TableEvent | ReplayEvent): LogHint {
  const told = rulesEvent(event);
  if (told?.type !== 'began') return withPlaces(tells(event), told);
  const { date, step: begun } = told as unknown as { readonly date: { readonly turn: number; readonly impulse: number; readonly mpi: number }; readonly step: string };
  const words = begun === 'winds' ? `impulse ${date.impulse}` : begun === 'gales_move' ? `impulse ${date.impulse}, increment ${date.mpi}` : 'administration';
  return { sign: null, heading: { turn: date.turn, words }, subjects: [], loud: begun !== 'gales_move' };
}

// ---- odds in one line --------------------------------------------------------------------------------------------

/** What a check asks: the chance alone says it. */
const CHECKS = ['passed', 'caught', 'issued', 'success', 'spotted', 'came', 'hit', 'back', 'stays'];

/** What a request for reinforcements brings. */
const ANSWERS: { readonly [result: string]: string } = {
  sol_4_and_leader: 'four ships of the line with a leader', sol_2: 'two ships of the line', sol_d_2: 'two small two-deckers', frigate_2: 'two frigates',
  auxiliaries: 'two auxiliaries', nothing: 'nothing', give_up: 'a squadron of yours is called away',
};

/** "6.7 damage, 15 % a sail lost" */
function harm(odds: Odds, side: 'gauge' | 'other'): string {
  const mean = odds.means[`${side}_dps`]?.value ?? 0;
  const none = odds.parts[`${side}_sail`]?.find((one) => one.value === 0)?.p ?? 1;
  return `${number(mean, 1)} damage${none < 0.995 ? ` and ${percent(1 - none)} to lose sail` : ''}`;
}

function weighed(call: PreviewCall, sides: readonly [gauge: string, other: string]): string | null {
  const { odds } = call;
  if (!odds) return null;
  const start = call.words ? `${capital(call.words)}: ` : '';
  if (odds.means['gauge_dps'] && odds.means['other_dps']) {
    // A side that can only win or only lose has but one line.
    const wins = odds.parts['gauge_wins'] && (odds.parts['gauge_wins'].find((one) => one.value === true)?.p ?? 0);
    const said = [`${sides[0]} ${harm(odds, 'gauge')}`, `${sides[1]} ${harm(odds, 'other')}`];
    if (wins !== undefined) said.push(`${percent(wins)} for ${sides[0]} to win`);
    return `${start}${said.join('; ')}`;
  }
  const mean = (part: string): string => number(odds.means[part]?.value ?? 0, 1);
  const chance = (part: string): number => odds.parts[part]?.find((one) => one.value === true)?.p ?? 0;
  if (call.procedure === 'attrition') return `${start}${mean('dps')} damage`;
  if (call.procedure === 'gale_effects') {
    const sunk = 1 - (odds.parts['sunk']?.find((one) => one.value === 0)?.p ?? 0);
    const said = [`${mean('dps')} damage each`, ...(sunk > 0.0005 ? [`${percent(sunk)} to lose sail`] : []), ...(chance('together') < 1 ? [`${percent(1 - chance('together'))} to be parted`] : [])];
    return `${start}${list(said)}`;
  }
  if (call.procedure === 'screening') return `${start}${chance('stopped') ? 'stops it' : chance('hampered') ? 'hampers it' : 'lets it by'}`;
  if (call.procedure === 'weather_gauge') return `${start}${percent(chance('first_has_it'))}`;
  if (call.procedure === 'battle_intensity') return `${start}damage level ${mean('level')} on average`;
  if (call.procedure === 'repair') {
    const none = odds.parts['gone']?.find((one) => one.value === 0)?.p ?? 0;
    return `${start}${mean('gone')} damage mended on average${none ? `, ${percent(none)} to mend nothing` : ''}`;
  }
  if (call.procedure === 'sinking') return `${start}${percent(chanceIn(call, 'sail', 1) ?? 0)}`;
  if (call.procedure === 'reinforcement_request') {
    const brought = Object.entries(ANSWERS).map(([result, words]) => [chanceIn(call, 'result', result) ?? 0, words] as const);
    return `${start}${list(brought.filter(([p]) => p > 0).map(([p, words]) => `${percent(p)} ${words}`))}`;
  }
  const yes = CHECKS.find((part) => odds.parts[part]);
  return `${start}${yes === undefined ? inOneLine(odds) : percent(chance(yes))}`;
}

const UNKNOWN = / and what you do not know of the enemy is (bad|good) for him$/;
const GAUGE = /^(you have|the enemy has) the weather gauge \(([^)]*)\)/;

/** The weather gauge as a chance of one's own; where an enemy is not known whole, from what it is at his best to what it is at his worst. */
function gauges(calls: readonly PreviewCall[]): string | null {
  const found = GAUGE.exec(calls[0]?.words ?? '');
  if (!found || !calls.every(({ odds }) => odds)) return null;
  const chances = calls.map(({ odds }) => odds?.parts['first_has_it']?.find((one) => one.value === true)?.p ?? 0).map((p) => (found[1] === 'you have' ? p : 1 - p));
  const [low, high] = [Math.min(...chances), Math.max(...chances)];
  const start = `The weather gauge for you (${found[2]}): ${percent(low)}`;
  return low === high ? start : `${start} to ${percent(high)}${UNKNOWN.test(calls[0]?.words ?? '') ? ', by what you do not know of the enemy' : ''}`;
}

const TO_WINDWARD = /^(.*), (you|the enemy) to windward(.*)$/;

/** A battle that is not begun yet: with the gauge, without it, and in a last line what is taken for granted in both. */
function foretold(calls: readonly PreviewCall[], gauge: boolean): readonly string[] {
  const said = calls.flatMap((call) => {
    const ours = TO_WINDWARD.exec(call.words)?.[2] === 'you';
    if (!call.odds) return [];
    const [own, foe] = ours ? (['gauge', 'other'] as const) : (['other', 'gauge'] as const);
    const wins = call.odds.parts['gauge_wins']?.find((one) => one.value === true)?.p ?? 0;
    return [`If ${ours ? 'you have' : 'the enemy has'} ${gauge ? 'it' : 'the weather gauge'}: ${percent(ours ? wins : 1 - wins)} for you to win; you ${harm(call.odds, own)}; the enemy ${harm(call.odds, foe)}`];
  });
  const [, start, , rest] = TO_WINDWARD.exec(calls[0]?.words ?? '') ?? [];
  return said.length ? [...said, `(${capital(`${start}${rest}`)})`] : [];
}

/** The chance of the first thing that an order throws for, where it is done or not: "60 %", as its mark on the chart and its button say it. */
export function chanceOf(preview: Preview): string | null {
  const odds = preview.calls[0]?.odds;
  const yes = odds ? Object.values(odds.parts).find((some) => some.every((one) => typeof one.value === 'boolean')) : undefined;
  const p = yes?.find((one) => one.value === true)?.p ?? odds?.outcomes.find((one) => one.value === true)?.p;
  return p === undefined ? null : percent(p);
}

/** Who has the weather gauge in a battle and who has not, as the seat would say it; undefined before it is known. */
export function gaugeOf(view: View | null): readonly [gauge: string, other: string] | undefined {
  const gauge = view?.table.battle?.gauge;
  if (!gauge || !view) return undefined;
  if (!view.seat) return [sideName(view.table, gauge), sideName(view.table, bothSides(view.table).find((one) => one !== gauge) ?? gauge)];
  return gauge === view.seat ? ['you', 'the enemy'] : ['the enemy', 'you'];
}

/** Odds, a line for each thing that is thrown; of a battle by who has the weather gauge and who has not, where that is known. */
export function weigh(preview: Preview, sides: readonly [gauge: string, other: string] = ['the side with the gauge', 'the other'], between = '\n'): string | null {
  const sought = preview.calls.filter(({ procedure }) => procedure === 'weather_gauge');
  const gauge = gauges(sought);
  const ahead = preview.calls.filter(({ words }) => TO_WINDWARD.test(words));
  const rest = preview.calls.filter((call) => !ahead.includes(call) && (gauge === null || !sought.includes(call)));
  const said = [gauge, ...rest.map((call) => weighed(call, sides)), ...foretold(ahead, gauge !== null)].filter((one): one is string => one !== null);
  return said.length ? said.join(between) : null;
}

/** "2 formations at sea, one in port" */
export function strength(view: View, side: Side): string {
  const all = pieces(view).filter((one) => one.side === side);
  const port = all.filter(inPort).length;
  return [count(all.length - port, 'formation') + ' at sea', ...(port ? [`${port} in port`] : [])].join(', ');
}
