// Wooden ships: single actions and small fleets on hexes, every plot written in secret.
import type { Action } from '../../api/types';
import { ruleset } from '../contract';
import { ADVISED, ASK, fleetRules } from '../fleetRules';
import Board from './Board.svelte';
import { commit, decide, describe } from './describe';
import { glance, groups, headline, hint, TICKS, weigh } from './glance';
import Miniature from './Miniature.svelte';
import { nudged } from './nudge';
import Orders from './Orders.svelte';
import Sheet from './Sheet.svelte';
import type { View } from '../../served/wsim';

export default ruleset<View>({
  name: 'wsim',
  Board,
  Sheet,
  Orders,
  Miniature,
  counted: { one: 'ship', many: 'ships' },
  arrows: [
    { keys: '← →', words: 'turn left, turn right, while a ship is plotted' },
    { keys: '↑ ↓', words: 'a hex ahead, take the last item back; in other steps, go through her orders' },
    { keys: 'L R 1–9', words: 'write the plot in the log’s own signs' },
  ],
  headline,
  groups,
  glance,
  describe,
  decide,
  commit,
  subjectOf: (action: Action) => (typeof action['ship'] === 'string' ? action['ship'] : null),
  carriedOut: () => true,
  nudge: (_view, _subject, choices, draft, key) => nudged(choices, draft, key),
  ticks: TICKS,
  hint,
  weigh,
  standing: fleetRules({
    on: 'Straight on', led: true, guns: 'Their broadsides', unit: 'hexes', other: 'Grapples, boarders and fouled ships', passed: 'Nothing is done',
    more: [{ field: 'load', words: 'What is loaded', choices: [ASK, ['round', 'Round shot'], ADVISED] }],
  }),
});
