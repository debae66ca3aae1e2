"""`weathergauge draw`: a drawing of how a match stands, as SVG or PNG."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from weathergauge import rulesets
from weathergauge.cli.console import Parser, Wrong, write_whole
from weathergauge.cli.position import AT, standing
from weathergauge.frame.words import capital
from weathergauge.sentences import nearest

SIGNS = re.compile(r"[►▻]\s?")
"""What stands for a side in a terminal's picture, and for nothing on paper."""

WIDTH = re.compile(r' width="([\d.]+)"')

ABOUT = """\
Draw how a match stands at a step, as an SVG that any browser shows and any drawing program opens. It shows what everybody at the table may know,
or what one seat does. Nothing is fetched for it, and the same position is always the same drawing. A file whose name ends in .png becomes a
picture of pixels, for where an SVG is not taken; that needs weathergauge[png]."""

EXAMPLES = [
    "draw match.jsonl  > match.svg",
    "draw trafalgar-duel-2026-01-31 --at turn4 -o turn4.svg",
    "draw position.txt --night -o night.svg",
    "draw match.jsonl --step 120 -o match.png",
    "draw campaign.jsonl --seat british -o british.svg",
]


def main(argv: Sequence[str] | None = None) -> int:
    """Draw a position."""
    made = Parser(
        "draw", "FILE [--at STEP | --at turnN] [--seat SEAT] [--night] [--whole] [--png] [-o FILE]", ABOUT, EXAMPLES
    )
    made.add_argument("file", metavar="FILE", help="a record, the name of a saved match, a position, or - to paste one")
    made.add_argument("--at", "--step", metavar="STEP", help=AT)
    made.add_argument("--seat", metavar="SEAT", help="as this seat sees it; otherwise as anybody does")
    made.add_argument("--night", action="store_true", help="light on dark")
    made.add_argument("--whole", action="store_true", help="the whole table, empty water and all")
    made.add_argument("-o", "--output", metavar="FILE", type=Path, help="the file to write; otherwise standard output")
    made.add_argument("--png", action="store_true", help="as PNG, also where the file's name does not end so")
    args = made.told(argv)
    as_png = args.png or (args.output is not None and args.output.suffix.lower() == ".png")
    if as_png and args.output is None and sys.stdout.isatty():
        raise Wrong("--png: a picture is nothing for a terminal; name a file with -o, as in -o match.png")
    rules, position = standing(args.file, args.at)
    if args.seat is not None and args.seat not in rules.seats:
        raise Wrong(f"--seat {args.seat}: {position.title} has no such seat; {nearest(args.seat, rules.seats)}")
    from weathergauge.cli.table.desk import desk_for
    from weathergauge.drawing import Caption, drawn

    view, desk, title = rules.view(position.state, args.seat), desk_for(rules), rulesets.title(position.title).title
    card = rules.card_of(position.scenario, position.file)
    score = SIGNS.sub("", desk.score(view))
    caption = Caption(
        f"{title}: {card.title if card else position.scenario}", capital(desk.stage(view)), capital(score)
    )
    svg = drawn(rules, view, caption, night=args.night, whole=args.whole)
    if as_png:
        from weathergauge.drawing.raster import png

        picture = png(svg, float(WIDTH.search(svg)[1]))  # type: ignore[index]  # every drawing says how wide it is
        if args.output is None:
            sys.stdout.buffer.write(picture)
        else:
            write_whole(args.output, picture)
    elif args.output is None:
        sys.stdout.write(svg)
    else:
        write_whole(args.output, svg)
    return 0
