"""Operational campaigns of the 1740s: the system of Cold Waves and Mistral."""
