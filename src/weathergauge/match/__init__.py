"""A match: one playing of a scenario, from its first order to its end, and the record it leaves.

`Match` plays it and `Replay` looks at it again; what they are made of, and the check of a record, stand in the modules.
"""

from weathergauge.match.match import Match
from weathergauge.match.replay import Replay

__all__ = ["Match", "Replay"]
