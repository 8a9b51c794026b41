# Everything a person does here, one word each. `make` alone lists them.

PYTHON ?= python3
UV_VERSION := 0.13.7

VENV := .venv
BENCH_VENV := .venv-bench
LOCK_VENV := .venv-lock
BIN := $(VENV)/bin

# Twice quiet: errors are told, a machine's own pip settings are not commented on.
PIP_INSTALL := -m pip --disable-pip-version-check install --quiet --quiet
COMPILE := $(LOCK_VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --custom-compile-command "make lock"

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup play test check format golden bench lock clean

# $(call make_venv,FOLDER): an empty environment, or a clear sentence saying what is missing.
define make_venv
	@command -v $(PYTHON) >/dev/null \
		|| { echo "Hanamichi needs Python 3.11 or newer, and found no '$(PYTHON)'. Name yours: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Hanamichi needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>&1). Name a newer one: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo "This Python cannot make a virtual environment. On Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv $(1)
endef

# $(call install_hanamichi,FOLDER): the locked dependencies, then this checkout, editable.
define install_hanamichi
	$(call make_venv,$(1))
	@echo "Installing Hanamichi into $(1) (the first time takes a minute)"
	@$(1)/bin/python $(PIP_INSTALL) --require-hashes -r requirements/dev.txt
	@$(1)/bin/python $(PIP_INSTALL) --no-deps --no-build-isolation --editable .
endef

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/.installed ## Put Hanamichi and its tools in .venv

$(VENV)/.installed: pyproject.toml requirements/dev.txt
	$(call install_hanamichi,$(VENV))
	@touch $@

play: setup ## Play in this terminal
	@$(BIN)/hanamichi play

test: check ## Run every check and every test
	@$(BIN)/python -m pytest --numprocesses auto

check: setup ## Check format, lint and types
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy

format: setup ## Format the code and mend what lint can mend
	@$(BIN)/ruff check --fix-only .
	@$(BIN)/ruff format .

golden: setup ## Write the golden transcripts anew
	@$(BIN)/python -m tests.golden.regenerate

bench: $(BENCH_VENV)/.installed ## Measure our engine beside its peers
	@$(BENCH_VENV)/bin/python $(PIP_INSTALL) --only-binary :all: --require-hashes -r requirements/bench.txt \
		|| echo "The peer open_spiel could not be installed for this Python: only Hanamichi is measured." >&2
	@$(BENCH_VENV)/bin/python benchmarks/reference_engine.py

$(BENCH_VENV)/.installed: pyproject.toml requirements/dev.txt
	$(call install_hanamichi,$(BENCH_VENV))
	@touch $@

lock: $(LOCK_VENV)/bin/uv ## Lock the dependencies anew (newer ones: make lock LOCK_FLAGS=--upgrade)
	@$(COMPILE) $(LOCK_FLAGS) pyproject.toml --group dev --output-file requirements/dev.txt
	@$(COMPILE) $(LOCK_FLAGS) requirements/bench.in --constraint requirements/dev.txt --output-file requirements/bench.txt

$(LOCK_VENV)/bin/uv:
	$(call make_venv,$(LOCK_VENV))
	@$(LOCK_VENV)/bin/python $(PIP_INSTALL) uv==$(UV_VERSION)

clean: ## Remove the environments, caches and builds
	@rm -rf $(VENV) $(BENCH_VENV) $(LOCK_VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
