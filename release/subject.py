"""What a commit says: a subject of at most 72 characters, and an empty line before the why."""

from __future__ import annotations

import sys
from pathlib import Path

LONGEST = 72


def fault(message: str) -> str:
    """Say what is wrong with a message; nothing where it is as it should be."""
    lines = [line for line in message.splitlines() if not line.startswith("#")]
    subject = lines[0] if lines else ""
    if not subject.strip():
        return "The commit has no subject: say in a line what changes."
    if len(subject) > LONGEST:
        return f"The subject has {len(subject)} characters: expected at most {LONGEST}; the why belongs below an empty line."
    if len(lines) > 1 and lines[1].strip():
        return "The second line is not empty: leave a line free between the subject and the why."
    return ""


if __name__ == "__main__":
    said = fault(Path(sys.argv[1]).read_text(encoding="utf-8"))
    if said:
        print(said, file=sys.stderr)
        raise SystemExit(1)
