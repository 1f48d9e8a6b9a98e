# Two commands for a newcomer: make demo, make test. `make help` lists the rest.
# Needs Python 3.11+ with venv, make and git; everything else goes into .venv.

# `make -f /path/to/Makefile` works from every folder: the targets run in the checkout.
CHECKOUT := $(patsubst %/,%,$(dir $(realpath $(lastword $(MAKEFILE_LIST)))))
ifneq ($(CHECKOUT),$(realpath $(CURDIR)))
.DEFAULT_GOAL := help
.PHONY: help $(MAKECMDGOALS)
help $(filter-out help,$(MAKECMDGOALS)):
	@$(MAKE) --no-print-directory -C $(CHECKOUT) $@
else

PYTHON ?= python3
BIN := .venv/bin
RUN := $(BIN)/python
TESTS ?= tests
# Processes of the suite: as many as the machine has, four at most.
TEST_PROCESSES ?= auto
PYTEST = $(RUN) -m pytest -n $(TEST_PROCESSES) --maxprocesses=4
QUICK := not processes and not fuzzing and not slow and not browser

.DEFAULT_GOAL := help
# Keep compiled code between runs, where the environment turned that off too: start-up takes half.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup dashboard frontend api retrieval demo test test-slow test-all check bench pictures load faults lock catalog gallery schemas examples client format up down clean distclean

help: ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: ## make .venv from the lock file, with the hvrmet command
	@command -v $(PYTHON) >/dev/null || { \
	  echo "setup: $(PYTHON) was not found"; \
	  echo "  what to do: apt install python3 python3-venv"; exit 1; }
	@$(PYTHON) scripts/bootstrap.py

dashboard: setup ## build the pages of frontend/ (nothing to do where they are built already)
	@$(RUN) scripts/dashboard.py build

demo: dashboard ## a diagnosis end to end, then serve until Ctrl-C (ONCE=1 ends after the report, PORT=...)
	@$(RUN) -m hvrmet.embedded.demo $(if $(ONCE),--once) $(if $(PORT),--port $(PORT))

test: setup ## the suite without its slow part (TESTS=path for a part)
	@$(PYTEST) --dist=worksteal -m "$(QUICK)" $(TESTS)
ifeq ($(TESTS),tests)
	@$(RUN) scripts/dashboard.py test
endif

test-slow: dashboard ## the slow part: processes that are killed, whole runs, a browser, requests at random
	@$(PYTEST) --dist=loadfile --no-loadscope-reorder -m "not ($(QUICK))" $(TESTS)

test-all: test test-slow ## everything

check: setup ## style, types, layers, migrations, schemas, documentation
	@$(RUN) scripts/check.py

bench: setup ## diagnoses, operators and charts against the usual tools; `make bench frontend`, `make bench api`, `make bench retrieval` (BENCH="--seconds 20 ...")
ifneq ($(filter frontend,$(MAKECMDGOALS)),)
	@$(RUN) -m tests.dashboard.bench
else ifneq ($(filter api,$(MAKECMDGOALS)),)
	@$(RUN) -m tests.hvrmet.bench_api $(BENCH)
else ifneq ($(filter retrieval,$(MAKECMDGOALS)),)
	@$(RUN) -m tests.hvrmet.bench_retrieval $(BENCH)
else
	@$(BIN)/hvrmet bench
endif

frontend api retrieval:
	@:

pictures: setup ## take the pictures of the dashboard in docs/images again
	@$(RUN) -m tests.dashboard.pictures

load: setup ## sockets and requests beside running diagnoses, on a platform of its own (LOAD="--seconds 60 ...")
	@$(RUN) -m hvrmet.embedded.load $(LOAD)

faults: setup ## kill everything at random moments under load (SEED=, ROUNDS=, RABBITMQ=1)
	@$(RUN) -m tests.faults $(if $(SEED),--seed $(SEED)) $(if $(ROUNDS),--rounds $(ROUNDS)) \
	  $(if $(RABBITMQ),--rabbitmq)

lock: setup ## resolve requirements/*.lock again (UPGRADE=1 takes newest versions)
	@$(RUN) scripts/lock.py $(if $(UPGRADE),--upgrade)

catalog: setup ## write diagnostics/documentation/catalog.json and pages.json
	@$(RUN) scripts/build_catalog.py
	@$(RUN) scripts/build_pages.py

gallery: setup ## draw every chart of the catalogue into docs/gallery
	@$(RUN) scripts/build_gallery.py

schemas: setup ## write diagnostics/contracts/schemas/*.json, docs/openapi.json and sockets.json
	@$(RUN) scripts/build_schemas.py
	@$(RUN) scripts/build_openapi.py
	@$(RUN) scripts/build_socket_schemas.py

examples: setup ## ask every operation of the API on a run of a sample and keep the answers as its examples
	@$(RUN) -m pytest -q tests/hvrmet/record_examples.py
	@$(RUN) scripts/build_openapi.py

client: setup ## build the Python client (clients/python) as a wheel in build/client
	@cd clients/python && ../../$(BIN)/hatchling build -t wheel -d ../../build/client

format: setup ## put the sources in the project's form
	@$(BIN)/ruff check --fix --quiet . && $(BIN)/ruff format --quiet .
	@$(RUN) scripts/dashboard.py format

up: dashboard ## start the embedded platform in the background (PORT=...)
	@$(RUN) -m hvrmet.embedded.control up $(if $(PORT),--port $(PORT))

down: ## stop it
	@test ! -x $(RUN) || $(RUN) -m hvrmet.embedded.control down

clean: down ## remove the embedded data and every cache; .venv stays
	@test ! -x $(RUN) || $(RUN) -m hvrmet.embedded.control remove
	@rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache build dist
	@find . -name __pycache__ -type d -not -path './.venv/*' -prune -exec rm -rf {} +

distclean: clean ## remove .venv too
	@rm -rf .venv

endif
