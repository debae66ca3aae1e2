"""The rulesets: one package each, and none imports another."""
