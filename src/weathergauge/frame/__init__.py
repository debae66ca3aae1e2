"""What rulesets are built of: it stands on the core, knows no ruleset, and says nothing about any one game."""
