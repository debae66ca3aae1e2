// Standing orders of a campaign as a page changes them: whatever it does not touch stays as it is.
import { capital } from '../../lib/words';
import type { StandingOrders } from '../../api/types';
import type { Ahead, Course, Step, Until, Wake } from '../../served/sealords';

/** Steps that may be passed, as they are called; in the order of a turn. */
export const STEPS: readonly (readonly [Step, string])[] = [
  ['decoying', 'dummies'], ['plotting', 'directions'], ['sailing', 'moves'], ['tasking', 'tasks'], ['closing', 'the end of an impulse: orders handed over or extended'], ['requesting', 'requests for reinforcements'],
  ['council', 'councils'], ['yards', 'yards'],
];
export const WAKES: readonly (readonly [Wake, string])[] = [
  ['sighted', 'an enemy is sighted'], ['arrived', 'a course is run'], ['expiring', 'an order is in its last turn'], ['quarter', 'a quarter ends'],
  ['gale', 'a gale is upon our ships'], ['lost', 'ships are lost'],
];
export const UNTIL: readonly Exclude<Until, ''>[] = ['increment', 'impulse', 'turn'];
const EVERY: readonly Wake[] = WAKES.map(([wake]) => wake);

/** What stands, ready to be changed; what it has come to is the server's to say. */
export function standing(stands: StandingOrders | null): Ahead {
  const found = (stands?.orders ?? {}) as Ahead;
  const { since: _since, searched: _searched, told: _told, due: _due, offered: _offered, sitting: _sitting, put: _put, let_be: _let_be, joining: _joining, ...rest } = found;
  return rest;
}

/** Where a course may lead: into the harbours that take our ships, before a port, and to places at sea; in order of the alphabet. */
export function destinations(places: readonly { readonly id: string; readonly name: string; readonly port?: string }[], said: (name: string) => string, opens: (port: string) => boolean): { readonly harbours: readonly Destination[]; readonly roads: readonly Destination[]; readonly waters: readonly Destination[] } {
  const sorted = (list: readonly Destination[]): readonly Destination[] => [...list].sort((a, b) => (a.words < b.words ? -1 : 1));
  return {
    harbours: sorted(places.filter((place) => place.port && opens(place.id)).map(({ id, name }) => ({ id: `${id}/harbour`, words: `${capital(name)} harbour` }))),
    roads: sorted(places.filter(({ port }) => port).map(({ id, name }) => ({ id, words: `Before ${name}` }))),
    waters: sorted(places.filter(({ port }) => !port).map(({ id, name }) => ({ id, words: capital(said(name)) }))),
  };
}
interface Destination { readonly id: string; readonly words: string }

export const wakes = (orders: Ahead): readonly Wake[] => orders.wake ?? EVERY;

/** Bound for another place, or for none: one course for each formation. */
export function withCourse(orders: Ahead, formation: string, course: Omit<Course, 'formation'> | null): Ahead {
  const others = (orders.courses ?? []).filter((one) => one.formation !== formation);
  return { ...orders, courses: course ? [...others, { formation, ...course }] : others };
}

export const courseOf = (orders: Ahead, formation: string | null): Course | null => orders.courses?.find((one) => one.formation === formation) ?? null;

export function toggled<T>(list: readonly T[], one: T): readonly T[] {
  return list.includes(one) ? list.filter((other) => other !== one) : [...list, one];
}

/** Whether anything stands at all: that what can be answered in one way is answered needs no notice. */
export const empty = (orders: Ahead): boolean =>
  !orders.courses?.length && !orders.search && !orders.repair && (orders.screen ?? 'ask') === 'ask' && (orders.battle ?? 'ask') === 'ask' && (orders.join ?? 'ask') === 'ask' && !orders.passes?.length && !orders.news && !orders.until;
