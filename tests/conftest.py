"""For every test: no program but those that are certain, and no deafness to Ctrl-C from a run in the background."""

import os
import shutil
import signal
import tempfile
from pathlib import Path

import pytest

from tests import bare

# Shells start background jobs with SIGINT ignored, and every process below inherits that: a test that interrupts a
# command would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

MACHINE = "WG_MACHINE_PATH"
"""In the environment: the PATH this machine had. The tests in a browser look there for an installed one."""


def pytest_configure(config: pytest.Config) -> None:
    if os.name == "nt" or MACHINE in os.environ:  # a worker has it from the process that started it
        return
    folder = Path(tempfile.mkdtemp(prefix="weathergauge-bare-"))
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    os.environ[MACHINE] = os.environ.get("PATH", os.defpath)
    os.environ["PATH"] = bare.links(folder)
