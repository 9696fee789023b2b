# From a bare checkout with python3 (3.11 or newer), make and a C library: everything else is installed below this
# folder, by lock files, once. What is done leaves a stamp behind, written last, and is not done again.

PYTHON ?= python3
# Behind a mirror: uv asks where pip asks.
ifdef PIP_INDEX_URL
export UV_DEFAULT_INDEX ?= $(PIP_INDEX_URL)
endif
# Set by an active virtual environment, which must not get in the way of this project's own.
unexport VIRTUAL_ENV

VENV := .venv/bin
# The path of this folder may have spaces and quotes, which make's own functions take for something else: only the shell
# handles it, and never as text of a command.
NODE := PATH="$$PWD/../.venv/bin:$$PATH"
TOOL := PYTHONPATH=tools exec $(VENV)/python
UV := $(shell uv --version >/dev/null 2>&1 && echo uv || echo .tools/bin/uv)

PACKAGES := .venv/.installed
MODULES := frontend/node_modules/.installed
CLIENT := frontend/build/.built
CATALOG := frontend/src/api/catalog.gen.ts
SCHEMA := frontend/src/api/schema.gen.ts
# The server's templates are among them: the stylesheet holds the classes they use.
CLIENT_SOURCES := $(shell find frontend/src frontend/public -not -name '*.test.ts*') \
	$(shell find backend tools -path '*/templates/*' -name '*.html') \
	$(wildcard frontend/vite.config.ts frontend/react-router.config.ts frontend/tsconfig.json)

.DEFAULT_GOAL := help
.PHONY: help configure update restore doctor run dev test check bench rehearse attack several-machines test-update release generate lock format clean install

help:
	@echo 'make configure on a server: ask for what the site needs, try it out, write .env and start (docs/open-your-site.md)'
	@echo 'make update    on a server: bring the site up to the newest version without closing it'
	@echo 'make doctor    on a server: say what is missing or wrong'
	@echo 'make run       install, build and serve the whole product on http://127.0.0.1:8000 (PORT=… DATA_DIR=…)'
	@echo 'make dev       the same with autoreload for both sides'
	@echo 'make test      all tests: backend, web client, end to end in Chromium'
	@echo 'make check     formatters, linters, types; generated files and migrations in step; sizes of pages'
	@echo 'make generate  write the catalog and the API types of the web client, and the drawing of the backend'
	@echo 'make format    format both sides'
	@echo 'make bench     the benchmarks'
	@echo 'make rehearse  a day of the season in ten minutes (MINUTES=…), with faults: nothing is lost, doubled or stuck'
	@echo 'make attack    scanners against the running product, its headers, packages and sums (EXAMPLES=50 for longer)'
	@echo 'make several-machines  two machines, PgBouncer, a replica and object storage on loopback: checks, measurements'
	@echo 'make test-update  the last release reads and writes on the schema of today'
	@echo 'make release VERSION=1.1.0  record a version; its migrations never change again'
	@echo 'make restore   replace the database by a backup, the newest or BACKUP=… (KEY=file of the private key, YES=1)'
	@echo 'make lock      resolve the dependencies anew into requirements/ and package-lock.json'
	@echo 'make clean     remove everything installed and built (the data in var/ stay)'

# These three need only python3 and Docker.
configure:
	@PYTHONPATH=tools $(PYTHON) -m install.configure

update:
	@bin/update

doctor:
	@docker compose exec -T web python manage.py doctor

run: $(PACKAGES) $(CLIENT)
	@$(TOOL) -m devtools.run

# What the last release's code does on the schema of today; and recording a release.
test-update: $(PACKAGES)
	@$(TOOL) -m devtools.former_release

release: $(PACKAGES)
	@$(TOOL) -m devtools.release $(VERSION)

dev: $(PACKAGES) $(MODULES)
	@$(TOOL) -m devtools.run --dev

test: $(PACKAGES) $(MODULES) $(CLIENT)
	@$(TOOL) -m devtools.test

check: $(PACKAGES) $(CLIENT)
	@$(TOOL) -m devtools.check

bench: $(PACKAGES) $(CLIENT)
	@$(TOOL) -m devtools.bench

several-machines: $(PACKAGES) $(CLIENT)
	@$(TOOL) -m devtools.machines

rehearse: $(PACKAGES) $(CLIENT)
	@$(TOOL) -m devtools.rehearse $(if $(MINUTES),--minutes $(MINUTES)) $(if $(SEED),--seed $(SEED))

attack: $(PACKAGES) $(CLIENT)
	@$(TOOL) -m devtools.attack $(if $(EXAMPLES),--examples $(EXAMPLES)) $(if $(SEED),--seed $(SEED)) \
		$(if $(ONLY),--only $(ONLY))

restore:
	@bin/restore $(BACKUP) $(if $(KEY),--key '$(KEY)') $(if $(YES),--yes)

generate: $(PACKAGES) $(MODULES)
	@$(TOOL) -m devtools.generate

format: $(PACKAGES) $(MODULES)
	$(VENV)/ruff format
	$(VENV)/ruff check --fix
	cd frontend && $(NODE) npm run --silent format

lock: $(UV)
	$(UV) pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-header \
		--no-emit-index-url pyproject.toml -o requirements/base.txt $(UPGRADE)
	$(UV) pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-header \
		--no-emit-index-url pyproject.toml --group dev -o requirements/dev.txt $(UPGRADE)
	cd frontend && $(NODE) npm install --package-lock-only --ignore-scripts

clean:
	rm -rf .venv .tools frontend/node_modules frontend/build frontend/.react-router

install: $(PACKAGES) $(MODULES)

# --- What is installed and built ---------------------------------------------------------------------------------

.tools/bin/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11 …' >&2; exit 1; }
	@echo 'Installing uv …'
	@$(PYTHON) -m venv --clear .tools || \
		{ echo 'python3 lacks its venv module (Debian: apt-get install python3-venv)' >&2; exit 1; }
	@.tools/bin/python -m pip install --quiet --disable-pip-version-check 'uv>=0.8,<1'

$(PACKAGES): requirements/dev.txt $(if $(filter .tools/bin/uv,$(UV)),| .tools/bin/uv)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11 …' >&2; exit 1; }
	@echo 'Installing the Python packages …'
	@test -x $(VENV)/python || $(PYTHON) -m venv --clear --without-pip .venv
	@$(UV) pip sync --quiet --python $(VENV)/python requirements/dev.txt
	@touch $@

# Not `npm ci`: it refuses a lock file without the optional packages of every platform, and not every mirror has those.
# This takes the locked versions and hashes as well, and writes no file.
$(MODULES): frontend/package-lock.json | $(PACKAGES)
	@echo 'Installing the packages of the web client …'
	@cd frontend && rm -rf node_modules && $(NODE) npm install --no-save --ignore-scripts --loglevel=error >/dev/null
	@touch $@

$(CLIENT): $(CLIENT_SOURCES) $(CATALOG) $(MODULES)
	@echo 'Building the web client …'
	@cd frontend && $(NODE) npm run --silent build -- --logLevel error
	@$(VENV)/python -m whitenoise.compress --quiet frontend/build/client
	@touch $@

$(CATALOG): backend/catalog/catalog.py backend/looks/look.py backend/common/statuses.py \
		backend/common/new_hampshire.py $(wildcard backend/*/models.py) \
		backend/payments/states.py | $(PACKAGES)
	@cd backend && DEBUG=1 DATABASE_URL=postgresql:///none ../$(VENV)/python manage.py write_catalog ../$@
	@touch $@
