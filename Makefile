# Two commands do everything: `make run` and `make test`.
PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
PIP     = $(BIN)/python -m pip --disable-pip-version-check -q
JOBS   ?= 4
ARGS   ?=

.PHONY: app release run test check pytest lint types imports front format install install-test bench mutants oracles bounds audit cluster soak fuzz clean

run: $(VENV)/.run
	$(BIN)/qipan serve --demo $(ARGS)

# The checks of the source run beside the tests: most tests wait for a server or a browser now and then.
test: $(VENV)/.test
	$(MAKE) --no-print-directory -j 2 check pytest

check:
	$(MAKE) --no-print-directory lint types imports front

# Workers, and the servers that tests start, read the same program and the same tests: these are
# compiled once, for all of them, also where the environment asks for no bytecode to be written.
pytest: export PYTHONDONTWRITEBYTECODE =
pytest: $(VENV)/.test
	$(BIN)/python -m compileall -q src
	$(BIN)/python -m pytest --collect-only -qq $(ARGS) >/dev/null || true
	$(BIN)/python scripts/run_tests.py $(JOBS) $(ARGS)

lint: $(VENV)/.test
	$(BIN)/ruff check src tests benchmarks deploy scripts
	$(BIN)/ruff format --check src tests benchmarks deploy scripts

types: $(VENV)/.test
	$(BIN)/mypy

imports: $(VENV)/.test
	$(BIN)/lint-imports --no-cache

# Templates, scripts and styles: format, rules, types. The tools are those of package-lock.json.
front: $(VENV)/.test
	$(BIN)/python scripts/front.py install
	$(BIN)/python scripts/front.py check

# Rewrites everything in the form that the checks ask for.
format: $(VENV)/.test
	$(BIN)/ruff format src tests benchmarks deploy scripts
	$(BIN)/python scripts/front.py install
	$(BIN)/python scripts/front.py format

# Every measurement, with the peers beside; writes docs/benchmarks.md. ARGS=--quick for small sizes.
bench: $(VENV)/.test
	$(PIP) install -e ".[bench]"
	$(BIN)/python benchmarks/all.py --runs 3 $(ARGS)

# Would the tests notice? Small changes in named modules, and the share that a test fails for.
# ARGS="play/decide --per-module 50 --seed 2" for one module, more changes, other ones.
mutants: $(VENV)/.test
	$(BIN)/python scripts/mutants $(ARGS)

# The long comparisons: every road to the same fact, in every event of every book, at every stop.
oracles: $(VENV)/.test
	QIPAN_ORACLES=1 $(BIN)/python -m pytest -n $(JOBS) --dist worksteal tests/views tests/oracles \
		tests/formats/test_pgn_of_others.py tests/formats/report/test_trf_readers.py $(ARGS)

# PostgreSQL, NATS, two edges, two workers and two schedulers from real programs; Ctrl-C stops them.
cluster: $(VENV)/.test
	$(BIN)/python deploy/cluster.py $(ARGS)

# Every requirement at its lower bound, in an environment of its own, and a walk through the program;
# ARGS="-- tests/store" runs tests there as well.
bounds: $(VENV)/.test
	$(BIN)/python tests/lower_bounds.py $(ARGS)

# Faults at random under live games, for 30 minutes (ARGS="--minutes 5 --seed 2"); ends with a verdict.
soak: $(VENV)/.test
	$(BIN)/python tests/faults/scenario.py $(ARGS)
	$(BIN)/python tests/faults/kills.py
	QIPAN_SOAK=1 $(BIN)/python -m pytest -q tests/e2e/test_repairs.py tests/web/test_act_and_undo.py tests/e2e/test_game_screen.py \
		tests/e2e/test_live_boards.py tests/e2e/test_live_line.py tests/e2e/test_live_star.py tests/faults/test_standby.py tests/faults/test_standby_on_postgres.py
	QIPAN_WHOLE=1 $(BIN)/python -m pytest -q tests/e2e/test_stranger.py

# Damaged files for every reader, then every form of every page, then the API by its document, then
# walks of random acts through every event of every book; seeded
# (ARGS="--inputs 250000 --seed 2").
fuzz: $(VENV)/.test
	$(BIN)/python tests/fuzz/run.py $(ARGS)
	$(BIN)/python tests/fuzz/forms.py
	$(BIN)/python tests/fuzz/api.py
	$(BIN)/python tests/security/probing.py --all
	QIPAN_FUZZ=1 $(BIN)/python -m pytest -q -n $(JOBS) tests/security/test_schema.py tests/fuzz/test_walk_short.py

# Known vulnerabilities of what we depend on; needs the advisory service of the package index.
audit: $(VENV)/.run
	$(PIP) install "pip-audit>=2.7"
	$(BIN)/pip-audit --progress-spinner off --skip-editable

# The program as one file, for this system, with fonts inside: dist/qipan. A double click starts it.
app: $(VENV)/.run
	$(PIP) install -e ".[app]"
	$(BIN)/python deploy/app/build.py $(ARGS)
	$(BIN)/python deploy/app/trial.py

# Wheel, sdist, one-file program, list of parts and checksums into dist/; the wheel is installed
# and tried in an environment of its own. ARGS=--without-app leaves the program out.
release: $(VENV)/.run
	$(PIP) install -e ".[app]"
	$(BIN)/python scripts/release.py $(ARGS)

install: $(VENV)/.run
install-test: $(VENV)/.test

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: $(VENV)/bin/python pyproject.toml
	$(PIP) install -e ".[go,pdf]"
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m compileall -q src
	touch $@

$(VENV)/.test: $(VENV)/bin/python pyproject.toml scripts/test-programs
	$(PIP) install -e ".[test]"
	sh scripts/test-programs $(BIN)/python
	touch $@ $(VENV)/.run

clean:
	rm -rf $(VENV) node_modules build dist src/*.egg-info .mypy_cache .ruff_cache .hypothesis
