# The verbs of the house; each sets up what it needs.
PYTHON ?= python3
PHOTO ?= datasets/samples/win.jpg
RULES ?= zhuoji
HOST ?= 127.0.0.1
PORT ?= 8000
PHOTOS ?= ../shared/photos
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help score serve test lint bench train evaluate lock clean

help: ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 8

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "zhuoji needs Python 3.11 or newer (set PYTHON=…)"; exit 1; }
	$(PYTHON) -m venv .venv

$(BIN)/.run: $(BIN)/python pyproject.toml requirements.lock
	$(BIN)/pip install -q -c requirements.lock -e .
	@touch $@

$(BIN)/.dev: $(BIN)/python pyproject.toml requirements.lock
	$(BIN)/pip install -q -c requirements.lock -e '.[test,lint]'
	@touch $@ $(BIN)/.run

score: $(BIN)/.run ## read a photo and settle it: make score PHOTO=path RULES=guiyang
	@$(BIN)/zhuoji score $(PHOTO) --rules $(RULES)

serve: $(BIN)/.run ## start the service with its page: make serve HOST=0.0.0.0 PORT=8000
	@$(BIN)/zhuoji serve --host $(HOST) --port $(PORT)

lint: $(BIN)/.dev ## style, types, architecture
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

test: lint ## everything that must hold
	$(BIN)/pytest --cov=scoring --cov-fail-under=100

bench: $(BIN)/.dev ## speed, as ratios against other packages in one run
	$(BIN)/pip install -q mahjong==2.1.0 cmajiang==0.0.1
	$(BIN)/python -m tests.bench

$(BIN)/.train: $(BIN)/.dev
	$(BIN)/pip install -q -e '.[train]'
	@touch $@

train: $(BIN)/.train ## train the reader from PHOTOS (not in the repository) into runs/reader; goes on where it stopped
	test -f runs/crops/flat.npz || $(BIN)/python -m datasets.crops --photos $(PHOTOS) --out runs/crops --seed 1 --scenes 600 --sets 250 --jobs 2
	$(BIN)/python -m models.train --crops runs/crops --out runs/reader $(TRAIN)
	$(BIN)/python -m models.export --weights runs/reader/last.pt --out runs/reader/reader.onnx $(EXPORT)

evaluate: $(BIN)/.dev ## figures of the shipped models on the photos of PHOTOS
	$(BIN)/python -m models.evaluate_reader --photos $(PHOTOS)
	$(BIN)/python -m models.evaluate --photos $(PHOTOS)/real/val
	$(BIN)/python -m models.evaluate --photos $(PHOTOS)/field

lock: $(BIN)/.dev ## renew requirements.lock
	$(BIN)/pip install -q uv
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --extra test --extra lint pyproject.toml -o requirements.lock

clean: ## remove what make made
	rm -rf .venv dist build .mypy_cache .ruff_cache .pytest_cache
