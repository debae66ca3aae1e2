"""The suite that every ruleset passes, over the titles that come with the project: `tests/test_checks.py` shows that it can fail."""

from tests.ours import TITLES as TITLES
from weathergauge.testing.suite import *  # noqa: F403
