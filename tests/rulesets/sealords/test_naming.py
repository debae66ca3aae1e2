"""One name for each thing: no id, no field name and no underscore is in any sentence, order, choice or account."""

import re

import pytest

from tests.golden import record_of
from weathergauge.match import Replay
from weathergauge.match.record import Record
from weathergauge.ruleset import TABLE
from weathergauge.rulesets.sealords.agreeing import of_several, several
from weathergauge.rulesets.sealords.battle.actions import Foundered
from weathergauge.rulesets.sealords.council.actions import AssignAuxiliary
from weathergauge.rulesets.sealords.council.sitting import assign
from weathergauge.rulesets.sealords.forces import Auxiliary, Formation, Squadron
from weathergauge.rulesets.sealords.naming import (
    Known,
    known,
    marked,
    name_of,
    place_words,
    small_of,
    spoken,
    squadron_words,
)
from weathergauge.rulesets.sealords.sea.actions import Battered, Moved, Plotted
from weathergauge.rulesets.sealords.sea.storm import battered
from weathergauge.rulesets.sealords.world import world
from weathergauge.testing import rules_for
from weathergauge.throwing import ScriptedDice

from .sea import MISTRAL, formation, squadron, state

RAW = re.compile(r"\w_\w|[‹›|{}\[\]]|\b[a-z]{1,2}\d+\b|\bNone\b|Space #|(?:^|[\s(])-\d|\bsol_d\b|\bfleet 50\b|\bf\d+\b")
"""Underscores, marks that nobody resolved, ids as records have them, and field names."""


def shown(title):
    """Every text of a golden match that reaches a player: the log for each seat, accounts, what is chosen among, and calls."""
    replay = Replay(Record.read(record_of(title)), rules_for)
    rules = replay.rules
    for at in range(1, len(replay)):
        before, (after, told) = replay.at(at - 1)[0], replay.at(at)
        for one in told:
            if isinstance(one.event, rules.types.event):
                for seats in ((), *((seat,) for seat in one.to or rules.seats), rules.seats):
                    sentence = rules.tell_to(after, one.event, seats)
                    assert not sentence[:1].islower(), sentence
                    yield sentence
                for look in getattr(one.event, "account", ()):
                    yield look.why
                    yield from (modifier.reason for modifier in look.add)
        for seat in rules.to_act(before) if at % 5 == 0 else ():
            if seat != TABLE:
                view = rules.view(before, seat)
                choices = rules.legal(view)
                for subject in choices.subjects():
                    yield rules.subject(view, subject)
                    for action in list(choices.of(subject))[:6]:
                        yield rules.say(view, action)
                        yield from (call.words for call in rules.preview(view, action))


@pytest.mark.parametrize("title", ["mistral", "cold_waves", "trafalgar", "wsim", "ironclads"])
def test_no_raw_id_reaches_a_player_in_a_golden_match(title):
    """Whoever hears it, and whatever he is offered."""
    texts = set(shown(title))
    assert len(texts) > 100
    assert not {text for text in texts if RAW.search(text)}


def test_own_formations_go_by_their_own_name_and_others_by_their_counter():
    """The same move, told to its own side, to the other, and when all is over."""
    was = state("mistral", [formation("british_f2", "toulon", name="Van")])
    rules = rules_for("mistral")
    moved = Moved("british_f2", "toulon", "space_13", "with_wind")
    assert rules.tell_to(was, moved, ("british",)) == "Van goes to the waters off Marseilles (#13)."
    assert rules.tell_to(was, moved, ("bourbon",)) == "The British counter 2 goes to the waters off Marseilles (#13)."
    assert rules.tell_to(was, moved, rules.seats) == rules.tell_to(was, moved, ("british",))
    assert rules.tell(was, moved) == rules.tell_to(was, moved, ("bourbon",))


def test_a_squadron_that_is_wiped_out_keeps_her_name_when_it_is_told():
    """In a gale and by her damage: she is in no state any more when her side hears of it."""
    lost = squadron("r3", name="Dragon, Rupert", sail=1, dps=40)
    rules = rules_for("mistral")
    van = formation("van", "space_7", squadrons=(lost,))
    was = state("mistral", [van])
    dice = ScriptedDice([0])
    after = battered(was, van, 9, "a gale", MISTRAL, dice)
    assert after.formation("van") is None
    (told,) = [one.event for one in dice.told if isinstance(one.event, Battered)]
    assert rules.tell_to(after, told, ("british",)).endswith("Lost: 1 sail of Dragon and 1 more.")
    gone = Foundered("british", "van", "r3", 1, name=squadron_words(lost, MISTRAL))
    assert rules.tell_to(after, gone, ("british",)) == "Dragon and 1 more lose a sail to their damage."


def test_names_that_states_keep_of_old_are_said_as_players_say_them():
    """A dummy by its number, a squadron that parted by her first ship; a place as it stands on the chart."""
    parted = formation("f3", name="Triton, Mercure from Triton, Mercure from Barrailh's division")
    knows = known([parted], [])
    said = spoken(f"{marked('f3', 'a counter')} is to stay.", knows, "mistral")
    assert said == "Triton and 1 more from Barrailh's division are to stay."
    assert rules_for("mistral").tell(state("mistral", []), Plotted("x", "dummy f4", "")) == "Dummy 4 is to stay."
    assert spoken("They have -2.", Known(), "mistral") == "They have −2."
    assert [place_words(name) for name in ("Coastal Space B Kent", "Coastal Space A", "Space #4 Gulf of Valencia", "Toulon")] == [
        "coast of Kent (B)", "coast A", "Gulf of Valencia (#4)", "Toulon",
    ]  # fmt: skip


def test_a_squadron_is_called_by_her_first_ship_or_by_the_mark_on_her_counter():
    """Flagships by name, those made in play by nation and number."""
    assert squadron_words(squadron("c1", name="Norfolk, Marlborough, Somerset"), MISTRAL) == "Norfolk and 2 more"
    assert squadron_words(squadron("namur", name="Namur"), MISTRAL) == "Namur"
    assert squadron_words(squadron("g1", name="", contingent="british"), MISTRAL).startswith("British ")
    assert squadron_words(squadron("british_s14", name="", contingent="british"), MISTRAL).endswith(" 14")


def test_a_small_ship_goes_by_her_one_name_wherever_a_council_sends_her():
    """In the order and in the log; of a class alone as a player calls it."""
    rules = rules_for("mistral")
    small = Auxiliary("british_fleet_50_1", "british", "british", "fleet_50", "available")
    van = formation("british_f3", "gibraltar/harbour", name="Gibraltar frigates")
    was = state("mistral", [van], british={"auxiliaries": (small,)})
    order = AssignAuxiliary("british_fleet_50_1", "british_f3")
    assert rules.say(rules.view(was, "british"), order) == "British fifty-gun auxiliary 1 to Gibraltar frigates"
    dice = ScriptedDice([])
    assign(was, "british", order, MISTRAL, dice)
    assert [rules.tell_to(was, one.event, ("british",)) for one in dice.told] == [
        "British fifty-gun auxiliary 1 goes to Gibraltar frigates."
    ]
    assert [small_of(cls) for cls in ("fleet_50", "light")] == ["a fifty-gun auxiliary", "light craft"]


def test_a_squadron_made_in_play_of_which_no_more_is_known_goes_by_her_number():
    """She has left the formation that is named after her, and her side is no part of her name."""
    knows = known([formation("f3", name="british s3 from Downs squadron")], [])
    assert (
        spoken(f"{marked('f3', '')} is to stay.", knows, "cold_waves") == "Squadron 3 from Downs squadron is to stay."
    )


def test_who_parted_twice_is_called_by_what_she_is():
    """A squadron without ships of her own names, made in play, leaves a formation that she was the first of already."""
    made = Squadron("british_s3", "british", "frigate", 2, 2, 4, 6)
    name = "british s3 from british s3 from Downs squadron"
    alone = Formation("british_f7", "british", name, "squadron", "the_downs", squadrons=(made,))
    assert name_of(alone, world("cold_waves")) == "British frigates 3 from Downs squadron"


def test_a_small_ship_that_is_in_no_view_any_more_has_her_name_all_the_same():
    """As in the words of what can be taken back."""
    rules = rules_for("mistral")
    assert (
        rules.subject(rules.view(state("mistral", []), "british"), "british_fleet_50_2")
        == "British fifty-gun auxiliary 2"
    )


@pytest.mark.parametrize(
    ("name", "words", "said"),
    [
        ("Gibraltar frigates", "{} comes out of Toulon and goes to Genoa.", "{} come out of Toulon and go to Genoa."),
        ("Galleys off Elba", "{} catches the wind", "{} catch the wind"),
        ("Ships at Toulon", "In port, {} is seen, but has no orders.", "In port, {} are seen, but have no orders."),
        ("French friends", "{} tries to beat up; {} passes.", "{} try to beat up; {} pass."),
        ("French friends", "A squadron of {} is lost, and the enemy sees {} and goes on.", None),
        ("Escort of the victuallers", "{} comes out.", None),
        ("Line of Cadiz", "{} is laid open.", None),
        ("Van", "{} has two squadrons.", None),
    ],
)
def test_verbs_agree_with_names_of_several(name, words, said):
    """Whoever is called by a plural comes out as several do; one formation, and what is said of another thing, stays as it was."""
    knows = known([formation("f1", name=name)], ())
    for called in (name, marked("f1", name)):
        assert spoken(words.replace("{}", called), knows, "mistral") == (said or words).replace("{}", name)


def test_squadrons_together_are_several():
    """A formation that parted and is called by two ships, or by the kind of them; a man's formation is one."""
    assert several("Apollon and 1 more from Barrailh's division")
    assert several("French small two-deckers 4")
    assert several("British ships of the line V1")
    assert not several("Rowley's formation")
    assert [of_several(verb) for verb in ("does", "passes", "tries", "lies", "loses")] == [
        "do",
        "pass",
        "try",
        "lie",
        "lose",
    ]
