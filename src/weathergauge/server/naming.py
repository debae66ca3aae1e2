"""Names that players may bear, and when two look so alike that one could pass for the other."""

from __future__ import annotations

import re
import unicodedata

from weathergauge.bots import every as every_bot
from weathergauge.server.problem import Problem

LEFT = "a player who left"
"""Who sat at a seat and has deleted the account since."""

LIKE = str.maketrans(
    "авекмнорстухіјѕԁԛԝһӏ" + "αεικνορτυχγω" + "օսո" + "ıɑɡ" + "01|",
    "abekmhopctyxijsdqwhl" + "aeikvoptuxyw" + "oun" + "iag" + "oll",
)
"""Small letters of other alphabets, and figures, beside the Latin letters that they are taken for."""


def folded(name: str) -> str:
    """A name as it is looked up when somebody signs in: letters of any width and case, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def looks(name: str) -> str:
    """What is left of a name for a fleeting eye: names that share it cannot be told apart with certainty."""
    plain = unicodedata.normalize("NFKC", folded(name)).translate(LIKE)
    return "".join(sign for sign in plain if sign.isalnum()) or plain.replace(" ", "")


RESERVED = frozenset(
    looks(name)
    for name in (
        *(*every_bot(), "table", "spectator", "player", "everybody", LEFT),
        *("Weather Gauge", "server", "operator", "admin", "administrator", "moderator"),
    )
)
GUEST = re.compile(r"guest.{0,4}")


def proper_name(name: str) -> str:
    """A name as it may be shown to others; one that cannot is refused."""
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 1 <= len(name) <= 40 or not name.isprintable():
        raise Problem("bad-input", "name: expected 1 to 40 visible characters.")
    if looks(name) in RESERVED:
        raise Problem("bad-input", f"name: {name} is the name of a bot or a place at the table; choose another.")
    if GUEST.fullmatch(looks(name)):
        raise Problem("bad-input", f"name: {name} is what a guest without a name is called; choose another.")
    return name
