"""``python -m benchmarks [NAME…]`` runs the benchmarks, or those named: each is a ``bench_NAME.py`` with a ``main``.

``NAME=WHAT`` runs one that can be asked for more or less: ``load=50/5``.
"""

import importlib
import inspect
import sys
from pathlib import Path

from benchmarks.rounds import Differs


def main(names: list[str]) -> int:
    known = sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))
    asked = [(name.replace("-", "_"), what) for name, _, what in (one.partition("=") for one in names)]
    for name, _ in asked:
        if name not in known:
            print(f"There is no benchmark {name!r}. There are: {', '.join(known)}.", file=sys.stderr)
            return 2
    status = 0
    for name, what in asked or [(name, "") for name in known]:
        print(f"== {name}", flush=True)
        try:
            run = importlib.import_module(f"benchmarks.bench_{name}").main
            if what and not inspect.signature(run).parameters:
                print(f"   {name} is measured in one way only: leave out ={what}.", file=sys.stderr)
                return 2
            run(*[what] if what else [])
        except Differs as error:
            print(f"   ANSWERS DIFFER: {error}", file=sys.stderr, flush=True)
            status = 1
        except ModuleNotFoundError as error:
            print(f"   left out: {error.name} is not installed here", flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
