// A campaign in words: what stands where, what is to be decided, and by whom.
import { beforeAll, describe as suite, expect, it } from 'vitest';
import { campaignWords, commit, decide, describe, describePlace, first, label, wayWords } from './describe';
import { auxName, called, kindWords, longPlace, opens, orderName, pieceOf, pieces, placeName, progress, squadronName, worn } from './fleet';
import { chanceOf, gaugeOf, glance, groups, headline, hint, tally, weigh } from './glance';
import { charts } from './room.svelte';
import { CALM, law, told, weighing } from '../testing';
import { auxiliary, counter, formation, order, previewOf, ROOM, squadron, viewOf } from './testing';

beforeAll(() => charts.lay(ROOM));

const MATHEWS = { id: 'mathews', name: 'Thomas Mathews', contingent: 'british', lr: 4, personality: 'rash', sr: 2, control: 5, rank: 'admiral', role: 'fleet_admiral' } as const;
const enemy = counter();

suite('places', () => {
  it('are called as on the chart, with their boxes', () => {
    const { table } = viewOf([]);
    expect(longPlace('Space #7 north of Majorca')).toBe('north of Majorca (#7)');
    expect(longPlace('Coastal Space A Picardy')).toBe('coast of Picardy (A)');
    expect(placeName(table, 'toulon/harbour')).toBe('Toulon harbour');
    expect(placeName(table, 'lion/in/space_12')).toBe('entering the Golfe du Lion from off Provence (#12)');
    expect(placeName(table, 'lion')).toBe('the Golfe du Lion');
  });

  it('tell of their port, who is there, and the ways out', () => {
    const winds = { 'space_12 space_13': { towards: 'space_13', wind: 'marin' }, 'lion space_12': { towards: 'out', wind: 'marin' } };
    const view = { ...viewOf([formation({ place: 'toulon' })], { winds: ['marin'], ports: [{ id: 'toulon', owner: 'french', raided: 1 }] }), sea: { ...CALM, winds } };
    const said = describePlace(view, 'toulon').join(' ');
    expect(said).toContain('French, key port, blockade value 3, one repair roll lost to raids.');
    expect(said).toContain('Here: Centre');
    expect(wayWords(view, 'space_12', 'space_13')).toBe('To off Marseilles (#13): with the marin.');
    expect(wayWords(view, 'space_13', 'space_12')).toBe('To off Provence (#12): against the marin.');
    expect(wayWords(view, 'space_12', 'lion')).toBe('Into Golfe du Lion: the wind is caught on 6; the marin hinders.');
  });
});

suite('counters', () => {
  it('of the enemy are no more than that something is there', () => {
    const view = viewOf([formation()], { counters: [{ id: 'b1', side: 'british', place: 'space_12' }, enemy] });
    const piece = pieceOf(view, 'f1');
    expect(piece?.inside).toBeNull();
    expect(label(view, 'british', piece as NonNullable<typeof piece>)).toBe('Bourbon counter 1, Bourbon, enemy; Toulon; an unspotted counter');
    expect(describe(view, 'british', 'f1')).toBe('Bourbon counter 1, an unspotted counter. Enemy, Toulon.');
  });

  it('of the enemy that are spotted show classes and leader', () => {
    const spotted = counter({ known: 'spotted', kind: 'flotilla', classes: ['sol', 'sol', 'flagship'], leader: 'Court' });
    const view = viewOf([], { counters: [spotted] });
    expect(describe(view, 'british', 'f1')).toContain('Court’s formation, flotilla: 2 squadrons of ships of the line and one flagship.');
  });

  it('of our own tell everything', () => {
    const mine = formation({ leader: MATHEWS, order: 'o1', known: 'spotted', squadrons: [squadron({ dps: 7 }), squadron({ id: 's2', cls: 'flagship', name: 'Namur', sail: 1, full: 1, rating: 6 })] });
    const view = viewOf([mine], {}, { orders: [order()] });
    const said = describe(view, 'british', 'b1');
    for (const words of ['flotilla of 2 squadrons, 5 sail', 'Admiral Thomas Mathews: leadership 4, rash', 'Namur: 1 of 1 sail, 0 of 6 damage', '7 of 10 damage, in bad shape', 'Orders: cruise']) {
      expect(said).toContain(words);
    }
  });

  it('are in one list for a spectator, without contents', () => {
    const view = { ...viewOf([formation()]), seat: null, own: null };
    expect(pieces(view).map((one) => one.inside)).toEqual([null]);
    expect(groups(view, 'spectator').flatMap((group) => group.subjects)).toEqual(['b1']);
  });
});

suite('what a squadron and an order have come to', () => {
  it('a squadron is worn over a third, bad over two thirds, and may sink over her rating', () => {
    expect([3, 4, 7, 11].map((dps) => worn(viewOf([]).table, squadron({ dps })))).toEqual(['sound', 'worn', 'bad', 'sinking']);
    expect(squadronName({ title: 'a_test' }, squadron({ name: 'Norfolk, Marlborough, Somerset' }))).toBe('Norfolk and 2 more');
  });

  it('an order says its targets and how far it is', () => {
    expect(orderName({ title: 'a_test' }, order())).toBe('cruise: off Provence (#12) and off Marseilles (#13)');
    expect(progress({ title: 'a_test' }, order())).toBe('in execution, 3 of 8 impulses, visited off Provence (#12) 1× and off Marseilles (#13) 0×');
    expect(progress({ title: 'a_test' }, order({ type: 'escort', state: 'issued', visits: [] }))).toBe('issued');
  });

  it('a squadron of one is called one squadron', () => {
    const words = (over: object) => kindWords(pieceOf(viewOf([formation(over)]), 'b1')!);
    expect(words({ kind: 'squadron' })).toMatch(/^one squadron, \d+ sail$/);
    expect(words({ kind: 'squadron', squadrons: [squadron(), squadron({ id: 's2' })] })).toMatch(/^squadron of 2 squadrons, \d+ sail$/);
    expect(words({})).toMatch(/^flotilla of one squadron, \d+ sail$/);
  });

  it('auxiliaries of a kind are told apart', () => {
    expect(auxName({ title: 'a_test' }, auxiliary())).toBe('British light craft 1');
    expect(called(viewOf([], {}, { auxiliaries: [auxiliary()] }), 'british_light_1')).toBe('British light craft 1');
    expect(auxName({ title: 'a_test' }, auxiliary({ id: 'pirates_2', contingent: 'pirate', corsair: 'pirate' }))).toBe('Pirates 2');
  });
});

suite('the list at the edge', () => {
  it('has formations at sea and in port, orders, and auxiliaries by box', () => {
    const view = viewOf([formation(), formation({ id: 'b2', place: 'mahon/harbour', state: 'in_ordinary' })], {}, { orders: [order(), order({ id: 'o2', state: 'pool' })], auxiliaries: [auxiliary()] });
    expect(groups(view, 'british').map(({ name, subjects }) => [name, ...subjects])).toEqual([
      ['At sea', 'b1'], ['In port', 'b2'], ['Orders', 'o1'], ['Auxiliaries, assigned', 'british_light_1'],
    ]);
  });

  it('shows sail and soundness, and who has moved', () => {
    const seen = glance(viewOf([formation({ squadrons: [squadron({ sail: 3, dps: 4 })], acted: true })]), 'b1');
    expect(seen?.tracks).toEqual([{ name: 'sail', left: 3, all: 4 }, { name: 'soundness', left: 6, all: 10 }]);
    expect(seen?.done).toBe(true);
  });

  it('counts the whole side only where it has something to decide', () => {
    expect(glance(viewOf([]), 'step')).toBeNull();
    expect(glance(viewOf([], { phase: { type: 'council', waiting: ['british'] } }), 'step')?.name).toBe('the whole side');
  });

  it('says season and winds at the top', () => {
    expect(headline(viewOf([], { winds: ['mistral'] }))).toMatchObject({ scenario: 'winter of 1744', turn: 3, step: 'the British move', wind: { words: 'Mistral' } });
    expect(headline(viewOf([])).wind).toBeNull();
  });

  it('says where armies stand, and how far it is to either victory', () => {
    const { table } = viewOf([]);
    expect(campaignWords(table, { id: 'liguria', at: 1, event: 'e' })).toBe('The campaign in Liguria: the armies are before Nice (1 from victory for the British, 2 for the Bourbons)');
    expect(campaignWords(table, { id: 'liguria', at: 3, event: 'e', fought: false, winner: 'bourbon' })).toBe('The campaign in Liguria: the Bourbons are in Lombardy (at rest, won by the Bourbons)');
    expect(campaignWords(table, { id: 'liguria', at: 0, event: 'e', fought: false, over: true, winner: 'british' })).toContain('(over for good, won by the British)');
  });
});

suite('what is to be decided', () => {
  const subjects = [{ id: 'b1', words: 'Centre' }, { id: 'step', words: '' }];
  it('counts formations with a point to spend', () => {
    const view = viewOf([formation()]);
    expect(decide(view, 'british', ['british'], subjects)).toBe('One formation has a movement point to spend.');
    expect(decide(view, 'bourbon', ['british'], [])).toBe('The British move.');
    expect(commit(view, 'british', subjects)).toMatchObject({ action: { type: 'ready' }, words: 'All others hold', unordered: null });
  });

  it('asks a blockade whether it closes with what it has sighted', () => {
    const view = viewOf([], { phase: { type: 'sighting', side: 'british', formation: 'f1', place: 'toulon', then: { type: 'sailing', side: 'bourbon', extra: false } } });
    expect(decide(view, 'british', ['british'], subjects)).toBe('Your blockade has sighted what came out of Toulon. Close with it?');
    expect(decide(view, 'bourbon', ['british'], [])).toBe('The British are asked whether to close at Toulon.');
    expect(commit(view, 'british', subjects)?.words).toBe('Let it go');
  });

  it('says after whom a task of the enemy is sent', () => {
    const phase = { type: 'screening', side: 'british', task: 'shadow', place: 'space_12', target: 'b1', then: { type: 'tasking', side: 'bourbon' } } as never;
    expect(decide(viewOf([formation()], { phase }), 'british', ['british'], [])).toBe('The enemy announces a task off Provence (#12): shadow, after Centre. Screen it?');
  });

  it('in a council is what waits, and it begins with the first order that does', () => {
    const council = { phase: { type: 'council', waiting: ['british'] } } as const;
    const idle = [auxiliary({ box: 'available', base: '' }), auxiliary({ id: 'british_light_2', box: 'available', base: '' })];
    const view = viewOf([], council, { orders: [order({ state: 'issued' }), order({ id: 'o2', state: 'received', holder: '' })], auxiliaries: idle });
    expect(decide(view, 'british', ['british'], [])).toBe('Council: one order and 2 auxiliaries wait to be issued and assigned, and may wait on.');
    expect(decide(viewOf([], council, { auxiliaries: idle.slice(1) }), 'british', ['british'], [])).toBe('Council: one auxiliary waits to be assigned, and may wait on.');
    expect(decide(viewOf([], council), 'british', ['british'], [])).toBe('Council: reorganise, or end it.');
    expect(first(view)).toBe('o2');
    expect(first(viewOf([]))).toBeNull();
  });

  it('in a battle is closed by the words of its step, and not at all where an answer is asked for', () => {
    const fighting = (step: 'join' | 'pair') => viewOf([], { phase: { type: 'fighting', side: 'british', step, left: [], number: 0 } });
    expect(commit(fighting('join'), 'british', [{ id: 'step', words: '' }])?.words).toBe('Nobody joins');
    expect(commit(fighting('join'), 'british', subjects)).toMatchObject({ words: 'One squadron stays out of the battle', deliberate: true });
    expect(commit(fighting('pair'), 'british', [{ id: 's1', words: '' }])).toBeNull();
    expect(decide(fighting('pair'), 'british', ['british'], [])).toContain('who fights whom');
  });

  it('where both decide at once, each closes for itself', () => {
    const view = viewOf([], { phase: { type: 'council', waiting: ['bourbon'] } });
    expect(commit(view, 'british', subjects)).toBeNull();
    expect(decide(view, 'british', ['bourbon'], [])).toBe('The Bourbons hold council.');
  });
});

suite('odds in a line', () => {
  it('are a chance where something is checked', () => {
    expect(weigh(previewOf({ passed: [[false, 0.6], [true, 0.4]] }))).toBe('It is done: 40\u202f%');
  });

  it('are what a battle costs each side, by name where the gauge is known', () => {
    const fought = previewOf({ gauge_dps: [[2, 0.5], [4, 0.5]], other_dps: [[6, 1]], gauge_sail: [[0, 1]], other_sail: [[0, 0.75], [1, 0.25]], gauge_wins: [[true, 0.9], [false, 0.1]] }, 'the battle');
    expect(weigh(fought, ['the British', 'the Bourbons'])).toBe('The battle: the British 3 damage; the Bourbons 6 damage and 25\u202f% to lose sail; 90\u202f% for the British to win');
    expect(weigh(fought)).toContain('the side with the gauge 3 damage');
    expect(weigh(previewOf({ gauge_dps: [[9, 1]], other_dps: [[1, 1]], gauge_wins: [[false, 1]] }))).toContain('0\u202f% for the side with the gauge to win');
  });
});

suite('what lies ahead of an order', () => {
  it('is wear, gales and screens in a player’s words', () => {
    expect(weigh(previewOf({ dps: [[2, 1]] }, 'wear of each squadron', 'attrition'))).toBe('Wear of each squadron: 2 damage');
    const gale = { dps: [[3, 1]], sunk: [[0, 0.9], [1, 0.1]], together: [[true, 0.6], [false, 0.4]], removed: [[0, 1]] } as const;
    expect(weigh(previewOf(gale, 'the gale', 'gale_effects'))).toBe('The gale: 3 damage each, 10\u202f% to lose sail and 40\u202f% to be parted');
    expect(weigh(previewOf({ sail: [[0, 0.8], [1, 0.2]] }, 'a sail of the Barfleur founders', 'sinking'))).toBe('A sail of the Barfleur founders: 20\u202f%');
    const asked = law({}, {}, ([['frigate_2', 0.2], ['nothing', 0.5], ['auxiliaries', 0.3]] as const).map(([result, p]) => ({ value: { result }, chance: '', p, least: '' })));
    expect(weigh(weighing(['reinforcement_request', 'what the request brings', asked]))).toBe('What the request brings: 20\u202f% two frigates, 30\u202f% two auxiliaries and 50\u202f% nothing');
    expect(weigh(previewOf({ stopped: [[false, 1]], hampered: [[true, 1]] }, 'against light craft', 'screening'))).toBe('Against light craft: hampers it');
  });
});

suite('before an attack', () => {
  it('the gauge is told as a chance of one’s own, and the battle with it and without it', () => {
    const who = 'the enemy has the weather gauge (he was first there), if all in sight engage and what you do not know of the enemy is';
    const sought = (p: number): ReturnType<typeof law> => law({ first_has_it: [[true, p], [false, 1 - p]] });
    const fought = (wins: number) => law({ gauge_dps: [[6, 1]], other_dps: [[18, 1]], gauge_sail: [[0, 1]], other_sail: [[0, 1]], gauge_wins: [[true, wins], [false, 1 - wins]] });
    const battles = (['you', 'the enemy'] as const).map((side, n) => ['battle', `the battle, ${side} to windward, laid by strength`, fought([0.9, 0.75][n] ?? 0)] as const);
    const [yours, his] = battles;
    const said = weigh(weighing(['weather_gauge', `${who} bad for him`, sought(0.25)], ['weather_gauge', `${who} good for him`, sought(1)], yours as never, his as never));
    expect(said?.split('\n')).toEqual([
      'The weather gauge for you (he was first there): 0\u202f% to 75\u202f%, by what you do not know of the enemy',
      'If you have it: 90\u202f% for you to win; you 6 damage; the enemy 18 damage',
      'If the enemy has it: 25\u202f% for you to win; you 18 damage; the enemy 6 damage',
      '(The battle, laid by strength)',
    ]);
    const alike = weigh(weighing(['weather_gauge', `${who} bad for him`, sought(0.4)], ['weather_gauge', `${who} good for him`, sought(0.4)]));
    expect(alike).toBe('The weather gauge for you (he was first there): 60\u202f%');
    expect(weigh(weighing(yours as never))).toMatch(/^If you have the weather gauge: 90/);
  });
});

suite('a side', () => {
  it('is told by its sail, as far as it is in sight', () => {
    expect(tally(viewOf([formation(), formation({ id: 'b2' })]), 'british')).toBe('8 sail');
    expect(tally(viewOf([enemy as never]), 'bourbon')).toBe('');
  });

  it('of a battle is you or the enemy, to whom both are not known by name', () => {
    const battle = { place: 'space_12', gauge: 'bourbon', combats: [], sides: [] } as never;
    expect(gaugeOf(viewOf([]))).toBeUndefined();
    expect(gaugeOf(viewOf([], { battle }))).toEqual(['the enemy', 'you']);
    expect(gaugeOf({ ...viewOf([], { battle }), seat: null })).toEqual(['the Bourbons', 'the British']);
  });

  it('goes into its own harbours and neutral ones', () => {
    const view = viewOf([], { ports: [{ id: 'toulon', owner: 'french' }, { id: 'mahon', owner: 'british' }] });
    expect([opens(view, 'toulon'), opens(view, 'mahon'), opens(view, 'space_12')]).toEqual([false, true, false]);
    const turned = (port: object) => viewOf([], { ports: [{ id: 'toulon', ...port }] } as never);
    expect([turned({ owner: 'tuscan' }), turned({ owner: 'pirate' }), turned({ owner: 'tuscan', closed: 'british' })].map((one) => opens(one, 'toulon'))).toEqual([true, false, false]);
  });
});

suite('the log', () => {
  it('has a heading for impulses and increments', () => {
    expect(hint(told({ type: 'began', date: { turn: 3, impulse: 2, mpi: 1 }, step: 'gales_move' })).heading).toEqual({ turn: 3, words: 'impulse 2, increment 1' });
  });

  it('lights up whom a sentence is about', () => {
    expect(hint(told({ type: 'spotted', formation: 'f1', place: 'space_12' }))).toMatchObject({ sign: 'eye', subjects: ['f1', '@space_12'], loud: true });
    expect(hint(told({ type: 'moved', formation: 'b1' })).loud).toBe(false);
  });
});

suite('what ends a step', () => {
  it('is on the key that passes, but not where an enemy is to be answered', () => {
    const step = [{ id: 'step', words: 'the whole side' }];
    const deliberate = (type: 'tasking' | 'offering') => commit(viewOf([], { phase: { type, side: 'british', place: 'toulon' } as never }), 'british', step)?.deliberate;
    expect(deliberate('tasking')).toBe(false);
    expect(deliberate('offering')).toBe(true);
  });

  it('says whom a screen would be for, and the chance of what it throws', () => {
    const asked = viewOf([formation()], { phase: { type: 'screening', side: 'british', place: 'toulon', task: 'shadow', target: formation().id } as never });
    expect(commit(asked, 'british', [{ id: 'step', words: 'the whole side' }])?.words).toBe(`No screen for ${called(asked, formation().id)}`);
    expect(chanceOf(previewOf({ caught: [[true, 0.6], [false, 0.4]] }, 'catching the wind', 'catch_the_wind'))).toBe('60\u202f%');
    expect(chanceOf({ calls: [] } as never)).toBe(null);
    expect(weigh(previewOf({ gone: [[0, 0.3], [1, 0.7]] }, '', 'repair'))).toMatch(/, 30\u202f% to mend nothing$/);
  });
});
