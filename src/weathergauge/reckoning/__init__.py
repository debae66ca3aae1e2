"""How odds are worked out: the walk through what a rule may throw, and the laws that come of it. Rules and titles need not know."""
