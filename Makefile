# `make demo` checks a real implementation; `make test` passes the tests. Both set up what they need.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
JAVASCRIPT := conformance/adapters/uno-engine conformance/adapters/pokemon-showdown
ROUNDS ?= 1000
MATCHES ?= 20

.PHONY: demo test lint unit suite site bench adequacy models clean

demo: $(VENV)/demo.done ## which rules of uno/2008 does RLCard depart from?
	@$(BIN)/unospec run --impl rlcard --ruleset uno/2008 --no-known; code=$$?; \
	echo; echo "One case in full:  $(BIN)/unospec run --impl rlcard --no-known --case reverse-0003 -v"; \
	[ $$code -le 1 ]

test: lint unit suite site ## everything that has to hold

lint: $(VENV)/test.done
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/unospec cases build --check
	$(BIN)/unospec cases lint

unit: $(VENV)/test.done
	$(BIN)/pytest

suite: $(VENV)/test.done ## the reference, wrong ones, the real ones with what is known of them, and how good it is
	$(BIN)/unospec run --quiet
	$(BIN)/unospec cases fakes
	$(BIN)/unospec adequacy --check
	$(BIN)/unospec run --impl rlcard --quiet
	@if command -v node >/dev/null; then for adapter in $(JAVASCRIPT); do \
	  $(BIN)/unospec run --impl $$(basename $$adapter) --quiet || exit 1; done; \
	else echo "node is missing: the JavaScript adapters were not run"; fi

site: $(VENV)/test.done
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

bench: $(VENV)/test.done ## both sides in one run; see reference_impl/benchmarks
	$(BIN)/python reference_impl/benchmarks/run.py

adequacy: $(VENV)/test.done ## what rules or cases have changed since conformance/adequacy was written
	$(BIN)/unospec adequacy --stale --write

models: $(VENV)/test.done ## all states of small games of every rule set
	$(BIN)/unospec models --all

simulate: $(VENV)/test.done ## random rounds and matches of the documents' rule sets, every pair of options; takes five minutes
	@code=0; for id in $$($(BIN)/unospec list --kind ruleset | grep -o '^  doc[^ ]*'); do \
	  $(BIN)/unospec simulate $$id --pairwise --rounds $(ROUNDS) --matches $(MATCHES) || code=$$?; \
	done; exit $$code

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/demo.done: pyproject.toml | $(BIN)/python
	$(BIN)/pip install --quiet -e ".[rlcard]"
	@touch $@

$(VENV)/test.done: pyproject.toml | $(BIN)/python
	$(BIN)/pip install --quiet -e ".[test,site,rlcard]"
	@if command -v npm >/dev/null; then for adapter in $(JAVASCRIPT); do \
	  npm install --prefix $$adapter --ignore-scripts --omit=optional --no-package-lock --silent || exit 1; done; \
	else echo "npm is missing: the tests of the JavaScript adapters will be skipped"; fi
	@touch $@

clean:
	rm -rf $(VENV) .cache site build dist
