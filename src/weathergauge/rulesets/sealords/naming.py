"""One name for each thing: what sentences mark, and the names of older times that states keep, become what players say.

A sentence marks a counter, a squadron or a small ship by its id with `marked`; whoever knows more of it than everybody has it by
its own name, others as it lies on the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from msgspec import Struct

from weathergauge.frame.memory import kept
from weathergauge.frame.words import capital, typeset
from weathergauge.rulesets.sealords.agreeing import agreed, several
from weathergauge.rulesets.sealords.forces import Auxiliary, Formation, Squadron
from weathergauge.rulesets.sealords.terms import AuxClass, SquadronClass
from weathergauge.rulesets.sealords.world import World, world

CLASSES: dict[SquadronClass, str] = {
    "sol": "ships of the line", "sol_d": "small two-deckers", "frigate": "frigates", "galley": "galleys", "flagship": "flagship",
}  # fmt: skip
SMALL: dict[AuxClass, str] = {
    "fleet": "fleet auxiliary", "fleet_50": "fifty-gun auxiliary", "galley": "galley", "light": "light craft",
    "fireship": "fireship", "bomb": "bomb vessel", "marine": "marines",
}  # fmt: skip
MANY: tuple[AuxClass, ...] = ("light", "marine")
"""Those whose counter is said of several."""
CORSAIRS = {
    "privateer": "privateers", "pirate": "pirates", "guardacostas": "guardacostas", "knights": "knights of Malta",
}  # fmt: skip
KINDS: dict[str, str] = CORSAIRS | dict(SMALL.items())
SMALL_SHIP = re.compile(
    rf"(?P<contingent>\w+?)_(?P<kind>{'|'.join(sorted(KINDS, key=len, reverse=True))})_(?P<number>\d+)"
)
MARK = re.compile(r"‹([^|›]*)\|([^›]*)›")
DUMMY = re.compile(r"\b([Dd])ummy f(\d+)\b")
PARTED = re.compile(r"\b(?:[Ss]quadron )?((?:[a-z]{1,2}\d{1,2}[a-z]?|\w+_s\d+))(?= from |\b(?! of the line))")
MADE = re.compile(r"^[a-z_]+[_ ]s(\d+)(?= from )")
"""One that was made in play, by her side and her number, of whom no more is known."""
SHORT = re.compile(r"[a-z]{1,2}\d*[a-z]?")
WATERS = ("off", "north of", "east of", "south of", "west of")


class Known(Struct, frozen=True):
    """What a sentence may be said with: formations by their own names, squadrons, and small ships."""

    formations: Mapping[str, Formation] = {}
    squadrons: Mapping[str, Squadron] = {}
    auxiliaries: Mapping[str, Auxiliary] = {}


def known(formations: Iterable[Formation], small: Iterable[Auxiliary]) -> Known:
    """Know formations by their own names with the squadrons in them, and small ships."""
    by_id = {formation.id: formation for formation in formations}
    squadrons = {squadron.id: squadron for formation in by_id.values() for squadron in formation.squadrons}
    return Known(by_id, squadrons, {aux.id: aux for aux in small})


def marked(id: str, words: str) -> str:
    """Mark a thing in a sentence by its id, with the words for whoever knows no better."""
    return f"‹{id}|{words}›"


def small_mark(id: str) -> str:
    """A small ship in a sentence, which `spoken` says by whose and what she is."""
    return marked(id, id.replace("_", " "))


def small_of(cls: AuxClass) -> str:
    """One of a class of small ships, of which no more is known: a fifty-gun auxiliary, light craft."""
    return SMALL[cls] if cls in MANY else f"a {SMALL[cls]}"


def squadron_words(squadron: Squadron, world: World) -> str:
    """Call a squadron by her first ship; where her ships are not known by whose and what she is, with the mark on her counter."""
    first, *rest = [ship for ship in squadron.name.split(", ") if ship] or [""]
    if first:
        return f"{first} and {len(rest)} more" if rest else first
    nation = world.contingents[squadron.contingent].words if squadron.contingent in world.contingents else ""
    return f"{nation} {CLASSES[squadron.cls]} {mark_of(squadron.id)}".strip()


def mark_of(id: str) -> str:
    """Read the mark on a squadron's counter: V1, or the number of one that was made in play."""
    _, made, number = id.rpartition("_s")
    return number if made and number.isdigit() else id.upper() if SHORT.fullmatch(id) else id.replace("_", " ")


def small_words(aux: Auxiliary, world: World) -> str:
    """Call a small ship by whose and what she is; those of a kind are told apart by the number of their counter."""
    number = SMALL_SHIP.fullmatch(aux.id)
    return _small(aux.contingent, aux.corsair or aux.cls, number["number"] if number else "", world)


def small_by_id(id: str, world: World) -> str:
    """Call a small ship of which no more than her counter is known; nothing where it is no such counter."""
    read = SMALL_SHIP.fullmatch(id)
    return _small(read["contingent"], read["kind"], read["number"], world) if read else ""


def _small(contingent: str, kind: str, number: str, world: World) -> str:
    words = KINDS[kind]
    plain = kind == "knights" or contingent == "pirate" or contingent not in world.contingents
    name = capital(words) if plain else f"{world.contingents[contingent].words} {words}"
    return f"{name} {number}" if number else name


def formation_words(name: str, squadrons: Mapping[str, Squadron], of: World) -> str:
    """Call a formation by the name it was given; one that parted from another by her first ship."""
    name = DUMMY.sub(r"\1ummy \2", name)
    parts = name.split(" from ")
    if len(parts) > 1:
        first = squadrons.get(parts[0].replace(" ", "_"))
        name = f"{_ships(parts[0]) if first is None else squadron_words(first, of)} from {parts[-1]}"
        name = MADE.sub(r"squadron \1", name)
    return PARTED.sub(lambda match: _by_id(match, squadrons, of), name)


@kept(lambda formation, of: (formation.name, formation.squadrons, of))
def name_of(formation: Formation, of: World) -> str:
    """Call a formation, by what it is made of where its name says no more."""
    return formation_words(formation.name, {squadron.id: squadron for squadron in formation.squadrons}, of)


def _ships(listed: str) -> str:
    first, *rest = listed.split(", ")
    return f"{first} and {len(rest)} more" if rest else first


def _by_id(match: re.Match[str], squadrons: Mapping[str, Squadron], of: World) -> str:
    """Call a squadron that a name has by her id: by her first ship where she is known, else by the mark on her counter."""
    id = match[1]
    squadron = squadrons.get(id) or squadrons.get(id.lower())
    if squadron is not None:
        return squadron_words(squadron, of)
    if match[0] == id and not match.string.startswith(" from ", match.end()):
        return id  # what else may look like one, as a formation
    return f"{'Squadron' if match[0][0].isupper() else 'squadron'} {mark_of(id)}"


def spoken(sentence: str, knows: Known, title: str) -> str:
    """Say a sentence: things by their one name, places as they stand on the chart, and minus signs as such."""
    of = world(title)
    names = [
        formation_words(formation.name, knows.squadrons, of) if " from " in formation.name else formation.name
        for formation in knows.formations.values()
    ]
    many = {name for name in names if several(name)}

    def say(match: re.Match[str]) -> str:
        id, words = match[1], match[2]
        if (formation := knows.formations.get(id)) is not None:
            words = formation_words(formation.name, knows.squadrons, of)
        elif (squadron := knows.squadrons.get(id)) is not None:
            words = squadron_words(squadron, of)
        elif (aux := knows.auxiliaries.get(id)) is not None:
            words = small_words(aux, of)
        elif small := small_by_id(id, of):
            words = small
        if several(words):
            many.add(words)
        before = sentence[: match.start()].rstrip()
        return capital(words) if not before or before[-1] in ".!?" else words

    said = MARK.sub(say, sentence)
    if " from " in said or "ummy f" in said or PARTED.search(said):
        said = _old_names(said, knows, of)
    if many:
        said = agreed(said, many)
    pattern, places = _places(title)
    said = pattern.sub(lambda match: places[match[0]], said)
    return typeset(waters(said))


def _old_names(said: str, knows: Known, of: World) -> str:
    """Names that states keep of dummies and of those who parted from others, wherever a sentence has them."""
    said = DUMMY.sub(r"\1ummy \2", said)
    for formation in knows.formations.values():
        if " from " in formation.name and formation.name in said:
            said = said.replace(formation.name, formation_words(formation.name, knows.squadrons, of))
    said = PARTED.sub(lambda match: _by_id(match, knows.squadrons, of), said)
    return capital(said) if said.endswith(".") else said


# Places

SPACE = re.compile(r"^Space #(\d+)\s*(.*)$")
COAST = re.compile(r"^Coastal Space (\S+)\s*(.*)$")


def place_words(name: str) -> str:
    """Call a place as the chart has it: "north of Majorca and Minorca (#7)", "coast of Kent (B)"."""
    if space := SPACE.match(name):
        return f"{space[2]} (#{space[1]})" if space[2] else f"space #{space[1]}"
    if coast := COAST.match(name):
        return f"coast of {coast[2]} ({coast[1]})" if coast[2] else f"coast {coast[1]}"
    return name


@cache
def _places(title: str) -> tuple[re.Pattern[str], dict[str, str]]:
    names = {place.name: place_words(place.name) for place in world(title).places.values()}
    lettered = {name: words for name, words in names.items() if name != words}
    longest = sorted(lettered, key=len, reverse=True)
    return re.compile("|".join([rf"{re.escape(name)}\b" for name in longest]) or r"(?!)"), lettered


def waters(said: str) -> str:
    """Somebody is off Marseilles, and goes to the waters off it."""
    for way in WATERS:
        said = said.replace(f"at {way} ", f"{way} ").replace(f"{way} {way} ", f"{way} ")
        said = re.sub(rf"\b(to|from|into|of|through|in) {way} ", rf"\1 the waters {way} ", said)
    return re.sub(r"\b(at|to|from|into|in|off|on) (coast )", r"\1 the \2", said)
