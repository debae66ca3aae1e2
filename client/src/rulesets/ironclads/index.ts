// Iron and steam: orders a turn ahead, salvos that may be answered, rams and torpedoes, from Hampton Roads to Tsushima.
import type { Action } from '../../api/types';
import { ruleset } from '../contract';
import { ADVISED, ASK, fleetRules } from '../fleetRules';
import Board from './Board.svelte';
import { commit, decide, describe } from './describe';
import { text } from '../orders';
import { nudged } from './drafts';
import { glance, groups, headline, hint, TICKS, weigh } from './glance';
import Miniature from './Miniature.svelte';
import Orders from './Orders.svelte';
import Sheet from './Sheet.svelte';
import type { View } from '../../served/ironclads';

export default ruleset<View>({
  name: 'ironclads',
  Board,
  Sheet,
  Orders,
  Miniature,
  counted: { one: 'ship', many: 'ships' },
  arrows: [
    { keys: '← →', words: 'turn the ship that moves; in other steps, go through her orders' },
    { keys: '↑ ↓', words: 'run farther or less far; with Shift in larger steps' },
  ],
  headline,
  groups,
  glance,
  describe,
  decide,
  commit: (view, seat) => commit(view, seat),
  subjectOf: (action: Action) => text(action['ship']),
  carriedOut: () => true,
  nudge: (_view, _subject, choices, draft, key, far) => nudged(choices, draft, key, far),
  ticks: TICKS,
  hint,
  weigh,
  standing: fleetRules({
    on: 'Straight on', led: true, guns: 'Their guns', unit: 'inches', other: 'Whatever else is asked',
    more: [
      { field: 'answer', words: 'Salvos at them', choices: [ASK, ['all', 'Answer with all that bears'], ['hold', 'Hold fire'], ADVISED] },
      { field: 'speeds', words: 'Their speeds', choices: [ASK, ['keep', 'As they are ordered now'], ADVISED] },
    ],
  }),
});
