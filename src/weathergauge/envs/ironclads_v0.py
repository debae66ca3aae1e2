"""`ironclads` as PettingZoo plays: `env()`, `raw_env()` and `parallel_env()`; `scenario` names what is played."""

from __future__ import annotations

from functools import partial

from weathergauge.envs.together import Together
from weathergauge.envs.turns import Turns, wrapped

env = partial(wrapped, "ironclads")
raw_env = partial(Turns, "ironclads")
parallel_env = partial(Together, "ironclads")
