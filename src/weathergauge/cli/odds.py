"""`weathergauge odds`: every result of a procedure with its exact chance."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import msgspec

from weathergauge.cli.console import Wrong, bold, columns, dim, print_json, whole, words
from weathergauge.cli.inputs import Asked, asked, given, parser
from weathergauge.files.inputs import BadInput, NotTogether
from weathergauge.odds import STEPS, Odds, TooLarge
from weathergauge.sentences import nearest

ABOUT = """\
The exact chance of every result, worked out and not sampled. A result with several parts has a line for each
combination, likeliest first; --of asks about one part alone. With --each an input takes several values, one after
the other: a line for each combination of them, with its averages, or why there can be none."""

EXAMPLES = [
    "odds trafalgar                       what there are odds for",
    "odds trafalgar PROCEDURE             what it asks for, with an example",
    "odds trafalgar PROCEDURE name=value …",
    "odds trafalgar PROCEDURE name=value … --of hull --json",
    "odds trafalgar broadside hull=6 --each range=4,8,12 --each target_rate=1st_rate,3rd_rate",
]

STRANGERS = dict.fromkeys(
    ("--dice", "--seed"), "odds take no dice, they count every throw; with dice: weathergauge resolve"
)

LINES = 30
WIDTH = 24
MOST = 1000
"""Combinations of inputs that are shown beside each other."""

Pair = tuple[Any, Fraction]


def main(argv: list[str]) -> int:
    """Show the odds as a table with bars, or as JSON."""
    made = parser(
        "odds",
        ABOUT,
        EXAMPLES,
        "[--of PART] [--each NAME=A,B …] [--all] [--steps N] [--input FILE] [--json]",
        STRANGERS,
    )
    made.add_argument("--of", metavar="PART", help="one part of the result, such as hull, or losses.1.sail")
    made.add_argument("--each", metavar="NAME=A,B", action="append", help="an input with several values, each in turn")
    made.add_argument("--all", action="store_true", help=f"every line, not only the {LINES} likeliest")
    long = f"steps of the reckoning after which to give up; {STEPS} unless told, some ten seconds"
    made.add_argument("--steps", metavar="N", type=whole(1), help=long)
    question, args = asked(made, argv)
    if question is None:
        return 0
    try:
        if args.each:
            return _each(question, args)
        odds = question.procedure.odds(question.inputs, question.charts, steps=args.steps)
    except TooLarge as error:
        raise Wrong(
            f"{question.procedure.name}: {error}, or allow more with --steps {10 * (args.steps or STEPS)}"
        ) from None
    if args.of is not None:
        odds = odds.of(_reader(odds, args.of))
    if args.json:
        print_json(_json(odds, args.of))
    else:
        print("\n".join(_page(odds, args.of, args.all)))
    return 0


def _each(question: Asked, args: Namespace) -> int:
    """A line for each combination of the values that inputs are to take; with JSON all that is known of each."""
    values = {name: text.split(",") for name, text in given(args.each, None).items()}
    if known := [name for name in values if name in question.told]:
        raise BadInput(
            f"--each {known[0]}: it is given as {known[0]}={words(question.told[known[0]])} too; leave one out"
        )
    combinations = [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]
    if len(combinations) > MOST:
        raise Wrong(f"--each: these are {len(combinations)} combinations, and {MOST} are the most; give fewer values")
    answers = _found(question, combinations, args)
    found = list(zip(combinations, answers, strict=True))
    refused = [answer for answer in answers if isinstance(answer, NotTogether)]
    if len(refused) == len(found):
        raise refused[0]
    if args.json:
        print_json(
            [
                {"inputs": chosen}
                | ({"refused": str(answer)} if isinstance(answer, NotTogether) else _json(answer, args.of))
                for chosen, answer in found
            ]
        )
        return 0
    averages = [{} if isinstance(answer, NotTogether) else means(answer, args.of) for answer in answers]
    heads = [*dict.fromkeys(name for each in averages for name in each)]
    rows = [[*values, *[f"mean {head}" for head in heads], "chance", "likeliest"]]
    for (chosen, answer), each in zip(found, averages, strict=True):
        numbers = [f"{float(each[head]):.3f}" if head in each else "" for head in heads]
        if isinstance(answer, NotTogether):
            rows.append([*chosen.values(), *numbers, "", str(answer)])
            continue
        value, chance = next(iter(answer.items()))
        rows.append([*chosen.values(), *numbers, percent(chance), words(msgspec.to_builtins(value))])
    head, *lines = columns(rows, right={*range(len(values), len(values) + len(heads) + 1)})
    print("\n".join([bold(head), *lines]))
    return 0


def _found(question: Asked, combinations: list[dict[str, str]], args: Namespace) -> list[Odds[Any] | NotTogether]:
    """The odds of each combination, all in one sweep, or why its values do not go together."""
    aims: list[object] = []
    for chosen in combinations:
        try:
            aims.append(question.procedure.aimed(question.procedure.read(question.told | chosen)))
        except NotTogether as error:
            aims.append(error)
    possible = [aim for aim in aims if not isinstance(aim, NotTogether)]
    swept = iter(question.procedure.sweep(possible, question.charts, steps=args.steps))
    found = [aim if isinstance(aim, NotTogether) else next(swept) for aim in aims]
    if args.of is None:
        return found
    return [odds if isinstance(odds, NotTogether) else odds.of(_reader(odds, args.of)) for odds in found]


def _reader(odds: Odds[Any], path: str) -> Callable[[Any], Any]:
    """Reads one part of a result; refused with the nearest name where no result has it."""

    def read(value: Any) -> Any:
        for name in path.split("."):
            if isinstance(value, tuple) and name.isdigit():
                value = value[int(name) - 1] if 0 < int(name) <= len(value) else None
            else:
                value = getattr(value, name, None)
        return value

    if all(read(value) is None for value in odds):
        names = {name: None for value in odds for name, _ in _parts(msgspec.to_builtins(value))}
        if path not in names:
            known = [name for name in names if name]
            raise Wrong(f"--of {path}: " + (nearest(path, known) if known else "the result has no parts"))
    return read


def _parts(value: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    """The smallest parts of a plain value, by the names that --of takes."""
    inner = (
        value.items() if isinstance(value, dict) else enumerate(value, 1) if isinstance(value, (list, tuple)) else ()
    )
    if not inner:
        yield at, value
    for name, part in inner:
        yield from _parts(part, f"{at}.{name}" if at else str(name))


def _ordered(odds: Odds[Any]) -> list[Pair]:
    """Plain numbers in their order, everything else likeliest first."""
    pairs = list(odds.items())
    if all(isinstance(value, int) for value, _ in pairs):
        pairs.sort(key=lambda pair: pair[0])
    return pairs


def means(odds: Odds[Any], of: str | None) -> dict[str, Fraction]:
    """The average of each part that is a number in every result; `result` where the whole of it is one."""
    pairs = [(dict(_parts(msgspec.to_builtins(value))), chance) for value, chance in odds.items()]
    if not pairs or odds.unresolved == 1:
        return {}
    numbers = [name for name in pairs[0][0] if all(type(parts.get(name)) in (int, float) for parts, _ in pairs)]
    resolved = 1 - odds.unresolved
    return {
        name or of or "result": sum((Fraction(p[name]) * c for p, c in pairs), Fraction(0)) / resolved
        for name in numbers
    }


def _json(odds: Odds[Any], of: str | None) -> dict[str, Any]:
    return {
        "outcomes": [{"value": v, "chance": str(chance), "p": float(chance)} for v, chance in _ordered(odds)],
        "unresolved": str(odds.unresolved),
        "means": {name: str(mean) for name, mean in means(odds, of).items()},
    }


def _page(odds: Odds[Any], of: str | None, everything: bool) -> Iterator[str]:
    pairs = _ordered(odds)
    shown = pairs if everything else _likeliest(pairs)
    head, *lines = _table(shown, of or "result")
    yield bold(head)
    yield from lines
    if len(shown) < len(pairs):
        rest = percent(1 - odds.unresolved - sum(chance for _, chance in shown))
        yield dim(f"and {len(pairs) - len(shown)} more, together {rest}: add --all, or ask --of one part")
    if odds.unresolved:
        yield f"not worked out: {odds.unresolved} ({percent(odds.unresolved)})"
    if averages := means(odds, of):
        yield ""
        yield "mean " + ", ".join(f"{name} {float(mean):.3f} ({mean})" for name, mean in averages.items())


def _likeliest(pairs: list[Pair]) -> list[Pair]:
    """As many as fit on a page, in the order they were in."""
    best = sorted(range(len(pairs)), key=lambda n: -pairs[n][1])[:LINES]
    return [pairs[n] for n in sorted(best)]


def _table(shown: list[Pair], name: str) -> list[str]:
    """A line for each result: its parts in columns where all results have the same ones, its chance and a bar."""
    parts = [dict(_parts(msgspec.to_builtins(value))) for value, _ in shown]
    if any(part.keys() != parts[0].keys() for part in parts):
        parts = [{"": words(value)} for value, _ in shown]
    heads = [*parts[0]]
    largest = max(chance for _, chance in shown)
    rows = [[head or name for head in heads] + ["chance", "", ""]]
    for part, (_, chance) in zip(parts, shown, strict=True):
        rows.append([words(part[head]) for head in heads] + [str(chance), percent(chance), bar(chance / largest)])
    texts = {n for n, head in enumerate(heads) if any(isinstance(part[head], str) for part in parts)}
    return columns(rows, right={*range(len(heads) + 2)} - texts)


def percent(chance: Fraction) -> str:
    """`13.9 %`; what is possible is never shown as 0, nor what is uncertain as 100."""
    tenths = round(chance * 1000)
    if tenths == 0 and chance:
        return "< 0.1 %"
    if tenths == 1000 and chance != 1:
        return "> 99.9 %"
    return f"{tenths // 10}.{tenths % 10} %"


def bar(share: Fraction) -> str:
    """A bar as long as the chance, in eighths of a sign."""
    eighths = round(share * WIDTH * 8)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()
