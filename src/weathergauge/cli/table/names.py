"""Names as people type them: a prefix, one word of several, a small slip, or a number from the list of ships."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher, get_close_matches

from msgspec import Struct

LONGEST = 5
"""Words in the longest name."""
NEAR = 0.8
"""How alike a misspelt name must be to be taken for the right one."""


POINTS = {
    "n": 0, "north": 0, "nne": 22, "ne": 45, "northeast": 45, "ene": 68, "e": 90, "east": 90, "ese": 112, "se": 135,
    "southeast": 135, "sse": 158, "s": 180, "south": 180, "ssw": 202, "sw": 225, "southwest": 225, "wsw": 248, "w": 270,
    "west": 270, "wnw": 292, "nw": 315, "northwest": 315, "nnw": 338,
}  # fmt: skip
"""Points of the compass as they are said, in degrees."""
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)")


class Unclear(ValueError):
    """Words that cannot be followed. The message is one sentence that says what would be."""


class Slip(Unclear):
    """A misspelt word in an order. `meant` is what it was taken for, `words` the order with that in its place."""

    def __init__(self, said: str, meant: str, words: Sequence[str]) -> None:
        super().__init__(f"There is no ship or word {said!r} here: did you mean {meant}? Nothing is done.")
        self.meant, self.words = meant, list(words)


class Name(Struct, frozen=True):
    """Something that has a name: its id, what it is called, whose it is, and other ways to say it."""

    id: str
    called: str
    whose: str = ""
    also: tuple[str, ...] = ()


def plain(text: str) -> str:
    """Small letters without accents, hyphens and underlines."""
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return " ".join(bare.casefold().translate(str.maketrans("_-'’.", "     ")).split())


def nearest_word(said: str, known: Iterable[str]) -> str:
    """The known word that was most likely meant: one of the same letters, or the most alike; empty where none is."""
    known = sorted(known)
    swapped = [word for word in known if sorted(word) == sorted(said)]
    return next(iter(swapped or get_close_matches(said, known, 1, 0.6)), "")


def spoken(said: Sequence[str]) -> list[str]:
    """Words as they are told apart: `20°` is a number and its degrees, `5.5"` and `5in` lose what is not the number."""
    text = " ".join(said).lower().replace("½", ".5")
    text = re.sub(r"(?<=\d),(?=\d)", ".", text)
    text = re.sub(r"(\d)\s*(?:°|deg\b)", r"\1 degrees ", text)
    text = re.sub(r"(\d)\s*(?:\"|''|″|in\b)", r"\1 ", text)
    return [word.strip(",;:!?") for word in text.split() if word.strip(",;:!?.")]


class Names:
    """All names at a table. `reserved` are words that are never taken for a misspelt name."""

    def __init__(self, names: Iterable[Name], reserved: Iterable[str] = ()) -> None:
        self.names = tuple(names)
        self.reserved = frozenset(reserved)
        self._forms = [
            (name, tuple(dict.fromkeys(map(plain, (name.called, name.id, *name.also))))) for name in self.names
        ]

    def at(self, words: Sequence[str], start: int, whose: str = "", sure: bool = False) -> tuple[Name, int] | None:
        """The name that begins at a word, and how many words it takes; None where none does.

        More words are tried before fewer, so that a whole name counts for more than a part of one. Where it must be
        `sure`, a name that is only nearly right is a Slip.
        """
        for count in range(min(LONGEST, len(words) - start), 0, -1):
            said = words[start : start + count]
            if any(word in self.reserved or word[:1].isdigit() for word in said):
                continue
            text = " ".join(said)
            if alike := self._like(plain(text), whose):
                return self._one(text, alike), count
            if alike := self._nearly(plain(text), whose):
                name = self._one(text, alike)
                if sure:
                    raise Slip(text, name.called, [*words[:start], name.id, *words[start + count :]])
                return name, count
        return None

    def named(self, words: Sequence[str], place: int, whose: str) -> tuple[Name, int]:
        """The one that is surely named at a word, and how many words it takes; a Slip where a word is misspelt."""
        word = words[place]
        if word.startswith("#"):
            return self.find(word), 1
        if (name_at := self.at(words, place, whose, sure=True)) is not None:
            return name_at
        if near := nearest_word(word, (known for known in self.reserved if len(known) > 2)):
            raise Slip(word, near, [*words[:place], near, *words[place + 1 :]])
        raise Unclear(f"There is no ship or word {word!r} here: {self.nearest(word)}")

    def find(self, text: str, whose: str = "") -> Name:
        """The one of that name, or a sentence with the nearest."""
        number = text.removeprefix("#")
        if number.isdigit():
            if not 1 <= int(number) <= len(self.names):
                raise Unclear(f"There is no number {number} here: they go from 1 to {len(self.names)}.")
            return self.names[int(number) - 1]
        alike = self._like(plain(text), whose) or self._nearly(plain(text), whose)
        if not alike:
            raise Unclear(f"There is no {text!r} here: {self.nearest(text)}")
        return self._one(text, alike)

    def nearest(self, text: str, beside: Iterable[str] = ()) -> str:
        """`did you mean …?` with the nearest name, or one of the words beside them."""
        from weathergauge.sentences import nearest

        said = nearest(plain(text), [*(name.called for name in self.names), *beside])
        return said if said.endswith("?") else "`ships` lists the ships, `help` the words."

    def _one(self, said: str, alike: list[Name]) -> Name:
        if len(alike) == 1:
            return alike[0]
        each = [name.called if sum(other.called == name.called for other in self.names) == 1 else f"{name.called} ({name.id})" for name in alike[:6]]  # fmt: skip
        raise Unclear(f"{said!r} could be {', '.join(each[:-1])} or {each[-1]}: which?")

    def _like(self, said: str, whose: str) -> list[Name]:
        """Those that are meant: called just so, or beginning so, or with such a word."""
        if not said:
            return []
        tests = (
            lambda form: form == said,
            lambda form: form.startswith(said),
            lambda form: any(word.startswith(said) for word in form.split()),
        )
        for number, test in enumerate(tests):
            if number and len(said) < 2:
                break
            alike = [name for name, forms in self._forms if any(map(test, forms))]
            if alike:
                return self._of(alike, whose)
        return []

    def _nearly(self, said: str, whose: str) -> list[Name]:
        """Those that are called nearly so, in no fewer words: what is too much belongs to the order."""
        scored = []
        if len(said) < 4:
            return []
        for name, forms in self._forms:
            parts = {*forms, *(word for form in forms for word in form.split() if len(word) > 3)}
            alike = [form for form in parts if len(form.split()) >= len(said.split())]
            score = max((SequenceMatcher(None, said, form).ratio() for form in alike), default=0.0)
            if score >= NEAR:
                scored.append((score, name))
        best = max((score for score, _ in scored), default=0.0)
        return self._of([name for score, name in scored if score == best], whose)

    @staticmethod
    def _of(alike: list[Name], whose: str) -> list[Name]:
        """Those of the side that is more likely meant, where there are any."""
        return [name for name in alike if name.whose == whose] or alike
