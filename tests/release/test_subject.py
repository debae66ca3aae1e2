"""What a commit says is looked at before it is made."""

import pytest

from release.subject import fault


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("Let frigates run\n\nThey were caught.\n", ""),
        ("Let frigates run\n# a comment of git\n", ""),
        ("", "has no subject"),
        ("x" * 73, "has 73 characters: expected at most 72"),
        ("Let frigates run\nThey were caught.", "second line is not empty"),
    ],
)
def test_a_subject_is_short_and_stands_alone(message: str, said: str):
    """One sentence names what is wrong."""
    assert (said in fault(message)) if said else fault(message) == ""
