"""The report of a study: one page that needs nothing beside it, to read, to print and to send."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape

from weathergauge import __version__, rulesets
from weathergauge.studies import exact, figures, pictures
from weathergauge.studies.figures import Asked, Figure
from weathergauge.studies.page import BASE
from weathergauge.studies.rows import Row
from weathergauge.studies.run import Outcome

SHOWN = 40
"""Lines of a long table; all of them are in the files beside the page."""
STYLE = (
    """
:root{color-scheme:light dark;--paper:#f6f0e2;--ink:#2e2619;--soft:#6d604a;--line:#cdbf9f;
--t0:#1d5a73;--t1:#a33b24;--t2:#6a6d1f;--t3:#7a4a86;--t4:#9a6a12}
@media (prefers-color-scheme:dark){:root{--paper:#161d24;--ink:#e8e0cc;--soft:#a79d86;--line:#3a4652;
--t0:#7cc3dd;--t1:#ef9478;--t2:#c9cc74;--t3:#d3a3df;--t4:#e3b866}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:1.05rem/1.55 Georgia,"Times New Roman",serif}
main{max-width:52rem;margin:0 auto;padding:2rem 1.1rem 4rem}h1{font-size:2rem;line-height:1.15;margin:.2em 0}
h2{font-size:1.3rem;border-bottom:3px double var(--line);margin:2.2em 0 .6em}h3{font-size:1.05rem;margin:1.3em 0 .3em}p{margin:.5em 0}.soft{color:var(--soft)}
.wide{overflow-x:auto}table{border-collapse:collapse;font:.92rem/1.4 system-ui,sans-serif;font-variant-numeric:tabular-nums;width:100%}
th,td{text-align:right;padding:.3em .6em;border-bottom:1px dotted var(--line);white-space:nowrap}
th:first-child,td:first-child{text-align:left;white-space:normal;min-width:13rem}thead th{color:var(--soft);font-weight:600}
tr.sure td,tr.sure th{font-weight:700}svg{width:100%;height:auto;font:13px system-ui,sans-serif}svg text{fill:var(--ink)}
svg .name{text-anchor:end}svg .tick{text-anchor:middle;fill:var(--soft)}svg .axis{text-anchor:end;fill:var(--soft)}
svg .span{stroke-width:3}svg .nought,svg .ground{stroke:var(--line);stroke-width:2}
"""
    + "".join(
        f".tone{n} .span{{stroke:var(--t{n})}}.tone{n} :is(circle,rect){{fill:var(--t{n})}}"
        for n in range(pictures.TONES)
    )
    + "@media print{body{background:#fff;color:#000}h2{break-after:avoid}svg,table{break-inside:avoid}}"
)


def page(outcome: Outcome) -> str:
    """The whole report as HTML."""
    study = outcome.study
    body = "".join(_exact(outcome) if study.procedure else _games(outcome))
    about = f"<p>{escape(study.question)}</p>" if study.question else ""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(study.name)}</title><style>{STYLE}</style></head><body><main><h1>{escape(study.name)}</h1>"
        f'<p class="soft">{escape(_subject(outcome))}</p>{about}{body}'
        f'<p class="soft">Made with Weather Gauge {__version__}.</p></main></body></html>\n'
    )


def _subject(outcome: Outcome) -> str:
    study = outcome.study
    title = rulesets.title(study.title).title
    if study.procedure:
        return f"{title}: the exact odds of {study.procedure.replace('_', ' ')}"
    games = figures.by_variant(outcome.rows)[BASE]
    bots = ", ".join(f"{seat}: {bot}" for seat, bot in study.bots.items())
    early = ", stopped early" if outcome.stopped else ""
    return f"{title}, {study.scenario}: {len(games)} games of each variant with the same dice ({bots}; seed {study.seed}){early}"


def _games(outcome: Outcome) -> Iterator[str]:
    study = outcome.study
    by_variant = figures.by_variant(outcome.rows)
    named = {variant.name: variant for variant in study.all}
    games = {name: by_variant.get(name, []) for name in named}
    yield _variants(outcome)
    if not games[BASE]:
        yield "<p>No game was over before it was stopped.</p>"
        return
    for question in outcome.questions:
        if question.name.startswith(("won_", "score_", "lead_")):
            yield _picture(question, games)
    yield from _differences(outcome.questions, games)
    yield "<h2>How much, and how sure</h2>"
    yield _numbers(outcome.questions, games)
    first = next(iter(study.bots))
    yield "<h2>How it ended</h2>"
    rules = rulesets.ruleset(study.title)
    lead = {_spaced(name): [row.lead(first) for row in rows] for name, rows in games.items() if rows}
    across = f"lead of {rules.side_words(first)}, in points"
    yield pictures.columns(figures.spread(lead), "Distribution of the lead", across=across)
    turns = {_spaced(name): [float(row.turns) for row in rows if row.turns is not None] for name, rows in games.items()}
    if any(turns.values()):
        yield pictures.columns(figures.spread(turns), "Distribution of the length", across="turns")
    yield from _measures(outcome.questions, games)
    yield from _weights(outcome)
    yield from _cells(outcome)


def _variants(outcome: Outcome) -> str:
    """What is different in each variant, in words."""
    lines = []
    for variant in outcome.study.all:
        told = [variant.words] if variant.words else []
        told += [
            f"{_spaced(chart)}, {_spaced(cell)}: {value}"
            for chart, cells in variant.charts.items()
            for cell, value in cells.items()
        ]
        told += [f"{seat}: {bot}" for seat, bot in variant.bots.items()]
        told += [
            f"{_spaced(key)}: {exact.spoken(value)}" for key, value in {**variant.settings, **variant.inputs}.items()
        ]
        told += [f"scenario {variant.scenario}"] if variant.scenario else []
        lines.append(
            f"<tr><td>{escape(_spaced(variant.name))}</td><td style='text-align:left;white-space:normal'>{escape('; '.join(told))}</td></tr>"
        )
    return f'<div class="wide"><table><tbody>{"".join(lines)}</tbody></table></div>'


def _picture(question: Asked, games: dict[str, list[Row]], level: int = 2) -> str:
    bars = [
        pictures.Bar(_spaced(name), figure, written(figure.value, question), tone)
        for tone, (name, rows) in enumerate(games.items())
        if (figure := figures.of(rows, question)) is not None
    ]
    words = question.words[:1].upper() + question.words[1:]
    return f"<h{level}>{escape(words)}</h{level}>{pictures.intervals(bars, words, low=0.0 if question.share else None)}"


OUTCOME = ("won_", "score_", "lead_", "drawn", "turns")
"""How questions begin that are not a title's own measures."""


def _differences(questions: Sequence[Asked], games: dict[str, list[Row]]) -> Iterator[str]:
    """What each variant changes, by games with the same dice: shares, then points and turns."""
    for share, words in ((True, "How much more often"), (False, "By how much more")):
        bars = [
            pictures.Bar(f"{_spaced(name)}: {question.words}", more, signed(more, question), tone)
            for tone, (name, rows) in enumerate(games.items())
            if name != BASE
            for question in questions
            if question.name.startswith(OUTCOME)
            and question.share == share
            and (more := figures.paired(games[BASE], rows, question)) is not None
        ]
        if bars:
            yield f"<h2>{words}, with the same dice</h2>" + pictures.intervals(bars, words, nought=True)


def _measures(questions: Sequence[Asked], games: dict[str, list[Row]]) -> Iterator[str]:
    """The title's own measures, each with its interval in every variant."""
    own = [question for question in questions if not question.name.startswith(OUTCOME)]
    shown = [_picture(question, games, level=3) for question in own if any(map(question.read, games[BASE]))]
    if shown:
        yield "<h2>How it was played</h2>" + "".join(shown)


def _numbers(questions: Sequence[Asked], games: dict[str, list[Row]]) -> str:
    """Every number of every variant, and its difference from the base by games with the same dice."""
    heads = "".join(
        f"<th>{escape(_spaced(name))}</th>" + ("" if name == BASE else "<th>difference</th>") for name in games
    )
    lines = []
    for question in questions:
        cells, sure = [], False
        for name, rows in games.items():
            figure = figures.of(rows, question)
            cells.append(
                "<td>–</td>"
                if figure is None
                else f"<td>{written(figure.value, question)}{_give(figure, question)}</td>"
            )
            if name != BASE:
                more = figures.paired(games[BASE], rows, question)
                sure = sure or (more is not None and more.certain)
                cells.append("<td>–</td>" if more is None else f"<td>{signed(more, question)}</td>")
        lines.append(f"<tr{' class=sure' if sure else ''}><td>{escape(question.words)}</td>{''.join(cells)}</tr>")
    return (
        f'<div class="wide"><table><thead><tr><th></th>{heads}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'
        "<p class=soft>± is 95 % of what chance alone does. Differences are between games with the same dice; a line stands "
        "out where one of them leaves nought out.</p>"
    )


def _weights(outcome: Outcome) -> Iterator[str]:
    if not outcome.weights:
        return
    side = rulesets.ruleset(outcome.study.title).side_words(next(iter(outcome.study.bots)))
    yield "<h2>What the outcome depends on</h2>"
    yield f"<p>How much the lead of {escape(side)} changes where one number is a step larger or smaller.</p>"
    bars = []
    for weight in outcome.weights[:SHOWN]:
        for tone, (way, figure) in enumerate((("+1", weight.up), ("−1", weight.down))):
            if figure is not None:
                bars.append(
                    pictures.Bar(
                        f"{_spaced(weight.cell)} {way}", figure, f"{figure.value:+.2f}".replace("-", "−"), tone
                    )
                )
    yield pictures.intervals(bars, "What one step of a cell does", nought=True)


def _cells(outcome: Outcome) -> Iterator[str]:
    cells = outcome.cells
    games = len(figures.by_variant(outcome.rows)[BASE])
    if not cells:
        return
    yield f"<h2>Cells that were read</h2><p>The {min(SHOWN, len(cells))} of {len(cells)} that were read most.</p>"
    yield pictures.amounts(
        [(_spaced(cell), times / games) for cell, times in list(cells.items())[:SHOWN]], "Cells that were read, a game"
    )


def _exact(outcome: Outcome) -> Iterator[str]:
    """The odds of a procedure side by side, with the difference as a fraction."""
    yield _variants(outcome)
    laws = {name: exact.law(odds, outcome.study.of) for name, odds in outcome.odds.items()}
    results = list(dict.fromkeys(result for law in laws.values() for result in law))
    if all(isinstance(result, (int, float)) for result in results):
        results.sort()
        curves = {
            _spaced(name): {float(result): float(chance) for result, chance in law.items()}
            for name, law in laws.items()
        }
        yield pictures.distributions(curves, "Exact odds", across=outcome.study.of or "result")
        yield _means(laws)
    yield "<h2>Exactly</h2>"
    heads = "".join(
        f"<th>{escape(_spaced(name))}</th>" + ("" if name == BASE else "<th>difference</th>") for name in laws
    )
    lines = []
    for result in results[:SHOWN]:
        cells = []
        for name, law in laws.items():
            chance = law.get(result, Fraction(0))
            cells.append(f"<td>{chance} ({float(chance) * 100:.1f} %)</td>")
            if name != BASE:
                cells.append(f"<td>{fraction(chance - laws[BASE].get(result, Fraction(0)))}</td>")
        lines.append(f"<tr><td>{escape(str(result))}</td>{''.join(cells)}</tr>")
    yield f'<div class="wide"><table><thead><tr><th></th>{heads}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'


def _means(laws: Mapping[str, exact.Law]) -> str:
    means = {name: mean for name, law in laws.items() if (mean := exact.mean(law)) is not None}
    words = [f"{name} {float(mean):.3f} ({mean})" for name, mean in means.items()]
    return f"<p>Mean: {escape('; '.join(words))}.</p>"


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def written(value: float, question: Asked) -> str:
    """A number as its kind is written: `8.4 %`, `2.5`."""
    return f"{value * 100:.1f} %" if question.share else pictures.number(value)


def signed(figure: Figure, question: Asked) -> str:
    """A difference with what chance alone does: `+2.5 ± 1.1`; of shares in points, a hundredth of all games each."""
    times, places, unit = (100, 1, " points") if question.share else (1, 2, "")
    half = figure.high - figure.value
    more = "" if half == float("inf") else f" ± {half * times:.{places}f}"
    return f"{figure.value * times:+.{places}f}{more}{unit}".replace("-", "−")


def _give(figure: Figure, question: Asked) -> str:
    half = (figure.high - figure.low) / 2
    return "" if half == float("inf") else f" <span class=soft>± {written(half, question)}</span>"


def fraction(value: Fraction) -> str:
    """A difference of chances: `+1/6`."""
    return "0" if not value else f"{'+' if value > 0 else '−'}{abs(value)}"
