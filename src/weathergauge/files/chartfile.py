"""One chart file, read from text that looks like the printed page; `docs/charts.md` describes it.

Whatever a rule could trip over later is refused here: gaps, overlaps, rows that are short or long, cells of the wrong
kind, a chart without its source. The message names file, line, chart and row.
"""

import tomllib
from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, NoReturn

from weathergauge.files.chartpage import DICE, Axis, ChartError, Key, Label, Page, Roll, spans_of, whole

Place = tuple[str, dict[str, str], bool, Any]  # its line, its label on each axis, whether doubtful, what is there

KINDS = ("int", "number", "bool", "text")
WORDS = {"yes": True, "true": True, "no": False, "false": False}
TEXT, LIST, TABLE, TRUTH = "a text", "a list of different words", "a table", "true or false"
SETTINGS = {
    **dict.fromkeys(("name", "source", "roll", "inside", "result", "never", "grid", "unit", "note", "override"), TEXT),
    **dict.fromkeys(("axes", "across", "fields", "clamp"), LIST),
    **dict.fromkeys(("cells", "legend"), TABLE),
    **dict.fromkeys(("sparse", "ours"), TRUTH),
    "value": "a text or a table of texts",
    **dict.fromkeys(("otherwise", "blank"), "a text, a number, true or false"),
}
"""What a chart may say about itself, and what is expected there."""

# Far beyond any printed page: a slip of the hand is refused before it is worked out.
LARGEST_FILE, MOST_DICE, LONGEST_AXIS, MOST_CELLS = 1_000_000, 20, 2_000, 100_000


def read_pages(*folders: Path) -> dict[str, Page]:
    """Every chart of these folders. A later folder may `override` charts of an earlier one, and nothing else twice."""
    pages: dict[str, Page] = {}
    for folder in folders:
        files = sorted(folder.glob("*.toml"))
        if not files:
            raise ChartError(f"{folder}: no chart files here")
        seen: dict[str, Path] = {}
        for file in files:
            text, found = _toml(file)
            for id, table in found.items():
                draft = _Draft(file, text, id, table if isinstance(table, dict) else {})
                if id in seen:
                    draft.fail(f"a chart of this id is already in {seen[id].name}")
                seen[id] = file
                pages[id] = draft.read(pages.get(id))
    return pages


def _toml(file: Path) -> tuple[str, dict[str, Any]]:
    """A file's text, and the tables in it."""
    if file.stat().st_size > LARGEST_FILE:
        raise ChartError(f"{file}: it has more than {LARGEST_FILE:,} bytes, which is no page of charts")
    try:
        text = file.read_text(encoding="utf-8")
        return text, tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ChartError(f"{file}, line {line}: it is not UTF-8; save the file as UTF-8 text") from None
    except RecursionError:
        raise ChartError(f"{file}: its tables or lists are nested too deeply to be read") from None
    except ValueError as error:  # what is not TOML, and numbers too long for Python
        raise ChartError(f"{file}: {error}") from None


def _fits(value: Any, wanted: str) -> bool:
    """Whether a setting is what is expected there."""
    match wanted:
        case "a text":
            return isinstance(value, str)
        case "a list of different words":
            words = isinstance(value, list) and all(isinstance(word, str) and word for word in value)
            return words and len(set(value)) == len(value)
        case "a table":
            return isinstance(value, dict)
        case "true or false":
            return isinstance(value, bool)
        case "a text or a table of texts":
            return isinstance(value, str) or (isinstance(value, dict) and all(isinstance(word, str) for word in _flat(value).values()))  # fmt: skip
        case _:
            return isinstance(value, (str, int, float))


class _Draft:
    """One chart being read. It knows its place in the file, so that whatever is wrong can be named."""

    def __init__(self, file: Path, text: str, id: str, table: dict[str, Any]) -> None:
        self.file, self.text, self.id, self.table = file, text, id, table
        self.line = ""
        self.doubtful: set[Key] = set()
        self.parts: dict[tuple[str, str], list[Label]] = {}

    def fail(self, reason: str) -> NoReturn:
        lines = [line.strip() for line in self.text.splitlines()]
        start = next((n for n, line in enumerate(lines) if line.startswith((f"[{self.id}]", f"[{self.id}."))), 0)
        wanted = self.line.strip()
        number = next((n for n, line in enumerate(lines) if n > start and wanted and wanted in line), start) + 1
        row = f", row {self.line.split('|')[0].strip()}" if self.line else ""
        raise ChartError(f"{self.file}, line {number}, chart {self.id}{row}: {reason}")

    def read(self, earlier: Page | None) -> Page:
        """The page, laid over the one of the same id in an earlier folder where it says so."""
        self.check_types()
        override = self.table.get("override")
        if earlier is None and override:
            self.fail("there is no earlier chart of this id to override")
        if earlier and override not in ("cells", "chart"):
            self.fail('an earlier folder has this chart: write override = "cells" or override = "chart"')
        base = earlier if override == "cells" else None
        if base:
            self.table = {k: v for k, v in base.settings.items() if k not in ("grid", "cells")} | self.table
            if self.table["axes"] != base.settings["axes"]:
                self.fail(f"the chart it overrides has the axes {', '.join(base.reach)}")
        self.check_settings(partial=base is not None)
        places = list(self.places())
        reach = self.axes_of(places, base)
        cells = self.fill(places, reach)
        if base:
            self.doubtful |= base.doubtful - cells.keys()
            cells = {**base.cells, **cells}
        self.line = ""
        if not self.table.get("sparse"):
            self.refuse_gaps(cells, reach)
        return Page(self.id, self.table, reach, cells, self.across, self.roll, frozenset(self.doubtful))

    def check_types(self) -> None:
        if unknown := sorted(self.table.keys() - SETTINGS.keys()):
            self.fail(f"unknown setting {', '.join(unknown)}")
        for name, value in self.table.items():
            if not _fits(value, SETTINGS[name]):
                self.fail(f"{name} is {_short(value)}, where {SETTINGS[name]} is expected")

    def check_settings(self, *, partial: bool) -> None:
        table = self.table
        for needed in ("name", "source", "axes"):
            if not table.get(needed):
                self.fail(f"it needs {'axes' if needed == 'axes' else 'a ' + needed}")
        if ("grid" in table) == ("cells" in table) and not (partial and "grid" not in table):
            self.fail("it needs either a grid or cells")
        self.axes: list[str] = table["axes"]
        self.inside, self.result = table.get("inside", ""), table.get("result", "")
        self.fields: list[str] = table.get("fields", [])
        free = [axis for axis in self.axes if axis != self.inside]
        default = free[-1:] if len(free) > 1 and not self.fields and "grid" in table else []
        self.across = tuple(table.get("across", default))
        named = [*self.across, *table.get("clamp", ())] + ([self.inside] if self.inside else [])
        if unknown := [axis for axis in named if axis not in self.axes and axis != self.result]:
            self.fail(f"{', '.join(unknown)} is not among its axes {', '.join(self.axes)}")
        if self.result and self.result not in self.across:
            self.fail(f"result {self.result} has to run across")
        self.roll = self.read_roll(table["roll"]) if "roll" in table else None
        if self.inside and (self.roll is None or self.roll.axis != self.inside):
            self.fail(f'cells that list dice need a roll such as "1d10 on {self.inside}"')
        self.kind: Any = table.get("value", "bool" if self.inside and not self.result else None)
        if "grid" in table or isinstance(self.kind, str):
            self.check_kinds()

    def check_kinds(self) -> None:
        if self.kind is None:
            self.fail("it needs a value, such as int, int? or text")
        self.kinds = _flat(self.kind) if isinstance(self.kind, dict) else dict.fromkeys(self.fields or [""], self.kind)
        for field, kind in self.kinds.items():
            known = kind.startswith(("count ", "flag ")) and isinstance(self.kind, dict) and not self.fields
            if not known and any(word not in KINDS for word in kind.removesuffix("?").split("|")):
                self.fail(f"unknown kind of value {kind!r}" + (f" for {field}" if field else ""))
        if self.fields and set(self.kinds) != set(self.fields):
            self.fail("value and fields do not name the same fields")

    def read_roll(self, text: str) -> Roll:
        dice, _, axis = text.partition(" on ")
        count, d, sides = dice.partition("d")
        if not whole(count) or d + sides not in DICE or axis not in self.axes:
            self.fail(f"a roll reads like 2d6 on {self.axes[0]}, not {_short(text)}")
        if not 1 <= int(count) <= MOST_DICE:
            self.fail(f"{int(count)} dice are rolled, where from 1 to {MOST_DICE} are expected")
        return Roll(int(count), d + sides, axis)

    def places(self) -> Iterator[Place]:
        """Each place of the page, in printed order."""
        if "grid" in self.table:
            yield from self.grid_rows()
        yield from self.listed(self.table.get("cells", {}), {}, False)

    def listed(self, cells: Any, at: dict[str, str], doubt: bool) -> Iterator[Place]:
        if len(at) == len(self.axes):
            yield self.line, at, doubt, cells
            return
        if not isinstance(cells, dict):
            self.fail(f"a label of {self.axes[len(at)]} is expected, not the value {cells!r}")
        for label, inner in cells.items():
            self.line = label
            yield from self.listed(inner, at | {self.axes[len(at)]: label.lstrip("~")}, doubt or label.startswith("~"))

    def grid_rows(self) -> Iterator[Place]:
        lines = [line for line in self.table["grid"].splitlines() if line.strip()]
        down = [axis for axis in self.axes if axis not in self.across and axis != self.inside]
        names = [*self.across] if self.across and not self.fields else [*self.across, ""]
        heads = [self.split(line) for line in lines[: len(names)]]
        if len(lines) <= len(names):
            self.fail("the grid has no rows under its heading")
        sizes = [len(group) for group in heads[-1][1]]
        for name, (corner, _) in zip(names, heads, strict=True):
            if corner != [name] and not (name == names[-1] and corner == down):
                self.fail(f"the heading should begin with {name or ' '.join(down)}, not {' '.join(corner)}")
        columns = list(zip(*(self.spread(groups, sizes) for _, groups in heads), strict=True))
        extra = len(self.across) if "" in names else self.across.index(self.result) if self.result else None
        places: dict[tuple[str, ...], dict[str, int]] = {}
        for index, labels in enumerate(columns):
            place = tuple(label for n, label in enumerate(labels) if n != extra)
            field = labels[extra] if extra is not None else ""
            if field in places.setdefault(place, {}):
                self.fail(f"overlap: the column {' '.join(labels)} stands there twice")
            places[place][field] = index
        for fields in places.values():
            if self.fields and (odd := set(fields) ^ set(self.fields)):
                self.fail(f"unknown or missing column {', '.join(sorted(odd))}")
            if not self.fields and "" in names and len(fields) > 1:
                self.fail(f"unknown columns {', '.join(fields)}: one value column is expected")
        on_top = [axis for axis in self.across if axis != self.result]
        for line in lines[len(names) :]:
            corner, groups = self.split(line)
            if len(corner) != len(down):
                self.fail(f"{len(corner)} labels where {', '.join(down) or 'nothing'} is expected")
            doubt = groups[-1:] == [["~"]] and len(groups) > len(sizes)
            values = self.spread(groups[:-1] if doubt else groups, sizes)
            for place, fields in places.items():
                tokens = {field: values[index] for field, index in fields.items()}
                unsure = doubt or any(token.startswith("~") for token in tokens.values())
                at = dict(zip(down, corner, strict=True)) | dict(zip(on_top, place, strict=True))
                yield line, at, unsure, {field: token.removeprefix("~") for field, token in tokens.items()}

    def split(self, line: str) -> tuple[list[str], list[list[str]]]:
        self.line = line
        corner, *groups = (part.split() for part in line.split("|"))
        return corner, groups

    def spread(self, groups: list[list[str]], sizes: list[int]) -> list[str]:
        """The values under each column; one value alone in a group fills it."""
        if len(groups) != len(sizes):
            self.fail(f"{'short' if len(groups) < len(sizes) else 'long'}: {len(groups)} groups for {len(sizes)}")
        for group, size in zip(groups, sizes, strict=True):
            if len(group) not in (1, size):
                self.fail(f"{'short' if len(group) < size else 'long'}: {' '.join(group)!r} for {size} columns")
        return [
            word for group, n in zip(groups, sizes, strict=True) for word in (group * n if len(group) == 1 else group)
        ]

    def axes_of(self, places: list[Place], base: Page | None) -> dict[str, Axis]:
        reach = {}
        for axis in self.axes:
            earlier = base.reach[axis].labels if base else ()
            if axis == self.inside and self.roll:
                earlier = tuple(self.roll.results)
            reach[axis] = self.axis_of(axis, {at[axis]: line for line, at, _, _ in places if axis in at}, earlier)
        return reach

    def axis_of(self, axis: str, printed: dict[str, str], earlier: tuple[Label, ...]) -> Axis:
        """Whole numbers where every label is one, or a range or open end of them; words otherwise."""
        clamp = axis in self.table.get("clamp", ())
        whole = not earlier or any(isinstance(label, int) for label in earlier)
        whole = whole and all(spans_of(label) for label in printed)
        labels = dict.fromkeys(earlier)
        for label, self.line in printed.items():
            mine: list[Label] = [] if whole else [*label.split(",")]
            for way, first, last in spans_of(label) if whole else ():
                if first > last:
                    self.fail(f"unreachable: {label} on {axis} runs backwards")
                if last - first >= LONGEST_AXIS:
                    self.fail(
                        f"{label} on {axis} are {last - first + 1} rows, where at most {LONGEST_AXIS} are expected"
                    )
                opened = {"<": f"<={first}", "+": f"{first}+"}
                mine += [opened[way]] if way and not clamp else range(first, last + 1)
            self.parts[axis, label] = mine
            labels |= dict.fromkeys(mine)
        numbers = [n for n in labels if isinstance(n, int)]
        ends = [end for end in labels if isinstance(end, str) and whole]
        lows: list[tuple[int, Label]] = [(int(end[2:]), end) for end in ends if end[0] == "<"]
        highs: list[tuple[int, Label]] = [(int(end[:-1]), end) for end in ends if end[-1] == "+"]
        if clamp:
            if not whole:
                self.fail(f"clamp is for whole numbers, and {axis} has words")
            lows, highs = [(min(numbers), min(numbers))], [(max(numbers), max(numbers))]
        inner = [n for n in numbers if not clamp] + [n for n, _ in lows[1:] + highs[1:]]
        if under := [n for n in inner if (lows and n <= lows[0][0]) or (highs and n >= highs[0][0])]:
            self.fail(f"overlap: {under[0]} on {axis} also falls under an open end")
        return Axis(tuple(labels), lows[0] if lows else None, highs[0] if highs else None)

    def fill(self, places: list[Place], reach: dict[str, Axis]) -> dict[Key, Any]:
        self.line = ""
        if (size := prod(len(axis.labels) for axis in reach.values())) > MOST_CELLS:
            self.fail(f"its axes cross in {size} places, where at most {MOST_CELLS} are expected")
        own: dict[Key, Any] = {}
        for self.line, at, doubt, there in places:
            inside = self.dice(there) if self.inside and isinstance(there, dict) and "grid" in self.table else None
            value = None if inside else self.cell(there)
            labels = [self.parts[axis, at[axis]] if axis in at else reach[axis].labels for axis in self.axes]
            for key in product(*labels):
                if key in own:
                    self.fail(f"overlap: {' '.join(map(str, key))} stands there twice")
                own[key] = inside[key[self.axes.index(self.inside)]] if inside else value
                if doubt:
                    self.doubtful.add(key)
        return own

    def dice(self, there: dict[str, str]) -> dict[Label, Any]:
        """Each die result and its value, from cells that list dice: `0-3`, `1,3,5`, `5+`, or `-` for none."""
        assert self.roll
        never = self.table.get("never")
        if never is not None and all(token == never for token in there.values()):
            return dict.fromkeys(self.roll.results, never)
        found: dict[Label, Any] = dict.fromkeys(self.roll.results, self.table.get("otherwise", False))
        taken = set()
        for heading, token in there.items():
            spans = spans_of(token)
            if not spans and token not in ("-", ".", never):
                self.fail(f"{token} is no list of dice")
            for way, first, last in spans:
                low = self.roll.results[0] if way == "<" else first
                high = self.roll.results[-1] if way == "+" else last
                if low > high:
                    self.fail(f"unreachable: no result of {self.roll.count}{self.roll.die} is in {token}")
                for die in range(low, high + 1):
                    if die not in found:
                        self.fail(f"unreachable: {self.roll.count}{self.roll.die} never shows {die}")
                    if die in taken:
                        self.fail(f"overlap: {die} stands there twice")
                    taken.add(die)
                    found[die] = self.scalar(heading, self.kind) if self.result else True
        return found

    def cell(self, there: Any) -> Any:
        """The value of one place: a column, several fields, notation such as `2S*`, or what a list of cells says."""
        if "grid" not in self.table:
            return self.listed_value(there, self.kind if isinstance(self.kind, str) and not self.fields else "")
        if self.fields:
            return _nested({field: self.scalar(there[field], self.kinds[field]) for field in self.fields})
        (token,) = there.values()
        return self.notation(token) if isinstance(self.kind, dict) else self.scalar(token, self.kind)

    def listed_value(self, value: Any, kind: str) -> Any:
        if value == ".":
            return self.scalar(value, kind or "text?")
        if isinstance(value, dict):
            return {field: self.listed_value(part, "") for field, part in value.items()}
        words = kind.removesuffix("?").split("|")
        kinds: dict[str, Any] = {"int": int, "number": (int, float), "bool": bool, "text": str}
        if kind and not any(isinstance(value, kinds[w]) and isinstance(value, bool) == (w == "bool") for w in words):
            self.fail(f"{value!r} is no {kind}")
        return value

    def notation(self, token: str) -> dict[str, Any]:
        value: dict[str, Any] = {}
        rest = token
        for field, kind in self.kinds.items():
            way, _, sign = kind.partition(" ")
            if sign:
                value[field] = rest.count(sign) if way == "count" else sign in rest
                rest = rest.replace(sign, "")
            else:
                value[field] = None
        for field in [field for field, kind in self.kinds.items() if " " not in kind]:
            value[field], rest = self.scalar(rest or "0", self.kinds[field]), ""
        return value if not rest else self.fail(f"{rest!r} of {token!r} means nothing here")

    def scalar(self, token: str, kind: str) -> Any:
        if token == ".":
            if "blank" in self.table:
                return self.table["blank"]
            return None if kind.endswith("?") else self.fail(f"a blank, where {kind} is expected (write {kind}?)")
        for word in kind.removesuffix("?").split("|"):
            if word == "text":
                return token
            if word == "bool" and token in WORDS:
                return WORDS[token]
            if word in ("int", "number") and whole(token):
                return int(token)
            if word == "number" and whole(token.replace(".", "", 1)):
                return float(token)
        return self.fail(f"{token!r} is no {kind}")

    def refuse_gaps(self, cells: dict[Key, Any], reach: dict[str, Axis]) -> None:
        """Every row has every column, no whole number is left out, and the chart's own dice always find a row."""
        for axis, found in reach.items():
            numbers = sorted(
                {n for n in found.labels if isinstance(n, int)} | {e[0] for e in (found.low, found.high) if e}
            )
            if numbers and len(numbers) <= numbers[-1] - numbers[0]:
                missing = next(n for n in range(numbers[0], numbers[-1]) if n not in numbers)
                self.fail(f"gap: {axis} has no {missing}")
        if self.roll and (lost := [n for n in self.roll.results if reach[self.roll.axis].find(n) is None]):
            self.fail(f"gap: {self.roll.count}{self.roll.die} can show {lost[0]}, which {self.roll.axis} has not")
        top = [n for n, axis in enumerate(self.axes) if axis in self.across]
        columns = dict.fromkeys(tuple(key[n] for n in top) for key in cells)
        for row in product(*(("",) if n in top else reach[axis].labels for n, axis in enumerate(self.axes))):
            for column in columns:
                given = dict(zip(top, column, strict=True))
                if (key := tuple(given.get(n, label) for n, label in enumerate(row))) not in cells:
                    self.fail(f"gap: there is no cell {' '.join(map(str, key))}")


def _short(value: Any) -> str:
    """A value as it was written, cut where it is long."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in table.items():
        flat |= _flat(value, f"{prefix}{name}.") if isinstance(value, dict) else {prefix + name: value}
    return flat


def _nested(flat: Mapping[str, Any]) -> Any:
    """`hull.H` and `hull.C` as fields of `hull`; a group that is blank throughout is itself a blank."""
    nested: dict[str, Any] = {}
    for path, value in flat.items():
        *outer, last = path.split(".")
        inner = nested
        for step in outer:
            inner = inner.setdefault(step, {})
        inner[last] = value
    return {
        name: None if isinstance(value, dict) and all(part is None for part in value.values()) else value
        for name, value in nested.items()
    }
