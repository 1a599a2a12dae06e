# `make demo` and `make test` need Python 3.11+, git and the package registry, nothing else.

PYTHON ?= python3
BIN := .venv/bin
NOTES ?= 10000
MINUTES ?= 3
# One worker more than cores: tests of servers, browsers and watchers wait a quarter of their time.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
PYTEST := $(BIN)/pytest -n $(WORKERS) --dist worksteal

# pytest compiles the tests with asserts that explain themselves, in each worker unless it may keep the result.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test check test-all bench reliability clean

demo: $(BIN)/dowse
	@$(BIN)/python examples/demo.py

# Hundreds of tests start the command, which writes no bytecode of its own there.
test: .venv/.dev
	@$(BIN)/python -m compileall -q src
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy --num-workers auto
	$(PYTEST) -q -m "not exhaustive"

check: .venv/.dev
	@$(BIN)/python -m compileall -q src
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/mypy --num-workers auto
	$(PYTEST) -q -m "not slow and not exhaustive"

# Not quiet, for the head of the output has the seed.
test-all: .venv/.dev
	@$(BIN)/python -m compileall -q src
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy --num-workers auto
	$(PYTEST)

bench: $(BIN)/dowse
	$(BIN)/python benchmarks/speed.py --notes $(NOTES)

# SEED=n repeats a run, DOWSE=path attacks another installation.
reliability: .venv/.dev
	$(BIN)/python reliability --minutes $(MINUTES) $(if $(SEED),--seed $(SEED)) $(if $(DOWSE),--dowse $(DOWSE))

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "dowse needs Python 3.11 or newer; try make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv

$(BIN)/dowse: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

# pip compiles one file after the other; each core can take some. A package may have files that do not compile.
.venv/.dev: pyproject.toml packages/dowse-minilm/pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --editable '.[dev]' --editable packages/dowse-minilm
	@$(BIN)/python -m compileall -q -j 0 .venv/lib >/dev/null || true
	@touch $(BIN)/dowse $@

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
