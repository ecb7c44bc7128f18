# make: every figure and the report.  make demo: one paper and the arena on a small scale, with a report.
# make test: the tests.  make test-all: the slow ones, too.  make lint: style.  make slurm: the plugin for clusters.
# make clean: deletes outputs except runs.  make docs: the pages made from schemas and verdicts.
PYTHON ?= python3
CORES ?= all
INSTALLED := .venv/installed
PYTEST := .venv/bin/pytest --numprocesses auto --dist loadfile --no-loadscope-reorder
INSTALL := .venv/bin/pip install --quiet --disable-pip-version-check

.PHONY: all demo clean test test-all slurm lint docs lock

all: $(INSTALLED)
	.venv/bin/snakemake --cores $(CORES)

demo: $(INSTALLED)
	.venv/bin/snakemake --cores $(CORES) --configfile config/demo.yaml

# Runs are named by a digest of their inputs, so they are never stale; those on Criteo or log delays are simulated
# again all the same. rm -r results deletes runs, too
clean:
	find results figures -not -path '*/runs/*' '(' -type f -o -empty ')' -delete

test: $(INSTALLED)
	$(PYTEST)

test-all: $(INSTALLED)
	$(PYTEST) -m ""

# Not in requirements.lock, because Snakemake would import it at every start, which takes a second
slurm: $(INSTALLED)
	$(INSTALL) --require-hashes --no-deps --requirement profiles/slurm/requirements.lock

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
	$(INSTALL) --require-hashes --requirement requirements.lock
	$(INSTALL) --no-deps --no-build-isolation --editable .
	touch $@

# After a change of dependencies; needs uv
lock:
	uv pip compile --universal --fork-strategy fewest --generate-hashes \
		--no-header --no-annotate --python-version 3.11 --extra test pyproject.toml \
		--output-file requirements.lock --quiet
	printf "snakemake-executor-plugin-%s\n" slurm slurm-jobstep | uv pip compile --no-deps \
		--universal --generate-hashes --no-header --no-annotate --python-version 3.11 - \
		--output-file profiles/slurm/requirements.lock --quiet
