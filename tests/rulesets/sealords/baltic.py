"""A title of the series with other powers: Mistral's data under other names, as a package that somebody else might bring."""

import re

from weathergauge.rulesets.sealords.charts import FOLDER

PACKAGE = "baltic-of-ours"
ENTRY = "baltic = baltic.rules:RULES"
POWERS = {
    "british": "russian", "the British": "the Russians", "British": "Russian", "bourbon": "swedish", "Bourbons": "Swedes", "Bourbon": "Swedish",
    "french": "finnish", "French": "Finnish", "spanish": "holstein", "Spanish": "Holstein",
    'tone = "red"': 'tone = "blue"', 'tone = "blue"': 'tone = "red"',
}  # fmt: skip
"""The powers of Mistral, and what they are called in the other sea; there the first of them is blue."""
RULES = """\
from weathergauge.rulesets.sealords.rules import Sealords

RULES = Sealords("baltic")
"""


def renamed(text: str) -> str:
    """The text with other powers in it, in words, ids and lines of charts."""
    return re.sub("|".join(sorted(POWERS, key=len, reverse=True)), lambda found: POWERS[found[0]], text)


def files() -> dict[str, str]:
    """Every file of the package."""
    found = {"baltic/__init__.py": "", "baltic/rules.py": RULES}
    for file in (FOLDER / "mistral").rglob("*.*"):
        if file.suffix in (".toml", ".csv", ".json"):
            name = f"baltic/{file.relative_to(FOLDER / 'mistral').as_posix()}"
            found[name] = renamed(file.read_text(encoding="utf-8"))
    head = found["baltic/title.toml"]
    return found | {"baltic/title.toml": head.replace('name = "mistral"', 'name = "baltic"\nruleset = "sealords"')}
