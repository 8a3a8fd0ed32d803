# Tablekeeper: `make demo` runs the table, `make test` passes the tests. Each makes what it needs.
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3

.DEFAULT_GOAL := help
.PHONY: help demo test lint bench mutants hardware debian drawing clean

help:  ## List what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

demo: $(VENV)/demo.done  ## Run the table on virtual hardware, in this terminal
	$(BIN)/tablekeeper demo

# Three at a time, for many tests wait for boards, panels and browsers more than they compute.
test: debian drawing $(VENV)/dev.done lint  ## Check and test everything
	$(BIN)/pytest -n 3 --dist worksteal

lint: $(VENV)/dev.done  ## Style, types and the walls between the rooms
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/bench.done  ## Measure; results and reasons are in tests/bench/README.md
	$(BIN)/python -m tests.bench

mutants: $(VENV)/dev.done  ## Break the code in listed ways; every one has to turn its test red
	$(BIN)/python -m tests.mutants

hardware: drawing $(VENV)/hardware.done  ## Wiring, labels, files to print and pictures, all in build/hardware
	$(BIN)/python -m hardware make

# A browser, a compiler, Node.js and a made-up USB bus: where they cannot be had, the tests that need them are skipped and say so.
debian:
	@if [ $$(command -v chromium cc node umockdev-run | wc -l) = 4 ]; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
			chromium gcc libc6-dev nodejs umockdev >/dev/null; \
	else echo "Without root: what needs chromium, cc, node or umockdev is skipped (apt-get install chromium gcc libc6-dev nodejs umockdev)."; fi

drawing:
	@if command -v dot >/dev/null 2>&1 && command -v rsvg-convert >/dev/null 2>&1; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
			graphviz librsvg2-bin fonts-dejavu-core >/dev/null; \
	else echo "Without root: install them first (sudo apt-get install graphviz librsvg2-bin fonts-dejavu-core)."; fi

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

$(VENV)/hardware.done: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[hardware]'
	touch $@

$(VENV)/dev.done: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable '.[demo,dev,hardware]'
	touch $@ $(VENV)/demo.done $(VENV)/hardware.done
