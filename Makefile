# The commands of this project. `make` alone lists them.

PYTHON ?= python3
UV_VERSION := 0.13.7

VENV := .venv
BENCH_VENV := .venv-bench
LOCK_VENV := .venv-lock
AUDIT_VENV := .venv-audit
BIN := $(VENV)/bin

# Twice quiet: errors are shown, notices about the machine's own pip settings are not.
PIP_INSTALL := -m pip --disable-pip-version-check install --quiet --quiet
COMPILE := $(LOCK_VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --custom-compile-command "make lock"

# The browser client: its sources, the texts it shares with the server, and where it is built to.
CLIENT := src/hanamichi/server/static
WEB_SOURCES := $(shell find web -name node_modules -prune -o -name tests -prune -o -type f -print) \
	$(wildcard src/hanamichi/words/messages/*.toml)
NODE_IS_NEW_ENOUGH := const [a, b] = process.versions.node.split("."); process.exit(a * 100 + b * 1 < 2019 ? 1 : 0)
NPM = PATH="$$(cat $(VENV)/.node)$$PATH" npm --prefix web

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install setup web play test check format docs coverage wheel peers golden screens soak audit bench lock clean

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

# $(call install_hanamichi,FOLDER,FILE): the locked dependencies of a file, then this checkout, editable.
define install_hanamichi
	$(call make_venv,$(1))
	@echo "Installing what is in requirements/$(2).txt into $(1) (the first time takes a minute)"
	@$(1)/bin/python $(PIP_INSTALL) --require-hashes -r requirements/$(2).txt
	@$(1)/bin/python $(PIP_INSTALL) --no-deps --no-build-isolation --editable .
endef

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# requirements/dev.txt has everything that requirements/play.txt has, in the same versions: either may come first.
install: $(VENV)/.play ## Install what playing and serving need into .venv

$(VENV)/.play: pyproject.toml requirements/play.txt
	$(call install_hanamichi,$(VENV),play)
	@touch $@

setup: $(VENV)/.installed ## Install the development tools too

$(VENV)/.installed: pyproject.toml requirements/dev.txt
	$(call install_hanamichi,$(VENV),dev)
	@touch $(VENV)/.play $@

web: $(CLIENT)/index.html ## Build the browser client

# The machine's Node where it is new enough, otherwise one from a Python wheel: the file says which.
$(VENV)/.node: $(VENV)/.play requirements/node.txt
	@if command -v npm >/dev/null && node -e '$(NODE_IS_NEW_ENOUGH)' 2>/dev/null; then : >$@; else \
		echo "No Node 20.19 or newer on this machine: taking one from a Python wheel" && \
		$(BIN)/python $(PIP_INSTALL) --require-hashes -r requirements/node.txt && \
		printf '%s:' '$(CURDIR)/$(BIN)' >$@; \
	fi

# Building needs a part of the packages; checks and tests need all of them.
web/node_modules/.build: web/package.json web/package-lock.json $(VENV)/.node
	@$(NPM) ci --omit=dev --loglevel=error
	@touch $@

web/node_modules/.installed: web/package.json web/package-lock.json $(VENV)/.node
	@$(NPM) ci --loglevel=error
	@touch web/node_modules/.build $@

$(CLIENT)/index.html: $(WEB_SOURCES) web/node_modules/.build
	@echo "Building the browser client"
	@$(NPM) run --silent build -- --logLevel error

play: install web ## Open the table in your browser
	@$(BIN)/hanamichi serve --open

test: check web ## Run every check and every test
	@$(NPM) run --silent test
	@$(BIN)/python -m pytest --numprocesses auto

check: setup web/node_modules/.installed ## Check format, lint and types
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(NPM) run --silent lint
	@$(NPM) run --silent check

docs: setup ## Build the documentation site into build/site; a broken link is an error
	@$(BIN)/mkdocs --quiet build

# Compiled kernels run outside Python, so their lines count as not reached.
coverage: setup web ## Report which lines the Python tests reach, in build/coverage
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest --numprocesses auto --ignore tests/browser
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage html --quiet
	@$(BIN)/coverage report --skip-covered --sort=cover

wheel: setup web ## Build the package with the client inside into dist, and try it in a clean environment
	@$(BIN)/python -m tests.wheel

peers: setup ## Test beside PyTorch, Stable-Baselines3, JAX and RLlib, which are downloaded (gigabytes)
	@$(BIN)/python -m tests.peers

format: setup web/node_modules/.installed ## Format the code and fix what the linter can fix
	@$(BIN)/ruff check --fix-only .
	@$(BIN)/ruff format .
	@$(NPM) run --silent format

golden: setup ## Rewrite the golden transcripts
	@$(BIN)/python -m tests.golden.regenerate

screens: setup web ## Photograph every screen into build/screens (some: make screens SCREENS="--only home")
	@$(BIN)/python -m tests.browser.screens $(SCREENS)

soak: setup ## Kill, fill, lock, flood and eavesdrop for twenty minutes; write docs/reliability.md
	@$(BIN)/python -m tests.soak

audit: install $(VENV)/.node ## Look for known vulnerabilities in what is locked
	@test -e $(AUDIT_VENV)/.installed || { $(PYTHON) -m venv $(AUDIT_VENV) \
		&& $(AUDIT_VENV)/bin/python $(PIP_INSTALL) --require-hashes -r requirements/audit.txt && touch $(AUDIT_VENV)/.installed; } \
		|| echo "pip-audit could not be installed: Python's packages are not audited." >&2
	@PATH="$$(cat $(VENV)/.node)$$PATH" $(BIN)/python -m tests.audit $(AUDIT_VENV)/bin/pip-audit npm

# $(call install_peer,NAME,FILE,FLAGS): a peer with a wheel for this Python, or a sentence saying it has none.
define install_peer
	@$(BENCH_VENV)/bin/python $(PIP_INSTALL) --no-deps --only-binary :all: $(3) --require-hashes -r requirements/$(2).txt \
		|| echo "The peer $(1) could not be installed for this Python: it is not measured." >&2
endef

bench: $(BENCH_VENV)/.installed ## Measure our engines and our server against others
	$(call install_peer,open_spiel,bench)
	$(call install_peer,pettingzoo,bench-pettingzoo,--no-binary chess --no-binary rlcard)
	$(call install_peer,jaxmarl,bench-jaxmarl)
	@$(BENCH_VENV)/bin/python -m benchmarks.reference_engine
	@$(BENCH_VENV)/bin/python -m benchmarks.batch_peers
	@$(BENCH_VENV)/bin/python -m benchmarks.research --minutes 0
	@$(BENCH_VENV)/bin/python -m benchmarks.load

$(BENCH_VENV)/.installed: pyproject.toml requirements/dev.txt
	$(call install_hanamichi,$(BENCH_VENV),dev)
	@touch $@

lock: $(LOCK_VENV)/bin/uv ## Lock the dependencies again (newer versions: make lock LOCK_FLAGS=--upgrade)
	@$(COMPILE) $(LOCK_FLAGS) pyproject.toml --extra play --extra postgres --group dev \
		--output-file requirements/dev.txt
	@$(COMPILE) $(LOCK_FLAGS) pyproject.toml --extra play --extra postgres --group build \
		--constraint requirements/dev.txt --output-file requirements/play.txt
	@$(COMPILE) $(LOCK_FLAGS) requirements/bench.in --constraint requirements/dev.txt --output-file requirements/bench.txt
	@for peer in pettingzoo jaxmarl; do \
		$(COMPILE) $(LOCK_FLAGS) requirements/bench-$$peer.in --constraint requirements/dev.txt \
			--output-file requirements/bench-$$peer.txt || exit 1; done
	@for file in node audit; do \
		$(COMPILE) $(LOCK_FLAGS) requirements/$$file.in --output-file requirements/$$file.txt || exit 1; done

$(LOCK_VENV)/bin/uv:
	$(call make_venv,$(LOCK_VENV))
	@$(LOCK_VENV)/bin/python $(PIP_INSTALL) uv==$(UV_VERSION)

clean: ## Remove the environments, caches and builds
	@rm -rf $(VENV) $(BENCH_VENV) $(LOCK_VENV) $(AUDIT_VENV) $(CLIENT) web/node_modules build dist .coverage* .grimp_cache .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
