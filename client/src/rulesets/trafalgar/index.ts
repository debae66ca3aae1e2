// The fast fleet action of 1805: its sea, its sheets, its orders and its words.
import { ruleset } from '../contract';
import { fleetRules } from '../fleetRules';
import Board from './Board.svelte';
import { commit, decide, describe } from './describe';
import { text } from '../orders';
import { nudged } from './drafts';
import { madeTurn } from './fleet';
import { glance, groups, headline, hint, weigh } from './glance';
import Miniature from './Miniature.svelte';
import Orders from './Orders.svelte';
import Sheet from './Sheet.svelte';
import type { View } from '../../served/trafalgar';

export default ruleset<View>({
  name: 'trafalgar',
  Board,
  Sheet,
  Orders,
  Miniature,
  counted: { one: 'ship', many: 'ships' },
  arrows: [
    { keys: '← →', words: 'turn the chosen ship, or choose among her targets' },
    { keys: '↑ ↓', words: 'sail her farther or less far; with Shift in larger steps' },
  ],
  headline,
  groups,
  glance,
  describe,
  decide,
  commit: (view, _seat, subjects) => commit(view, subjects),
  subjectOf: (action) => text(action['ship']),
  carriedOut: (view, action) => action.type !== 'turn' || madeTurn(view.table, text(action['ship'])),
  nudge: (_view, _subject, choices, draft, key, far) => nudged(choices, draft, key, far),
  hint,
  standing: fleetRules({ on: 'On as they were, line by line', led: false, guns: 'Their broadsides', unit: 'inches', other: 'Boarding and grappling', passed: 'None' }),
  weigh,
  ticks: ['first shot port', 'first shot starboard', 'grappled', 'fouled', 'struck'],
});
