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

.DEFAULT_GOAL := help
# Keep compiled code between runs, where the environment turned that off too: start-up takes half.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup pages-build demo test nightly test-all check smoke bench bench-map bench-live bench-events load faults lock catalog gallery schemas client format up down clean distclean

help: ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: ## make .venv from the lock file, with the hvrmet command
	@command -v $(PYTHON) >/dev/null || { \
	  echo "setup: $(PYTHON) was not found"; \
	  echo "  what to do: apt install python3 python3-venv"; exit 1; }
	@$(PYTHON) scripts/bootstrap.py

pages-build: setup ## build the pages of frontend/ (nothing to do where they are built already)
	@$(RUN) scripts/frontend.py build

demo: pages-build ## a diagnosis end to end, then serve until Ctrl-C (ONCE=1 ends after the report, PORT=...)
	@$(RUN) -m hvrmet.embedded.demo $(if $(ONCE),--once) $(if $(PORT),--port $(PORT))

test: setup ## the suite and the pages' own tests, without what needs brokers, processes or patience (TESTS=path for a part)
	@status=0; \
	PYTHONHASHSEED=0 $(RUN) -m pytest -n $(TEST_PROCESSES) --maxprocesses=4 --dist=worksteal $(TESTS) || status=1; \
	$(if $(filter tests,$(TESTS)),$(RUN) scripts/frontend.py test || status=1;) \
	exit $$status

nightly: setup ## all that is slow or violent, part by part (PART=name for one)
	@$(RUN) -m tests.nightly $(PART)

smoke: setup ## the whole platform once: a diagnosis, a request, a browser, a killed supervisor
	@PYTHONPATH=platform $(RUN) scripts/smoke.py

test-all: ## the gate and all parts of nightly
	@bash .ci/run
	@$(MAKE) --no-print-directory nightly

check: setup ## style, types, layers, migrations, schemas, documentation
	@$(RUN) scripts/check.py

bench: setup ## whole diagnoses with their parts, and operators and charts against the usual tools
	@$(BIN)/hvrmet bench

bench-map: setup ## frames a second of the pages' map, against every layer drawn in each frame
	@$(RUN) scripts/frontend.py run bench

bench-live: setup ## from an event in the database to the screen, and memory after 10,000 events
	@PYTHONPATH=platform $(RUN) scripts/bench_live.py

bench-events: setup ## a page of 500 events for 20 clients, against the raw rows of the database
	@PYTHONPATH=platform $(RUN) scripts/bench_events.py

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

client: setup ## generate the Python client from docs/openapi.json into build/client
	@$(RUN) scripts/build_client.py

format: setup ## put the sources in the project's form
	@$(BIN)/ruff check --fix --quiet . && $(BIN)/ruff format --quiet .
	@$(RUN) scripts/frontend.py run format

up: pages-build ## start the embedded platform in the background (PORT=...)
	@$(RUN) -m hvrmet.embedded.control up $(if $(PORT),--port $(PORT))

down: ## stop it
	@test ! -x $(RUN) || $(RUN) -m hvrmet.embedded.control down

clean: down ## remove the embedded data and every cache; .venv stays
	@test ! -x $(RUN) || $(RUN) -m hvrmet.embedded.control remove
	@rm -rf platform/hvrmet/dashboard/static frontend/src/generated frontend/test-results
	@rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache build dist
	@find . -name __pycache__ -type d -not -path './.venv/*' -prune -exec rm -rf {} +

distclean: clean ## remove .venv too
	@rm -rf .venv frontend/node_modules

endif
