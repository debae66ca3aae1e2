"""Taking up the record of a campaign's year, played again from its first line, against reading the same bytes as JSON."""

from __future__ import annotations

import json
from statistics import median

from benchmarks.bench_verify import recorded
from benchmarks.rounds import in_turn, line, ratio, same, versions
from weathergauge.match import Match
from weathergauge.match.record import Record
from weathergauge.ruleset import Rules
from weathergauge.rulesets import ruleset

TITLES = ("mistral", "cold_waves")
SCENARIO = "year"
WAIT = 2.0
"""Seconds that somebody who opens a match may be kept waiting at the most."""


def main() -> None:
    versions("weathergauge")
    for title in TITLES:
        rules: Rules = ruleset(title)
        data, _, steps = recorded(rules, SCENARIO, 0)
        same(f"{title}: steps that were loaded", Match.load(Record(data), ruleset).course.n, steps)

        def loaded(data: bytes = data) -> None:
            Match.load(Record(data), ruleset)

        def read(data: bytes = data) -> None:
            for row in data.splitlines():
                json.loads(row)

        times = in_turn({"record": loaded, "json": read})
        seconds = median(times["record"])
        words = f"{seconds:.2f} s, {'under' if seconds < WAIT else 'OVER'} {WAIT:g} s"
        told = f"{steps} steps, {len(data) / 2**20:.1f} MiB, as JSON {1e3 * median(times['json']):.0f} ms"
        line(
            f"{title} {SCENARIO}, time by that of JSON",
            1 / ratio(times, "record", "json"),
            None,
            None,
            f"{words}; {told}",
        )


if __name__ == "__main__":
    main()
