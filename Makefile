# Tablekeeper: `make demo` runs the table, `make test` passes the tests. Each makes what it needs.
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3

.DEFAULT_GOAL := help
.PHONY: help demo test lint bench clean

help:  ## List what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

demo: $(VENV)/demo.done  ## Run the table on virtual hardware, in this terminal
	$(BIN)/tablekeeper demo

test: $(VENV)/dev.done lint  ## Check and test everything
	$(BIN)/pytest -n 2 --dist worksteal

lint: $(VENV)/dev.done  ## Style, types and the walls between the rooms
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/bench.done  ## Measure; results and reasons are in tests/bench/README.md
	$(BIN)/python -m tests.bench

clean:  ## Remove what was made
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# One install for both, so that neither make of a demo nor of the tests undoes the other's.
$(VENV)/demo.done: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[demo]'
	touch $@

$(VENV)/bench.done: $(VENV)/dev.done
	$(BIN)/python -m pip install --quiet --editable '.[bench]'
	touch $@

$(VENV)/dev.done: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[demo,dev]'
	touch $@ $(VENV)/demo.done
