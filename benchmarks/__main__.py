"""``python -m benchmarks [NAME…]`` runs the benchmarks, or those named: each is a ``bench_NAME.py`` with a ``main``."""

import importlib
import sys
from pathlib import Path

from benchmarks.rounds import Differs


def main(names: list[str]) -> int:
    known = sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))
    names = [name.replace("-", "_") for name in names]
    for name in names:
        if name not in known:
            print(f"There is no benchmark {name!r}. There are: {', '.join(known)}.", file=sys.stderr)
            return 2
    status = 0
    for name in names or known:
        print(f"== {name}", flush=True)
        try:
            importlib.import_module(f"benchmarks.bench_{name}").main()
        except Differs as error:
            print(f"   ANSWERS DIFFER: {error}", file=sys.stderr, flush=True)
            status = 1
        except ModuleNotFoundError as error:
            print(f"   left out: {error.name} is not installed here", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
