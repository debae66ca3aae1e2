"""What a hostile stranger would try, section by section: `make hostile` runs it, `python -m tests.hostile --help` says how."""
