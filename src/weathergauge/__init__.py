"""Weather Gauge: play five chart-driven naval wargames.

Importing the package itself loads nothing else; take what you need from its modules.
"""

__version__ = "0.1.0"
