"""Sentences that every part of the program says alike: what was meant, and what is wrong with a value that was read."""

from __future__ import annotations

import re
from collections.abc import Iterable

from weathergauge import codec
from weathergauge.languages import said

__all__ = ["fields_in_words", "nearest", "spoken"]


def nearest(word: str, known: Iterable[str]) -> str:
    """Ask `did you mean …?` with the nearest known spelling, or list what there is."""
    import difflib

    known = list(known)
    close = difflib.get_close_matches(word.lower(), [k.lower() for k in known], n=1, cutoff=0.5)
    if close:
        return said("did you mean {nearest}?", nearest=next(k for k in known if k.lower() == close[0]))
    shown = ", ".join(known[:12]) + (" …" if len(known) > 12 else "")
    return said("expected one of {known}", known=shown) if known else said("there are none")


_KINDS = {
    "str": "a text", "int": "a whole number", "float": "a number", "bool": "yes or no", "object": "named parts",
    "array": "a list", "null": "nothing",
}  # fmt: skip
_LIMITS = {">=": "of at least", "<=": "of at most", ">": "of more than", "<": "of less than"}


def spoken(error: Exception | str) -> str:
    """Say what is wrong with a value that was read, in our words: places are counted from 1, types are named as people do."""
    if isinstance(error, UnicodeDecodeError):
        return f"this is no text: its byte {error.start + 1} is not UTF-8"
    if isinstance(error, RecursionError):
        return "its parts are nested too deeply"
    text, _, path = str(error).partition(" - at `$")
    parts = path.rstrip("`").replace("[...]", ".…").replace("[", ".[").split(".")
    at = [str(int(p[1:-1]) + 1) if p[0] == "[" and p[1:-1].isdigit() else p for p in parts if p]
    if match := re.fullmatch(r"Object (missing required|contains unknown) field `(.*)`", text):
        at.append(match[2])
        text = "missing" if match[1].startswith("missing") else "there is no such field"
    elif match := re.fullmatch(r"Invalid (?:enum )?value (.*)", text):
        text = f"{match[1]} is not known here"
    elif text.startswith("Expected `"):
        text = re.sub(r"`([^`]*)`", lambda kind: _in_words(kind[1]), text.replace("Expected", "expected", 1))
        text = re.sub(r"(?:of length )?(>=|<=|>|<)(?= )", lambda sign: _LIMITS[sign[1]], text)
    else:
        text = text.replace("JSON is malformed", "this is no JSON").replace("Input data was truncated", "it is cut off")
    return ": ".join(filter(None, [".".join(at), text]))


def _in_words(kinds: str) -> str:
    return " or ".join(_KINDS.get(kind, kind) for kind in kinds.split(" | "))


def fields_in_words(action: object) -> str:
    """Say an order by its kind and its fields, where nobody has better words for it: "plot: boat 0, speed 2"."""
    fields = codec.plain(action)
    kind = fields.pop("type", type(action).__name__.lower())
    shown = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in fields.items())
    return f"{kind}: {shown}" if shown else str(kind)
