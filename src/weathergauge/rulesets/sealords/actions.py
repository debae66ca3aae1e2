"""Everything a player can order in a campaign, and everything the log tells of it: each chapter's own words, together."""

from __future__ import annotations

from weathergauge.ruleset import Proceed
from weathergauge.rulesets.sealords.auxiliaries.actions import AuxiliaryAction, AuxiliaryEvent
from weathergauge.rulesets.sealords.battle.actions import BattleAction, BattleEvent
from weathergauge.rulesets.sealords.common import Began, Committed, Ended, Noticed, Ready
from weathergauge.rulesets.sealords.council.actions import CouncilAction, CouncilEvent
from weathergauge.rulesets.sealords.favours import RankSpent, SpendRank
from weathergauge.rulesets.sealords.sea.actions import SeaAction, SeaEvent
from weathergauge.rulesets.sealords.yards.actions import YardsAction, YardsEvent

AnyAction = Ready | SpendRank | SeaAction | AuxiliaryAction | BattleAction | CouncilAction | YardsAction | Proceed
AnyEvent = (
    Began
    | Committed
    | RankSpent
    | Noticed
    | Ended
    | SeaEvent
    | AuxiliaryEvent
    | BattleEvent
    | CouncilEvent
    | YardsEvent
)
