// Ships of a scenario as sheets of paper, as the server lays them out on a shared table.
import { plain } from '../../lib/words';
import type { NewSheet } from '../contract';
import { NATIONS } from './fleet';
import type { View } from '../../served/trafalgar';

/** A broadside's result says how many `boxes` are lost: that is what the row is called. */
export function sheets(view: View): readonly NewSheet[] {
  return view.table.ships.map((ship) => ({
    name: ship.name,
    side: ship.side,
    kind: `${NATIONS[ship.nation]} ${plain(ship.rate)}, ${ship.guns} guns`,
    tracks: [{ name: 'boxes', boxes: ship.sheet, marked: ship.crossed ?? 0 }],
    markers: ship.flag ? ['flagship'] : [],
    notes: '',
  }));
}
