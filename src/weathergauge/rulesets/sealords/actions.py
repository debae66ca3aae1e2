"""Everything a player can order in a campaign, and everything the log tells of it: each chapter's own words, together."""

from __future__ import annotations

from weathergauge.ruleset import Proceed
from weathergauge.rulesets.sealords.battle.said import BattleAction, BattleEvent
from weathergauge.rulesets.sealords.common import Began, Committed, Ended, Noticed, Ready
from weathergauge.rulesets.sealords.council.said import CouncilAction, CouncilEvent
from weathergauge.rulesets.sealords.favours import RankSpent, SpendRank
from weathergauge.rulesets.sealords.sea.said import SeaAction, SeaEvent
from weathergauge.rulesets.sealords.small.said import SmallAction, SmallEvent
from weathergauge.rulesets.sealords.yards.said import YardsAction, YardsEvent

AnyAction = Ready | SpendRank | SeaAction | SmallAction | BattleAction | CouncilAction | YardsAction | Proceed
AnyEvent = (
    Began | Committed | RankSpent | Noticed | Ended | SeaEvent | SmallEvent | BattleEvent | CouncilEvent | YardsEvent
)
