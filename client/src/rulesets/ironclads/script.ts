// Shows a plan on the sea: beside what all titles show there are salvos and torpedoes.
import { scripted } from '../../freetable/scene';
import { plan, type Own } from './animate';
import { find, pose } from './fleet';
import { halves } from './looks';
import type { Ship, Table, View } from '../../served/ironclads';

export const script = scripted<Ship, Table, View, Own>({
  plan,
  own: (beat, effects) => {
    if (beat.kind === 'salvo') return { at: beat.at, lasts: 700, begin: () => effects.salvo(beat.ship, beat.target, beat.guns, beat.hits, beat.words) };
    return beat.kind === 'torpedo' ? { at: beat.at, lasts: 1300, begin: () => effects.torpedo(beat.ship, beat.target, beat.hit) } : null;
  },
  craft: (view, id) => {
    const ship = find(view.table, id);
    if (!ship || ship.gone) return null;
    const { a, b } = halves(ship);
    return { ...pose(ship, view.table), length: a * 2, width: b * 2 };
  },
  lee: (view) => view.table.wind + 180,
});
