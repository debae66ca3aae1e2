# Weather Gauge. `make` or `make help` lists what can be asked for.
#
# Everything is installed into .venv beside this file, from the hashed lock files;
# playing needs only the small runtime set. ARGS goes to the command a target runs:
#   make bench ARGS=startup        make test ARGS="-k odds"

PY ?= python3
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
UV := uv==0.13.*
JOBS ?= 2

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install run terminal dev client client-dev client-test shapes test browser-test format bench profile compile ladder soak hostile reach docs release picture golden lock clean FORCE

help: ## list the targets
	@echo "make TARGET, where TARGET is one of"
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)$$/  \1|\2/p' Makefile | awk -F'|' '{ printf "%-15s %s\n", $$1, $$2 }'
	@echo "Another interpreter: make install PY=python3.12"

install: $(VENV)/.run client ## install what is needed to play: leaves .venv/bin/weathergauge

run: install ## install, serve the table and open it in the browser; ARGS=--no-open only serves it
	@$(BIN)/python client/build.py
	@$(BIN)/weathergauge serve --open $(ARGS)

terminal: install ## install, and play at this keyboard
	@$(BIN)/weathergauge play $(ARGS)

dev: $(VENV)/.dev client ## install what is needed to work on the project

client: $(VENV)/.node ## build the browser client, if it changed
	@$(BIN)/python client/build.py

client-dev: $(VENV)/.node ## the browser client, rebuilt as you type, beside a running server
	@$(BIN)/python client/build.py run node_modules/vite/bin/vite.js $(ARGS)

client-test: $(VENV)/.node ## types and unit tests of the browser client
	$(BIN)/python client/build.py check

shapes: dev ## write the shapes of what the server sends as types of the browser client, for an editor; client-test does so too
	$(BIN)/python client/shapes.py

# In a process of their own: Playwright keeps an event loop running, and others could not start theirs beside it.
BROWSER_TEST = $(BIN)/python -m pytest -n $(JOBS) --dist worksteal tests/browser
browser-test: dev ## the tests in a real browser alone; WG_CHROMIUM names one, WG_NO_BROWSER=1 leaves them out
	$(BROWSER_TEST) $(ARGS)

test: dev ## format, lint, types, import rules, tests and cases; fails if any of them does
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python client/build.py check
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(ARGS)
	$(if $(ARGS),@echo "With ARGS the tests in a browser are left out: make browser-test",$(BROWSER_TEST))
	@if [ -d cases ]; then echo "$(BIN)/weathergauge cases"; $(BIN)/weathergauge cases; fi

format: dev ## put the source in the project's format and mend what the linter can
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

bench: $(VENV)/.bench ## run the benchmarks: ratios against what they are compared with
	$(BIN)/python -m benchmarks $(ARGS)

compile: dev ## compile the free table and the chapters of free tables with mypyc, where a C compiler is at hand; ARGS=--remove takes it away
	$(BIN)/python -m release.compiled $(ARGS)

profile: $(VENV)/.bench ## show where the time of a playout, a captain's order and an odds query goes, by chapter; ARGS="trafalgar duel"
	$(BIN)/python -m benchmarks.profile $(ARGS)

soak: dev ## kill the server 150 times while every title is played: nothing it answered may be lost; ARGS="--kills 1000"
	$(BIN)/python -m tests.soak $(ARGS)

hostile: dev ## try what a stranger would: spoilt records, orders and files, bombs, floods, and a million looks for secrets
	$(BIN)/python -m tests.hostile $(ARGS)

reach: dev ## play the scenarios as they are shipped, and sort every cell of the charts into read, rare and never; ARGS="trafalgar"
	$(BIN)/python -m weathergauge.testing.shipped $(ARGS)

docs: install ## write the documentation as pages into build/docs; the server shows the same under /docs/
	$(BIN)/python -m weathergauge.site build/docs

release: dev ## cut a release: version, changelog, wheel and archive, tried and tagged; ARGS=0.2.0, ARGS="0.2.0 --dry-run" only tries
	$(BIN)/python -m release.cut $(ARGS)

picture: dev ## take the README's picture again, after the pages were changed
	$(BIN)/python -m tests.browser.picture

golden: dev ## write the golden matches again, after the rules were changed on purpose
	$(BIN)/python -m tests.golden $(ARGS)

ladder: install ## play the bots against each other and rank them
	@[ -f benchmarks/ladder.py ] || { echo "There is no ladder yet: benchmarks/ladder.py is missing." >&2; exit 1; }
	$(BIN)/python -m benchmarks.ladder $(ARGS)

# Each set is held to the pins of the one before, so that players and developers run the same versions.
COMPILE = env UV_PYTHON_DOWNLOADS=never UV_CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/uv pip compile --quiet --upgrade \
	--universal --generate-hashes --no-emit-index-url --no-emit-find-links --python-version 3.11 --extra server --extra postgres pyproject.toml
lock: $(VENV)/.made ## make the lock files again from pyproject.toml
	$(PIP) install --quiet "$(UV)"
	$(subst --extra server --extra postgres pyproject.toml,--group build,$(COMPILE)) -o requirements-build.lock
	$(COMPILE) -c requirements-build.lock -o requirements-run.lock
	$(COMPILE) --group dev -c requirements-build.lock -c requirements-run.lock -o requirements.lock
	$(COMPILE) --group dev --group bench -c requirements-build.lock -c requirements.lock -o requirements-bench.lock
	@if grep -n "://" *.lock; then echo "A lock file names a host: see the lines above." >&2; exit 1; fi

clean: ## remove the environment, caches and built files
	rm -rf client/node_modules src/weathergauge/web/dist tests/browser/node_modules tests/browser/.cache
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps say which set is installed; a changed lock file or pyproject.toml makes its set old.

# An environment does not survive being moved or copied: then it is made again.
MOVED := $(shell [ ! -f $(VENV)/.made ] || [ "$$(cat $(VENV)/.made)" = '$(CURDIR)' ] || echo moved)

$(VENV)/.made: $(if $(MOVED),FORCE)
	@command -v $(PY) >/dev/null || { \
		echo "$(PY) was not found. Install Python 3.11 or newer, or name one: make install PY=python3.12" >&2; exit 1; }
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "$(PY) is $$($(PY) --version 2>&1), and Weather Gauge needs Python 3.11 or newer." >&2; \
		echo "If a newer one is installed, name it: make install PY=python3.12" >&2; exit 1; }
	@$(PY) -m venv --clear $(VENV) || { rm -rf $(VENV); \
		echo "$(PY) could not make a virtual environment." >&2; \
		echo "On Debian and Ubuntu this needs a package: sudo apt install python3-venv" >&2; exit 1; }
	@echo '$(CURDIR)' > $@

FORCE:

# Node comes from a wheel, and what builds the package from the same lock file: pip fetches nothing that is not in one.
# The client is built before the package is installed, which otherwise would build it itself.
$(VENV)/.node: $(VENV)/.made requirements-build.lock
	$(PIP) install --quiet --require-hashes -r requirements-build.lock
	@touch $@

$(VENV)/.run: $(VENV)/.node pyproject.toml requirements-run.lock hatch_build.py
	$(PIP) install --quiet --require-hashes -r requirements-run.lock
	@$(BIN)/python client/build.py
	$(PIP) install --quiet --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q src
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements.lock
	$(PIP) install --quiet --require-hashes -r requirements.lock
	@touch $@

$(VENV)/.bench: $(VENV)/.dev requirements-bench.lock
	$(PIP) install --quiet --use-pep517 --require-hashes -r requirements-bench.lock
	@touch $@
