"""``python -m weathergauge`` is the same as the command ``weathergauge``."""

import sys

from weathergauge.cli import main

if __name__ == "__main__":
    sys.exit(main())
