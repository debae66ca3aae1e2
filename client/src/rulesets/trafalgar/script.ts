// Shows a plan on the sea: beside what all titles show there are broadsides.
import { counted, t } from '../../lib/languages/index.svelte';
import { scripted } from '../../freetable/scene';
import { plan, type Own } from './animate';
import { find, hull } from './fleet';
import type { Ship, Table, View } from '../../served/trafalgar';

export const script = scripted<Ship, Table, View, Own>({
  plan,
  own: (beat, effects) => {
    if (beat.kind !== 'fire') return null;
    const words = beat.boxes === 0 ? null : `−${beat.boxes === 1 ? t('1 box') : counted(beat.boxes, 'boxes', 'box')}`;
    return { at: beat.at, lasts: 500, begin: () => effects.broadside(beat.ship, beat.target, beat.side === 'port' ? -1 : 1, beat.boxes, words) };
  },
  craft: (view, id) => {
    const ship = find(view.table, id);
    return ship ? hull(ship, view) : null;
  },
  lee: (view) => view.table.wind + 180,
});
