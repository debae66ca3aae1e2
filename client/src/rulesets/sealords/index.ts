// The campaigns of the 1740s: fleets under admirals of uneven gifts, winds that decide where one can go, and orders from above.
import { ruleset } from '../contract';
import Board from './Board.svelte';
import { commit, decide, describe, first } from './describe';
import { listedNext } from '../orders';
import { subjectOf } from './drafts';
import { gaugeOf, glance, groups, headline, hint, tally, TICKS, weigh } from './glance';
import Looked from './Looked.svelte';
import Miniature from './Miniature.svelte';
import Orders from './Orders.svelte';
import Sheet from './Sheet.svelte';
import type { View } from '../../served/sealords';

export default ruleset<View>({
  name: 'sealords',
  Board,
  Sheet,
  Orders,
  Looked,
  Miniature,
  counted: { one: 'formation', many: 'formations' },
  arrows: [{ keys: '← → ↑ ↓', words: 'go through what the chosen formation, auxiliary or order can do' }],
  headline,
  groups,
  glance,
  describe,
  decide,
  commit,
  first,
  tally,
  subjectOf,
  carriedOut: () => true,
  nudge: (_view, _subject, choices, draft, key) => listedNext(choices.actions, draft, key),
  ticks: TICKS,
  hint,
  weigh: (preview, view) => weigh(preview, gaugeOf(view)),
  standing: true,
});
