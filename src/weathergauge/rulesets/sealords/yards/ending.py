"""The end of a turn and of the game: the die for the end (P35), marks of a turn, ranks that can be bought (P36)."""

from __future__ import annotations

from weathergauge.dice import D10, Dice, Modifier
from weathergauge.rulesets.sealords.charts import Charts
from weathergauge.rulesets.sealords.common import with_phase
from weathergauge.rulesets.sealords.forces import Formation, Leader, Squadron
from weathergauge.rulesets.sealords.phases import Going
from weathergauge.rulesets.sealords.sequence import quarterly, through
from weathergauge.rulesets.sealords.state import Over, State, Table, replace
from weathergauge.rulesets.sealords.world import World
from weathergauge.rulesets.sealords.yards.actions import EndRolled, RanksOffered
from weathergauge.rulesets.sealords.yards.relief import named

WHY = "does the game end?"


# The die


def ends(yellow: int, campaigns: int, year: int, charts: Charts, dice: Dice) -> bool:
    """Whether the game ends: a die with its modifiers of at most the chart's number (SL75)."""
    add = dice.reckon(WHY, list(_modifiers(yellow, campaigns, year, charts)))
    most = int(charts.ending_the_game.at("game_ends_on_die_roll_of"))
    return dice.roll(1, D10, read=lambda faces: faces[0] + add <= most, why=WHY, good="neither")


def _modifiers(yellow: int, campaigns: int, year: int, charts: Charts) -> list[Modifier]:
    chart = charts.ending_the_game_drm
    modifiers = []
    for row, times, reason in (
        ("per_yellow_event_box_currently_marked", yellow, "events that are marked"),
        ("per_military_campaign_permanently_ended", campaigns, "campaigns that are over"),
        (f"year_{year}", 1, f"the year {year}"),
    ):
        if times and (row,) in chart.cells:
            modifiers.append(chart.modifier(reason, row, times=times))
    return modifiers


def marked(table: Table, world: World) -> int:
    """Yellow boxes of the event chart that are marked now."""
    yellow = {node.id for node in world.events if node.yellow}
    return len([mark for mark in table.events if mark.marked and mark.id in yellow])


def over(table: Table) -> int:
    """Campaigns of armies that will not begin again."""
    return len([front for front in table.campaigns if front.over])


def end_die(state: State, world: World, dice: Dice) -> State:
    """After the operations of a quarterly turn, from the year that the chart names: this turn may be the last."""
    table = state.table
    first = int(world.charts.ending_the_game.at("campaign_first_year_of_roll"))
    if not table.rolled_end or table.date.year < first or not quarterly(table.date, world):
        return with_phase(state, Going())
    done = dice.do(ends, marked(table, world), over(table), table.date.year, world.charts)
    dice.tell(EndRolled(done))
    if done:
        state = replace(state, table=replace(table, last=replace(table.date, impulse=0, mpi=0)))
    return with_phase(state, Going())


# The end of a turn


def turn_end(state: State, world: World, dice: Dice) -> State:
    """Marks of the turn are taken off, wounds heal, posts are filled; after the last turn the game is over."""
    for side in world.sides:
        for formation in state.secret(side).formations:
            after = rested(formation, through(formation.since, state.table, world))
            if after != formation:
                state = state.with_formation(after)
        own = state.secret(side)
        healing = tuple([healed(leader) for leader in own.leaders])
        ahead = () if quarterly(state.table.date, world) else own.ahead
        state = state.with_secret(side, replace(own, leaders=healing, favours=(), ahead=ahead))
        state = named(state, side, world, dice)
    state = replace(state, table=_cleared(state.table, world))
    table = state.table
    if (table.date.year, table.date.turn) < (table.last.year, table.last.turn):
        return with_phase(state, Going())
    return _finished(state, world, dice)


def rested(formation: Formation, through: bool = True) -> Formation:
    """A formation as the next turn finds it; `through` where it has not stirred in this one."""
    squadrons = tuple([_unmarked(squadron, formation, through) for squadron in formation.squadrons])
    leader = healed(formation.leader) if formation.leader is not None else None
    return replace(formation, squadrons=squadrons, leader=leader)


def _unmarked(squadron: Squadron, formation: Formation, through: bool) -> Squadron:
    return replace(
        squadron,
        strait=False,
        interdicted=False,
        hauled=squadron.hauled + 1 if formation.state == "in_ordinary" and through else 0,
        fitted=formation.state == "fitting_out",
    )


def healed(leader: Leader) -> Leader:
    return replace(leader, wounded=leader.wounded - 1) if leader.wounded else leader


def _cleared(table: Table, world: World) -> Table:
    """The table without what lasts for a turn, a quarter or a year only."""
    for side in world.sides:
        table = table.with_tally(side, replace(table.tally(side), uses=()))
    table = replace(table, favours=())
    if quarterly(table.date, world):
        table = replace(table, ports=tuple([replace(port, raided=0) for port in table.ports]))
    if table.date.turn == world.charts.turn_structure.at("turns_per_year"):
        for side in world.sides:
            tally = table.tally(side)
            table = table.with_tally(side, replace(tally, previous_year=tally.year_began, year_began=tally.prestige))
    return replace(table, gales=(), winds=())


# The end of the game


def affordable(points: int, charts: Charts) -> tuple[str, ...]:
    """Ranks that so many points can buy, in the order of the chart (SL82)."""
    return tuple([str(key[0]) for key, rank in charts.player_ranks.cells.items() if rank.cost <= points])


def _finished(state: State, world: World, dice: Dice) -> State:
    low, high = sorted([tally.prestige for tally in state.table.tallies])
    loser = state.table.behind
    if loser is None:
        return with_phase(state, Over(None, f"both sides have {low} prestige"))
    winner = world.enemy(loser)
    held = state.table.settings.ranks(winner)
    ranks = tuple([rank for rank in affordable(high - low, world.charts) if rank not in held])
    dice.tell(RanksOffered(winner, high - low, ranks))
    return with_phase(state, Over(winner, f"{world.side_words[winner]} have {high} prestige to {low}"))
