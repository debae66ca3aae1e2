"""`weathergauge luck`: luck and skill of a finished match, apart, in points of the outcome."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from weathergauge import codec
from weathergauge.bots import bot
from weathergauge.cli.console import Parser, Wrong, bold, dim, print_json, whole
from weathergauge.cli.following import following
from weathergauge.frame.words import capital, many
from weathergauge.match import Replay
from weathergauge.match.record import Record
from weathergauge.studies.luck import Amount, Moment, Report, report

ABOUT = """\
Tell luck from skill in a match that is over, in points of the outcome. What dice gave against what they promised: from what
fell and from everything that could have fallen, with its exact chance, captains play on, and the points they come to are
compared. What each decision gave away: an admiral is asked what he would have ordered, seeing no more than the seat saw, and
both orders are played on with the same dice. More games make it surer; Ctrl-C shows what was worked out."""

EXAMPLES = ["luck match.jsonl", "luck match.jsonl --games 32", "luck match.jsonl --dice-only --json"]

SHOWN = 5
"""Moments of each kind that are told."""


def main(argv: list[str]) -> int:
    """Work out a record's luck and skill, and show them; 130 where it was stopped."""
    made = Parser("luck", "FILE [--games N] [--bot BOT] [--dice-only] [--json]", ABOUT, EXAMPLES)
    made.add_argument("file", metavar="FILE", help="a record, or the name of a saved match")
    made.add_argument("--games", type=whole(2, 10_000), default=8, metavar="N", help="games that are played on from each state; 8 unless told")  # fmt: skip
    made.add_argument("--bot", default="captain", metavar="BOT", help="who plays on; the captain unless told, a midshipman is quicker")  # fmt: skip
    made.add_argument("--dice-only", action="store_true", help="leave out what decisions gave away")
    made.add_argument("--json", action="store_true", help="one JSON value and nothing else")
    args = made.told(argv)
    from weathergauge.cli.replay import opened
    from weathergauge.cli.table.shelf import find

    replay = opened(find(args.file))
    if isinstance(replay, Record):
        raise Wrong(f"{args.file}: it was played with other rules or charts, by which it cannot be played on; nothing can be said of its luck")  # fmt: skip
    if replay.broken is not None:
        raise Wrong(f"{args.file}: {replay.broken}")
    if replay.result is None:
        raise Wrong(f"{args.file}: the match is not over; its luck is told when it is")
    bot(args.bot, 0, replay.record.header.title)
    with following("luck", quiet=args.json) as progress:
        luck_report = report(replay, args.games, head=args.bot, decisions=not args.dice_only, progress=progress)
    if args.json:
        print_json(summary(luck_report, args.games))
    else:
        print("\n".join(_page(luck_report, replay, args.games)))
    return 130 if luck_report.stopped else 0


def summary(report: Report, games: int) -> dict[str, Any]:
    """What was worked out, for programs."""
    return {
        "seats": list(report.seats),
        "games": games,
        "stopped": report.stopped,
        "luck": codec.plain(report.luck),
        "given_away": {seat: codec.plain(report.given_away(seat)) for seat in report.seats},
        "decisions": report.decisions,
        "moments": [codec.plain(moment) for moment in report.moments],
    }


def _amount(amount: Amount, way: float = 1.0) -> str:
    return f"{way * amount.points:+.2f} ± {1.96 * amount.error:.2f}"


def _page(report: Report, replay: Replay, games: int) -> Iterator[str]:
    rules, first = replay.rules, report.seats[0]
    side = capital(rules.side_words(first))
    lucky = [moment for moment in report.moments if moment.luck is not None]
    yield bold(f"In points by which {rules.side_words(first)} lead, by {many(games, 'game')} from each state")
    yield f"Dice gave {_amount(report.luck)} more than they promised, at {many(len(lucky), 'step')}."
    thrown = sum(not moment.exact for moment in lucky)
    if thrown:
        yield dim(f"At {thrown} of them too much could come for all of it to be weighed: there dice were thrown again.")
    for seat in report.seats:
        other = [moment for moment in report.moments if moment.seat == seat and moment.given_away is not None]
        if report.decisions[seat] and other:
            yield (
                f"{capital(rules.side_words(seat))} gave away {_amount(report.given_away(seat))} by {len(other)} of "
                f"{report.decisions[seat]} decisions; the others were an admiral's."
            )
    for words, told in (
        (f"The greatest luck, in points for {side[:1].lower()}{side[1:]}:", sorted(lucky, key=_luck, reverse=True)[:SHOWN]),
        ("Given away most:", [moment for moment in sorted(report.moments, key=_given, reverse=True)[:SHOWN] if _given(moment) > 0]),
    ):  # fmt: skip
        if told:
            yield bold(words)
        for moment in told:
            yield from _moment(moment, replay, words.startswith("The"))
    if report.stopped:
        yield dim("Stopped early: later steps are not in it.")


def _luck(moment: Moment) -> float:
    return abs(moment.luck.points) if moment.luck is not None else 0.0


def _given(moment: Moment) -> float:
    return moment.given_away.points if moment.given_away is not None else 0.0


def _moment(moment: Moment, replay: Replay, luck: bool) -> Iterator[str]:
    before = replay.at(moment.position - 1)[0]
    view, rules = replay.rules.view(before, moment.seat if moment.seat in replay.rules.seats else None), replay.rules
    number = replay.lines[moment.position].n
    if luck and moment.luck is not None:
        said = [
            rules.tell(before, told.event) for told in replay.at(moment.position)[1] if not _of_the_match(told.event)
        ]
        yield f"  {number:>4}  {_amount(moment.luck)}  {' '.join(said[:3])}"
    elif moment.given_away is not None:
        yield (
            f"  {number:>4}  {_amount(moment.given_away)}  {rules.say(view, moment.order)}; "
            f"the admiral: {rules.say(view, moment.best)}"
        )


def _of_the_match(event: object) -> bool:
    from weathergauge.match.talk import MatchEvent

    return isinstance(event, MatchEvent)
