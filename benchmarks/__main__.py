"""``python -m benchmarks [NAME…]`` runs the benchmarks, or those named: each is a ``bench_NAME.py`` with a ``main``."""

import importlib
import sys
from pathlib import Path


def main(names: list[str]) -> int:
    known = sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))
    for name in names:
        if name not in known:
            print(f"There is no benchmark {name!r}. There are: {', '.join(known)}.", file=sys.stderr)
            return 2
    for name in names or known:
        print(f"== {name}", flush=True)
        importlib.import_module(f"benchmarks.bench_{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
