"""`weathergauge charts`: every chart with its source and cells, as a page to read or as JSON."""

import argparse
import sys
from collections.abc import Sequence

import msgspec

from weathergauge.cli.console import Parser
from weathergauge.files.chartpage import ChartError
from weathergauge.files.charttext import chart_text
from weathergauge.frame.charts import as_json, load_charts
from weathergauge.rulesets import TITLES, Misspelt, Unplayable, misspelt, title, titles

ABOUT = "Every chart of a title, or one of them, with its source and its cells."

EXAMPLES = ["charts trafalgar", "charts trafalgar effect_of_firing", "charts wsim --json"]


def run(args: argparse.Namespace) -> int:
    """Print the charts; a name nobody knows is answered with the nearest one."""
    try:
        charts = load_charts(*title(args.title).folders)
        if args.chart is not None:
            if args.chart not in charts:
                raise misspelt(f"chart of {args.title}", args.chart, charts)
            charts = {args.chart: charts[args.chart]}
    except (Misspelt, Unplayable, ChartError) as error:
        print(error, file=sys.stderr)
        return 1 if isinstance(error, ChartError) else 2
    if args.json:
        sys.stdout.buffer.write(msgspec.json.encode(as_json(args.title, charts)) + b"\n")
    else:
        print("\n\n".join(chart_text(chart) for chart in charts.values()))
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Show the charts of a title, or one of them."""
    words = sys.argv[2:] if argv is None else argv
    asks = not words or {"-h", "--help"} & {*words}  # whoever names a title need not wait for what else is installed
    known = titles() if asks else TITLES
    made = Parser("charts", "TITLE [CHART] [--json]", ABOUT, EXAMPLES)
    made.add_argument("title", metavar="TITLE", help=f"one of {', '.join(title.name for title in known)}")
    made.add_argument("chart", nargs="?", metavar="CHART", help="one chart, such as maximum_movement; otherwise all")
    made.add_argument("--json", action="store_true", help="one JSON value and nothing else")
    return run(made.told(argv))
