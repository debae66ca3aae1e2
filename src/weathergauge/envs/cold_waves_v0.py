"""`cold_waves` as PettingZoo plays: `env()`, `raw_env()` and `parallel_env()`; `scenario` names what is played."""

from __future__ import annotations

from functools import partial

from weathergauge.envs.together import Together
from weathergauge.envs.turns import Turns, wrapped

env = partial(wrapped, "cold_waves")
raw_env = partial(Turns, "cold_waves")
parallel_env = partial(Together, "cold_waves")
