"""A soak: the server is killed at random moments, again and again, while people and bots play every title.

Afterwards everything that was answered must be there, once and in its order. See `python -m tests.soak --help`.
"""
