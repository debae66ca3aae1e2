"""Environments for learning: every title as PettingZoo and Gymnasium know games, with `pip install weathergauge[envs]`.

`trafalgar_v0`, `wsim_v0`, `ironclads_v0`, `mistral_v0` and `cold_waves_v0` each have `env()`, `raw_env()` and
`parallel_env()`; `alone` has a single seat against bots, for Gymnasium. docs/envs.md shows them at work.
"""

from __future__ import annotations

import gymnasium
from pettingzoo import env_registry

from weathergauge.rulesets import TITLES

for _title in TITLES:
    _id = f"weathergauge/{_title.name}-v0"
    env_registry.register("aec", _id, entry_point=f"weathergauge.envs.{_title.name}_v0:env")
    env_registry.register("parallel", _id, entry_point=f"weathergauge.envs.{_title.name}_v0:parallel_env")
    gymnasium.register(_id, entry_point="weathergauge.envs.alone:Alone", kwargs={"title": _title.name})
