// How a ship of the fleet action is drawn: her hull by nation, her masts by rate, and what is shot away by her boxes.
import { spars, type Shape, type Spar } from '../../freetable/craft';
import type { Nation, Rate, Ship } from '../../served/trafalgar';

/** Bluff British bows, fine French ones, and Spanish ships full-bodied with a broad stern. */
export const SHAPES: { readonly [nation in Nation]: Shape } = { british: 'bluff', french: 'fine', spanish: 'full' };

/** What is left of each mast, from the bow aft. */
export function rigOf(ship: Ship): readonly Spar[] {
  return spars(ship.rate === 'smaller' ? 2 : 3, ship.sheet.length ? (ship.crossed ?? 0) / ship.sheet.length : 0);
}

/** How many guns are drawn along a side. */
export function gunsDrawn(rate: Rate): number {
  return { '1st_rate': 12, '2nd_rate': 11, '3rd_rate': 10, '4th_rate': 9, '5th_rate': 8, smaller: 5 }[rate];
}
