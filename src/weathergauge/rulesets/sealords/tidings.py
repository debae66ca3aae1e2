"""What events of a campaign are worth telling, and where its battles begin and end."""

from __future__ import annotations

from typing import Any

from weathergauge.beside.tidings import ALL, NEWS, ORDER, STEP, UNSAID, Tiding
from weathergauge.rulesets.sealords.auxiliaries import actions as small
from weathergauge.rulesets.sealords.battle import actions as battle
from weathergauge.rulesets.sealords.casualties import LeaderHit, Ransomed, Succeeded
from weathergauge.rulesets.sealords.common import Began, Committed, Ended, Noticed
from weathergauge.rulesets.sealords.council import actions as council
from weathergauge.rulesets.sealords.formations.actions import Reorganised
from weathergauge.rulesets.sealords.orders import events as orders
from weathergauge.rulesets.sealords.prestige import PrestigeChanged
from weathergauge.rulesets.sealords.sea import actions as sea
from weathergauge.rulesets.sealords.stations import StationEnded
from weathergauge.rulesets.sealords.words import place_name
from weathergauge.rulesets.sealords.world import World
from weathergauge.rulesets.sealords.yards import actions as yards

DECIDES = 3
"""An order that is kept or failed weighs as much as so many sail: more than who was spotted, and than any gale that began."""


def tiding(event: Any, world: World) -> Tiding:
    match event:
        case Began():
            return STEP
        case Committed() | Noticed(what="dice"):
            return UNSAID
        case Ended():
            return Tiding("dispatch", great="won")
        case PrestigeChanged(amount=amount):
            return Tiding("dispatch", abs(amount))
    return _fought(event, world) or _sailed(event) or _decided(event)


def _fought(event: Any, world: World) -> Tiding | None:
    """What belongs to a battle, from the attack to its last sail."""
    match event:
        case battle.BattleOffered(place=place):
            return Tiding("dispatch", chapter=f"Battle at {place_name(place, world)}", within=True)
        case battle.BattleWon(sail=sail):
            return Tiding("dispatch", sum(sail), "won", within=True)
        case battle.ColoursStruck(captured=captured):
            return Tiding("dispatch", captured, "struck" if captured else "", within=True)
        case LeaderHit(fate="wounded"):
            return Tiding("dispatch", within=True)
        case LeaderHit():
            return Tiding("dispatch", great="fallen", within=True)
        case battle.CombatFought(sail=sail, dps=dps):
            return Tiding("dispatch" if any(sail) or any(dps) else "orders", sum(sail), within=True)
        case battle.Foundered(sail=sail):
            return Tiding("dispatch" if sail else "orders", sail, "sunk" if sail else "", within=True)
        case battle.FireshipSent(hit=hit, sail=sail):
            return Tiding("dispatch" if hit else "orders", sail, "sunk" if sail else "", within=True)
        case battle.Withdrew() | battle.CalledOff() | battle.PrizeTaken() | battle.ConvoyStruck() | battle.Engaged():
            return Tiding("dispatch", within=True)
        case (
            battle.GaugeTaken() | battle.LevelFound() | battle.CameUp() | battle.Disordered() | Succeeded() | Ransomed()
        ):
            return Tiding("orders", within=True)
        case battle.BattleDeclined():
            return Tiding("orders", within=True)
    return Tiding(within=True) if isinstance(event, battle.BattleEvent) else None


def _sailed(event: Any) -> Tiding | None:
    """What happened at sea, to fleets and to small ships."""
    match event:
        case sea.Spotted(by=by, classes=classes):
            line = "sol" in classes or "sol_d" in classes
            return Tiding("dispatch", int(line), "out" if line and by == "blockade" else "")
        case sea.Battered(sunk=sunk):
            return Tiding("dispatch", sum([sail for _, sail in sunk]), "sunk" if sunk else "")
        case sea.LeftPort() | sea.Closed() | sea.DrivenOut() | sea.Parted() | sea.Swamped() | sea.ConvoyStopped():
            return NEWS
        case sea.GaleBegan() | sea.StoodOff() | sea.DroveOff() | sea.DummyFound() | sea.Slipped() | sea.LeftBehind():
            return NEWS
        case small.ConvoyAttacked(points=points, sail=sail):
            return Tiding("dispatch", points + sail, "sunk" if sail else "")
        case small.ShipsAttacked(success=True, sail=sail):
            return Tiding("dispatch", sail, "sunk" if sail else "")
        case small.PortRaided() | small.CutOut() | small.RoadShelled() | small.PortStormed() | small.AuxSearched():
            return NEWS
        case small.ShipsAttacked() | small.ShadowFought() | small.Stationed() | StationEnded() | small.PiratesWoke():
            return NEWS
        case sea.Moved() | sea.EnteredPort() | sea.Barred() | sea.SearchFailed() | sea.Concealed() | sea.GaleMoved():
            return ORDER
        case (
            sea.GaleEnded()
            | sea.SuddenWeather()
            | sea.PartedCompany()
            | sea.BlownAway()
            | sea.Rallied()
            | sea.TriedTheWind()
        ):
            return ORDER
        case (
            small.TaskSent() | small.Screened() | small.TurnedBack() | small.LetGo() | small.Missed() | small.BaseLost()
        ):
            return ORDER
        case (
            small.RoleChanged()
            | small.AuxiliaryBack()
            | small.AuxBlockadeTested()
            | small.KnightsHired()
            | small.KnightsLeft()
        ):
            return ORDER
    return None


def _decided(event: Any) -> Tiding:
    """What was decided ashore, and what it came to."""
    match event:
        case orders.OrderEnded(outcome="taken back"):
            return ORDER
        case council.RelationChanged(relation=relation):
            return Tiding("dispatch", great="war" if relation == "war" else "")
        case council.PortLost(struck=struck):
            return Tiding("dispatch", great="struck" if struck else "")
        case council.CampaignWon():
            return Tiding("dispatch", great="won")
        case orders.OrderEnded():
            return Tiding("dispatch", DECIDES)  # the campaign is counted by them
        case orders.ConvoyMade() | orders.ConvoyLanded() | orders.OrdersDrawn():
            return NEWS
        case council.EventHappened() | council.CampaignBegun() | council.CampaignEnded() | council.PortTurned():
            return NEWS
        case council.ForcesCame() | council.PrestigePaid() | yards.AdmiralJudged(relieved=True) | yards.AdmiralNamed():
            return NEWS
        case yards.Worn(lines=lines):
            return Tiding("dispatch", sum([dps for _, _, dps in lines]))
        case yards.TradeCounted() | yards.EndRolled(ends=True):
            return NEWS
        case council.OrderTaken() | orders.OrderBegun() | council.ArmiesMarched() | council.Requested() | Reorganised():
            return ORDER
        case yards.Repaired() | yards.Refitted() | yards.OrdersCounted() | yards.AdmiralJudged() | yards.EndRolled():
            return ORDER
        case yards.LaidUp() | yards.FittedOut() | council.EventOver():
            return ORDER
    return ALL
