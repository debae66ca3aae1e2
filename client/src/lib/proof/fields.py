"""What a record's lines may hold, for the page that asks nothing: `python client/src/lib/proof/fields.py` writes it anew.

The list comes from the structs that read and write records, so that the browser never calls an honest one a forgery.
"""

from __future__ import annotations

import json
from pathlib import Path

from weathergauge.match.record import Header, Line

FILE = Path(__file__).with_name("fields.json")


def text() -> str:
    fields = {"header": Header.__struct_fields__, "line": Line.__struct_fields__}
    return json.dumps(fields, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
