"""How long the command takes to start, as a multiple of starting Python itself."""

import subprocess
import sys
import time


def best(*command: str, times: int = 15) -> float:
    """The quickest of several runs, in seconds: the one least disturbed by other work."""
    runs = []
    for _ in range(times):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        runs.append(time.perf_counter() - start)
    return min(runs)


def main() -> None:
    bare = best(sys.executable, "-c", "pass")
    for label, command in {
        "import weathergauge": ["-c", "import weathergauge"],
        "weathergauge --version": ["-m", "weathergauge", "--version"],
    }.items():
        ours = best(sys.executable, *command)
        print(f"{label:24} {ours * 1000:6.1f} ms, {ours / bare:.2f} times a bare Python ({bare * 1000:.1f} ms)")


if __name__ == "__main__":
    main()
