# make demo: a paper and the arena in small, and the page.  make: every figure and the report.
# make test: the tests.  make test-all: those that take long, too.
# make lint: style.  make docs: the pages that are made from schemas and verdicts.
PYTHON ?= python3
CORES ?= all
INSTALLED := .venv/installed
PYTEST := .venv/bin/pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

.PHONY: all demo test test-all lint docs lock

all: $(INSTALLED)
	.venv/bin/snakemake --cores $(CORES) --rerun-incomplete

demo: $(INSTALLED)
	.venv/bin/snakemake --cores $(CORES) --rerun-incomplete --configfile config/demo.yaml

test: $(INSTALLED)
	$(PYTEST)

test-all: $(INSTALLED)
	$(PYTEST) -m ""

lint: $(INSTALLED)
	.venv/bin/ruff check src tests benchmarks docs
	.venv/bin/ruff format --check src tests benchmarks docs
	.venv/bin/snakefmt --check Snakefile workflow
	.venv/bin/snakemake --lint

docs: $(INSTALLED)
	.venv/bin/python docs/generate.py

$(INSTALLED): requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=/path/to/python3")'
	$(PYTHON) -m venv .venv
	.venv/bin/pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock
	.venv/bin/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

# For developers, after a change of the dependencies; needs uv.
lock:
	uv pip compile --universal --fork-strategy fewest --generate-hashes \
		--no-header --no-annotate --python-version 3.11 --extra test pyproject.toml \
		--output-file requirements.lock --quiet
