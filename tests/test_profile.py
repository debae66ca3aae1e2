"""Where the time goes: the tool that tells it."""

import pytest

from benchmarks import profile


def test_a_profile_names_the_chapters_and_how_often_they_are_called(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """A playout, an order and a query of odds each have a table by chapter and one by function; shares come to no more than all."""
    monkeypatch.setattr(profile, "ENOUGH", {"playout": 20, "order": 4, "odds": 4})
    assert profile.main(["trafalgar", "duel"]) == 0
    shown = capsys.readouterr().out
    for words in (
        "steps of games by chance",
        "orders of captains",
        "nothing kept",
        "rulesets/trafalgar/helm.py",
        "walk.py",
    ):
        assert words in shown
    shares = [float(line.split("%")[0]) for line in shown.split("chapter\n")[1].splitlines()[: profile.SHOWN]]
    assert shares == sorted(shares, reverse=True)
    assert 50 < sum(shares) < 101


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["trafalgar"], "Name a title and a scenario"),
        (["chess", "duel"], "There is no title 'chess'"),
        (["trafalgar", "nowhere"], "trafalgar has no scenario 'nowhere'"),
        (["trafalgar", "duel", "sleep"], "'sleep' cannot be watched"),
    ],
)
def test_what_cannot_be_watched_is_said(given: list[str], said: str, capsys: pytest.CaptureFixture[str]):
    """In a sentence, with status 2."""
    assert profile.main(given) == 2
    assert said in capsys.readouterr().err
