// A small sea and forces made to order, for tests.
import { law, sided, weighing } from '../testing';
import type { Preview } from '../../api/types';
import type { Auxiliary, ChartRoom, Counter, Formation, Order, Place, Squadron, Table, View } from '../../served/sealords';

sided('a_test', { british: ['the British', 1], bourbon: ['the Bourbons', 2] });

function place(id: string, x: number, y: number, over: Partial<Place> = {}): Place {
  return { id, name: id.replaceAll('_', ' '), kind: 'space', port: '', bv: 0, repair: 0, owner: '', user: '', attested: true, x, y, ...over };
}

/** A port with its roads, a space, a strait, and a sea zone between them. */
export const ROOM: ChartRoom = {
  title: 'a_test',
  sheet: { width: 400, height: 300, lands: [{ name: 'Gallia', points: [[0, 0], [400, 0], [400, 60], [0, 60]] }] },
  places: [
    place('toulon', 100, 70, { name: 'Toulon', kind: 'port', port: 'key', bv: 3, owner: 'french' }),
    place('space_12', 100, 120, { name: 'Space #12 off Provence' }),
    place('space_13', 160, 120, { name: 'Space #13 off Marseilles', attested: false }),
    place('lion', 200, 220, { name: 'Golfe du Lion', kind: 'sea_zone' }),
    place('narrows', 40, 120, { name: 'The Narrows', kind: 'strait' }),
    place('coastal_a', 140, 80, { name: 'Coastal Space A', kind: 'coastal' }),
    place('mahon', 300, 250, { name: 'Port Mahon', kind: 'port', port: 'minor', bv: 2, owner: 'british' }),
  ],
  lanes: [
    { a: 'toulon', b: 'space_12', evidence: 'route', prevailing: '=', seasonal: [] },
    { a: 'space_12', b: 'space_13', evidence: '', prevailing: '>', seasonal: [['mistral', 'space_12'], ['marin', 'space_13']] },
    { a: 'space_12', b: 'narrows', evidence: 'route', prevailing: '<', seasonal: [] },
    { a: 'space_13', b: 'coastal_a', evidence: '', prevailing: '=', seasonal: [] },
  ],
  links: [
    { zone: 'lion', other: 'space_12', evidence: '', into: 6, out: 4, seasonal: [['mistral', 'in'], ['marin', 'out']] },
    { zone: 'lion', other: 'mahon', evidence: '', into: 5, out: 5, seasonal: [] },
  ],
  contingents: [
    { id: 'british', words: 'British', side: 'british' }, { id: 'french', words: 'French', side: 'bourbon', command: true },
  ],
  routes: {}, winds: { mistral: ['winter'], marin: ['winter', 'fall'] }, terms: { cruise: 8 }, radius: { '8': 0, '9': 1, '10': 2, '11': 3 },
  seasons: ['winter', 'winter', 'winter', 'winter', 'spring', 'spring', 'spring', 'spring', 'summer', 'summer', 'summer', 'summer', 'fall', 'fall', 'fall', 'fall'],
  quarterly: [1, 5, 9, 13], impulses: 4, increments: 4, tracks: {}, sides: {}, reckonings: [], wear: { dps_up_to_two_thirds_dr: [1, 3], dps_over_two_thirds_dr: [2, 3], dps_exceed_dr: [1, 1] },
  campaigns: [{ id: 'liguria', words: 'the campaign in Liguria', positions: [{ id: 'provence', words: 'the Austrians are in Provence', won_by: 'british' }, { id: 'nice', words: 'the armies are before Nice', start: true }, { id: 'riviera', words: 'the Bourbons are on the Riviera' }, { id: 'lombardy', words: 'the Bourbons are in Lombardy', won_by: 'bourbon' }] }],
  events: { genoa_joins: 'Genoa joins the Bourbons' },
};

export function squadron(over: Partial<Squadron> = {}): Squadron {
  return { id: 's1', contingent: 'british', cls: 'sol', sail: 4, full: 4, rating: 10, ma: 4, ...over };
}

export function formation(over: Partial<Formation> = {}): Formation {
  return { id: 'b1', side: 'british', name: 'Centre', kind: 'flotilla', place: 'space_12', squadrons: [squadron()], ...over };
}

export function counter(over: Partial<Counter> = {}): Counter {
  return { id: 'f1', side: 'bourbon', place: 'toulon', ...over };
}

export const auxiliary = (over: Partial<Auxiliary> = {}): Auxiliary => ({ id: 'british_light_1', side: 'british', contingent: 'british', cls: 'light', box: 'assigned', base: 'mahon', ...over });

export const order = (over: Partial<Order> = {}): Order => ({ id: 'o1', type: 'cruise', state: 'in_execution', target: ['space_12', 'space_13'], holder: 'b1', impulses: 3, visits: [1, 0], ...over });

export function viewOf(formations: readonly Formation[], over: Partial<Table> = {}, own: Partial<NonNullable<View['own']>> = {}): View {
  const date = { year: 1744, turn: 3, impulse: 1, mpi: 2 };
  const counters = formations.map((one): Counter => ({ id: one.id, side: one.side, place: one.place, ...(one.state ? { state: one.state } : {}), ...(one.known ? { known: one.known } : {}) }));
  return {
    table: {
      title: 'a_test', name: 'quarter', date, last: { ...date, turn: 16 }, settings: {}, phase: { type: 'sailing', side: 'british', extra: false }, step: 'sail_b', serial: 3, rolled_end: false, first: 'bourbon',
      counters, stations: [], rovers: [], ports: [{ id: 'toulon', owner: 'french' }, { id: 'mahon', owner: 'british' }], winds: [], gales: [], tallies: [{ prestige: 4 }, {}],
      events: [], campaigns: [], relations: [], battle: null, levant: [], paid_knights: 0, fought: [], favours: [], ...over,
    },
    seat: 'british',
    own: { formations: formations.filter((one) => one.side === 'british'), auxiliaries: [], orders: [], leaders: [], plots: [], pending: '', arrivals: [], serial: 0, tried: [], owed: 0, promoted: false, rolls: [], ahead: [], mended: [], captives: [], changed: [], favours: [], posts: [], ...own },
  };
}

export const previewOf = (parts: Parameters<typeof law>[0], words = 'it is done', procedure = 'check'): Preview => weighing([procedure, words, law(parts)]);
