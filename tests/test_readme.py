"""What the README shows is what happens."""

import doctest
import re
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_every_example_in_the_readme_gives_what_it_says():
    """The README's Python examples are run, and must print exactly what they print there."""
    failed, _ = doctest.testfile(str(README), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0


def test_the_readme_names_targets_that_exist():
    """Every `make` command in the README is a target of the Makefile."""
    makefile = (README.parent / "Makefile").read_text(encoding="utf-8")
    targets = {line.partition(":")[0] for line in makefile.splitlines() if "##" in line and ":" in line}
    asked = set(re.findall(r"(?:^|`)make ([a-z-]+)", README.read_text(encoding="utf-8"), re.MULTILINE))
    assert {"run", "test"} <= asked <= targets
