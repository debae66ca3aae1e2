"""The titles that come with the project, by name: others that are installed here are not for its tests."""

from weathergauge import rulesets

TITLES = tuple(title.name for title in rulesets.TITLES)
