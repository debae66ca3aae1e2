// The sea chart of each title, asked for once. Until it has come, places go by their ids.
import { mapOf } from '../../api/calls';
import { Chart } from './chart';
import type { ChartRoom } from '../../served/sealords';

class ChartTable {
  #known = $state.raw<ReadonlyMap<string, Chart>>(new Map());
  #asked = new Set<string>();

  /** The chart of a title; null until it has come. */
  of(title: string): Chart | null {
    const found = this.#known.get(title);
    if (!found && !this.#asked.has(title)) {
      this.#asked.add(title);
      mapOf(title).then(
        (room) => this.lay(room as unknown as ChartRoom),
        () => this.#asked.delete(title), // whoever looks next asks again
      );
    }
    return found ?? null;
  }

  /** Unrolls a chart. */
  lay(room: ChartRoom): void {
    this.#asked.add(room.title);
    this.#known = new Map([...this.#known, [room.title, new Chart(room)]]);
  }
}

export const charts = new ChartTable();
