"""The boards hold no rules: what guns, moves and orders come to is measured by the server, and no printed number stands in TypeScript."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

BOARDS = Path(__file__).resolve().parent.parent / "client" / "src" / "rulesets"
WORDS = re.compile(
    r"(?i)(?<![a-z])(bands?|reach|arcs?|rak(?:e|es|ing)|impulses?|increments?|allowance|carry|carries|knots|radius|entries"
    r"|characters|inches|bears?|range|worth|damage|rating|dps|prestige|positions|loads)(?![a-z])"
)
"""What a rule would be about."""
NUMBER = re.compile(r"(?<![\w.#$-])(\d+(?:\.\d+)?)(?![\w.])")
PLAIN = {"0", "1", "2", "100"}
"""Nothing, one, two, halves, and the hundredths of an inch."""
DRAWN: dict[str, dict[str, str]] = {
    "ironclads/Arcs.svelte": {"180": "figures stand ahead and astern"},
    "ironclads/Helm.svelte": {"0.6": "the ring", "58": "the ring", "26": "words beside it", "34": "words beside it"},
    "ironclads/SteamOrders.svelte": {"5": "steps of a slider", "0.05": "steps of a field"},
    "sealords/glance.ts": {"0.995": "a chance too small to be said", "0.0005": "a chance too small to be said"},
    "trafalgar/Arcs.svelte": {"1.6": "a wedge that is cut to its reach"},
    "trafalgar/Helm.svelte": {"0.78": "the ring", "58": "the ring", "24": "words beside it", "34": "words beside it"},
    "trafalgar/Rake.svelte": {
        "26": "hatching",
        "45": "hatching",
        "0.6": "where words stand",
        "1.5": "a wedge that is cut",
    },
    "trafalgar/SailOrders.svelte": {
        "5": "steps of a slider",
        "0.05": "steps of a field",
        "3": "least, steady and most",
    },
    "wsim/glance.ts": {"3": "half way round the six directions of a hex"},
}
"""Numbers beside such words that are of the picture and not of the rules, each with what it is for."""
SHAPES = (
    "looks.ts", "naming.ts", "rig.ts", "Hull.svelte", "Waters.svelte", "Miniature.svelte", "Gales.svelte",
    "lettering.ts",
)  # fmt: skip
"""How hulls, coasts and clouds are shaped and where names stand: nothing is measured by what is in them."""


def beside_rules(text: str) -> Iterator[str]:
    """Find the numbers of a source that stand in a line, or under one, which speaks of what a rule would be about."""
    lines = re.sub(r"(?s)<style>.*", "", text).splitlines()
    for before, line in zip(["", *lines], lines, strict=False):
        said = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", f"{before} {line}")
        code = re.sub(r"""//.*|/\*.*?\*/|\bimport\b.*|\b(class|d|viewBox)="[^"]*\"""", "", line)
        if WORDS.search(said):
            yield from (number for number in NUMBER.findall(code) if number not in PLAIN)


def code(path: Path) -> str:
    """A source without what is said about it."""
    return re.sub(r"(?s)/\*.*?\*/|//[^\n]*|<!--.*?-->", "", path.read_text(encoding="utf-8"))


def sources() -> list[Path]:
    found = [path for path in BOARDS.rglob("*") if path.suffix in (".ts", ".svelte") and path.name not in SHAPES]
    return [path for path in found if ".test." not in path.name and path.name != "testing.ts"]


def test_no_printed_number_stands_in_a_board():
    """Each number near a word of the rules is known to be one of the picture; the list names none that is gone."""
    found: dict[str, set[str]] = {}
    for path in sources():
        for number in beside_rules(path.read_text(encoding="utf-8")):
            found.setdefault(path.relative_to(BOARDS).as_posix(), set()).add(number)
    assert found == {name: set(numbers) for name, numbers in DRAWN.items()}


@pytest.mark.parametrize(
    "line",
    [
        "export const BANDS = [500, 1000, 1500] as const;",
        "export const torpedoReach = (era: number): number => (era >= 4 ? 1000 : 600);",
        "/** How many impulses an order asks for. */\nconst ASKED = { cruise: 8 };",
    ],
)
def test_a_printed_number_is_found(line: str):
    """As boards had them once."""
    assert list(beside_rules(line))


def test_fields_of_fire_and_ghosts_come_from_the_server():
    """What draws them reads what came with the view, the hints or the draft, and no board measures boxes against each other."""
    for name in (
        "trafalgar/Arcs.svelte",
        "trafalgar/Rake.svelte",
        "ironclads/Arcs.svelte",
        "wsim/Field.svelte",
        "sealords/Ways.svelte",
    ):
        assert "sea" in (BOARDS / name).read_text(encoding="utf-8"), name
    assert "hints" in (BOARDS / "sealords" / "courses.ts").read_text(encoding="utf-8")
    for name in ("trafalgar/steering.svelte.ts", "ironclads/Board.svelte", "wsim/Board.svelte"):
        assert "foresight" in (BOARDS / name).read_text(encoding="utf-8"), name
    measuring = re.compile(r"\b(overlaps|swept|inArc|aimedBy|raked|sectorOf|bandWords|allowance|nextStep|stepsOf)\(")
    assert [path.name for path in sources() if measuring.search(path.read_text(encoding="utf-8"))] == []


def test_no_board_decides_by_the_number_of_a_turn():
    """What may be done before the first turn alone is told as a figure of the view; a board only says that it is that time."""
    deciding = re.compile(r"table\.turn\s*(?:[<>]=?|[!=]==)\s*\d")
    found = {
        (path.relative_to(BOARDS).as_posix(), line.strip())
        for path in sources()
        for line in code(path).splitlines()
        if deciding.search(line)
    }
    assert {name for name, _ in found} == {"ironclads/fleet.ts", "wsim/describe.ts", "wsim/glance.ts"}
    opening = ("opening loads", "can open with a load other")
    assert all("found.push" in line or any(words in line for words in opening) for _, line in found), found


def test_the_board_of_the_series_names_no_power():
    """Who plays, what they are called and in which colours comes from the title: another title has other powers."""
    powers = re.compile(r"(?i)british|bourbon|french|france|spanish|spain|dutch")
    files = [path for path in (BOARDS / "sealords").rglob("*") if path.suffix in (".ts", ".svelte", ".css")]
    files = [path for path in files if ".test." not in path.name and path.name != "testing.ts"]
    assert len(files) > 20
    assert [path.name for path in files if powers.search(code(path))] == []


def test_no_board_has_a_table_of_sides():
    """Names and colours of sides are the server's."""
    tables = re.compile(r"the (British|Americans|Allies|Confederates|Union|Bourbons)['\"]")
    assert [path.name for path in sources() if tables.search(code(path))] == []
