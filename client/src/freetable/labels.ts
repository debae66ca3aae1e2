// Where names can stand beside their ships without lying on each other or on other ships.

/** Pixels from the corner of nowhere: only differences count. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export type Place = 'right' | 'below' | 'left' | 'above';

export interface Label {
  readonly id: string;
  /** What the name belongs to. */
  readonly body: Rect;
  readonly width: number;
  readonly height: number;
  /** Higher is placed first. */
  readonly rank: number;
  /** Places in the order they are liked. */
  readonly places: readonly Place[];
  /** Is asked for: rather lies on a ship than is left out. */
  readonly must?: boolean;
}

const overlap = (a: Rect, b: Rect): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The rectangle of a label at a place. */
export function stand(label: Label, place: Place, room: number): Rect {
  const { body, width, height } = label;
  const [x, y] = [(body.left + body.right) / 2, (body.top + body.bottom) / 2];
  const left = place === 'right' ? body.right + room : place === 'left' ? body.left - room - width : x - width / 2;
  const top = place === 'below' ? body.bottom + room : place === 'above' ? body.top - room - height : y - height / 2;
  return { left, top, right: left + width, bottom: top + height };
}

/**
 * A place for each label that is shown: by rank, never on another label, and clear of every body, those without a label too.
 * A label that has no such place is left out, unless it must be shown.
 */
export function spread(labels: readonly Label[], bodies: readonly Rect[] = [], room = 4): ReadonlyMap<string, Place> {
  const taken: Rect[] = [];
  const hulls = [...bodies, ...labels.map((label) => label.body)];
  const shown = new Map<string, Place>();
  for (const label of [...labels].sort((a, b) => b.rank - a.rank || (a.id < b.id ? -1 : 1))) {
    let second: Place | null = null;
    let found: Place | null = null;
    for (const place of label.places) {
      const rect = stand(label, place, room);
      if (taken.some((one) => overlap(one, rect))) continue;
      if (label.must) second ??= place;
      if (hulls.some((one) => overlap(one, rect))) continue;
      found = place;
      break;
    }
    const place = found ?? second;
    if (!place) continue;
    taken.push(stand(label, place, room));
    shown.set(label.id, place);
  }
  return shown;
}

export function samePlaces(a: ReadonlyMap<string, Place>, b: ReadonlyMap<string, Place>): boolean {
  if (a.size !== b.size) return false;
  for (const [id, place] of a) if (b.get(id) !== place) return false;
  return true;
}
