"""How a release is cut; `make release ARGS=0.2.0` runs it. Nothing of it is in the package."""
