"""`python -m weathergauge.site FOLDER`: write the documentation as files that any web server, or none, can show."""

from __future__ import annotations

import sys
from pathlib import Path

from weathergauge.site.pages import pages, site


def main(argv: list[str]) -> int:
    """Write every file of the site into a folder that is new or was written by this before."""
    if len(argv) != 1:
        print("usage: python -m weathergauge.site FOLDER", file=sys.stderr)
        return 2
    folder = Path(argv[0])
    if folder.is_dir() and any(folder.iterdir()) and not (folder / "search.json").is_file():
        print(f"{folder} has other files in it: name a new folder.", file=sys.stderr)
        return 2
    try:
        for name, data in site().items():
            place = folder / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        print(f"{error.filename or folder} cannot be written: {reason}; name another folder.", file=sys.stderr)
        return 2
    print(f"{len(pages())} pages are in {folder}: open {folder / 'index.html'}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
