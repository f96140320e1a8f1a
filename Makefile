# The verbs of the house; each sets up what it needs.
PYTHON ?= python3
PHOTO ?= datasets/samples/win.jpg
RULES ?= zhuoji
HOST ?= 127.0.0.1
PORT ?= 8000
PHOTOS ?= ../shared/photos
PILOT ?= ../shared/weights
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help score serve test lint bench train detector reader stacked fits evaluate lock sbom audit clean

help: ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 8

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "zhuoji needs Python 3.11 or newer (set PYTHON=…)"; exit 1; }
	$(PYTHON) -m venv .venv

# Every file that is installed is one whose hash the lock has; the project itself is built by tools of the lock, too.
$(BIN)/.run: $(BIN)/python pyproject.toml requirements.lock
	$(BIN)/pip install -q --require-hashes -r requirements.lock
	$(BIN)/pip install -q --no-deps --no-build-isolation -e .
	@touch $@

$(BIN)/.dev: $(BIN)/python pyproject.toml tests/requirements.lock
	$(BIN)/pip install -q --require-hashes -r tests/requirements.lock
	$(BIN)/pip install -q --no-deps --no-build-isolation -e .
	@touch $@ $(BIN)/.run

$(BIN)/.supply: $(BIN)/python tests/supply.lock
	test -x .venv/supply/bin/pip || $(PYTHON) -m venv .venv/supply
	.venv/supply/bin/pip install -q --require-hashes -r tests/supply.lock
	@touch $@

score: $(BIN)/.run ## read a photo and settle it: make score PHOTO=path RULES=guiyang
	@$(BIN)/zhuoji score $(PHOTO) --rules $(RULES)

serve: $(BIN)/.run ## start the service with its page: make serve HOST=0.0.0.0 PORT=8000
	@$(BIN)/zhuoji serve --host $(HOST) --port $(PORT)

api/page/node_modules/.done: $(BIN)/.dev api/page/package.json api/page/package-lock.json
	PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix api/page ci --silent
	@touch $@

lint: $(BIN)/.dev api/page/node_modules/.done ## style, types, architecture; the page's JavaScript too
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix api/page run --silent lint

test: lint ## everything that must hold
	$(BIN)/pytest --cov=scoring --cov-fail-under=100

bench: $(BIN)/.dev ## speed, as ratios against other packages in one run
	$(BIN)/pip install -q mahjong==2.1.0 cmajiang==0.0.1
	$(BIN)/python -m tests.bench.engine
	$(BIN)/python -m tests.bench.stages --tiles

$(BIN)/.train: $(BIN)/.dev
	$(BIN)/pip install -q -e '.[train]'
	@touch $@

train: reader stacked ## train the models from PHOTOS and PILOT (neither is in the repository), on from where it stopped

detector: $(BIN)/.train
	test -f runs/scenes/done || { $(BIN)/python -m datasets.render --count 1070 --out runs/scenes --seed 21 --photos $(PHOTOS) --jobs 2 && touch runs/scenes/done; }
	test -f runs/closeups/done || { $(BIN)/python -m datasets.closeups runs/scenes --out runs/closeups --seed 1 && touch runs/closeups/done; }
	test -f runs/real/done || { rm -rf runs/real && $(BIN)/python -m datasets.real --photos $(PHOTOS) --out runs/real && touch runs/real/done; }
	$(BIN)/python -m models.train_detector --data runs/closeups --out runs/one --start $(PILOT)/pilot_detector.pt --epochs 1 --warm 0.3 --cache
	$(BIN)/python -m models.train_detector --data runs/closeups 'runs/real*2' --out runs/two --start runs/one/run/weights/last.pt --epochs 4 --warm 0.1 --cache --seed 2
	test -f runs/things/done || { $(BIN)/python -m datasets.render --count 1075 --out runs/things --seed 31 --photos $(PHOTOS) --things --jobs 2 && touch runs/things/done; }
	test -f runs/nearer/done || { $(BIN)/python -m datasets.closeups runs/things --out runs/nearer --seed 3 && touch runs/nearer/done; }
	$(BIN)/python -m models.train_detector --data runs/nearer runs/closeups runs/real --out runs/three --start runs/two/run/weights/last.pt --epochs 3 --warm 0.1 --rate 7e-4 --cache --seed 3
	$(BIN)/python -m models.train_detector --export runs/one --out runs/one.onnx
	$(BIN)/python -m models.train_detector --export runs/three --out runs/detector.onnx

reader: detector
	test -f runs/crops/flat.npz || $(BIN)/python -m datasets.crops --photos $(PHOTOS) --detector runs/one.onnx --out runs/crops --seed 1 --scenes 384 --sets 120
	$(BIN)/python -m models.train --crops runs/crops --out runs/tuned --shape pilot --start $(PILOT)/pilot_reader.onnx --steps 3500 --rate 7e-4
	$(BIN)/python -m models.train --crops runs/crops --out runs/final --shape pilot --weights runs/tuned/last.pt --steps 1700 --rate 4e-4 --seed 2
	$(BIN)/python -m models.train --crops runs/crops --out runs/hard --shape pilot --weights runs/final/last.pt --steps 2300 --rate 4e-4 --seed 3
	test -d runs/packaged/smooth || $(BIN)/python -m datasets.packaged runs/packaged
	test -f runs/more/flat.npz || $(BIN)/python -m datasets.crops --photos $(PHOTOS) --detector runs/one.onnx --packaged runs/packaged --lookalikes runs/things --out runs/more --seed 5 --scenes 524 --sets 260
	$(BIN)/python -m models.train --crops runs/more --out runs/last --shape pilot --weights runs/hard/last.pt --steps 9900 --rate 3e-4 --seed 5
	$(BIN)/python -m models.export --weights runs/last/last.pt --out runs/whole.onnx --temperature 0.65
	$(BIN)/python -m models.quantize --reader runs/whole.onnx --crops runs/more --out runs/reader.onnx

stacked: $(BIN)/.train
	for seed in 51 52 53 54; do test -f runs/piled/$$seed/piled.npz || $(BIN)/python -m datasets.stacked --photos $(PHOTOS) --out runs/piled/$$seed --seed $$seed --scenes 320 --jobs 2; done
	test -f runs/piled/55/piled.npz || $(BIN)/python -m datasets.stacked --photos $(PHOTOS) --out runs/piled/55 --seed 55 --scenes 420 --laid usual --jobs 2
	test -f runs/piled/56/piled.npz || $(BIN)/python -m datasets.stacked --photos $(PHOTOS) --out runs/piled/56 --seed 56 --scenes 320 --laid hands --jobs 2
	$(BIN)/python -m models.train_stacked --patches runs/piled/5* --out runs/piled.onnx --seed 2

fits: $(BIN)/.dev ## fit the small models that are fitted to rendered tables; prints what is shipped in code beside it
	$(BIN)/python -m models.fits.sideways --out runs/sideways.json
	$(BIN)/python -m models.fits.stacked

evaluate: $(BIN)/.train ## figures of the shipped models on the photos of PHOTOS, and on faces and scenes kept out of training
	test -f runs/apart/flat.npz || $(BIN)/python -m datasets.crops --photos $(PHOTOS) --out runs/apart --seed 9 --scenes 60 --sets 24 --apart
	$(BIN)/python -m models.evaluate_reader --photos $(PHOTOS) --apart runs/apart
	$(BIN)/python -m models.evaluate_covered --apart runs/apart
	test -f runs/piled_apart/piled.npz || $(BIN)/python -m datasets.stacked --photos $(PHOTOS) --out runs/piled_apart --seed 6 --scenes 160 --apart
	$(BIN)/python -m models.evaluate_stacked --apart runs/piled_apart --photos $(PHOTOS)
	test -f runs/hands_apart/piled.npz || $(BIN)/python -m datasets.stacked --photos $(PHOTOS) --out runs/hands_apart --seed 8 --scenes 70 --apart --laid hands
	$(BIN)/python -m models.evaluate_stacked --apart runs/hands_apart
	$(BIN)/python -m models.evaluate --photos $(PHOTOS)/real/val --complete
	$(BIN)/python -m models.evaluate --photos $(PHOTOS)/real/val $(PHOTOS)/field
	$(BIN)/python -m models.evaluate_backs --photos $(PHOTOS) --field

COMPILE := .venv/supply/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header

lock: $(BIN)/.supply ## renew the locks: what runs, what tests, what looks after both
	$(COMPILE) pyproject.toml --extra build -o requirements.lock
	$(COMPILE) pyproject.toml --extra build --extra test --extra lint -c requirements.lock -o tests/requirements.lock
	$(COMPILE) --group supply -o tests/supply.lock

sbom: $(BIN)/.supply ## what an installation is made of, as dist/sbom.json (CycloneDX)
	@mkdir -p dist
	.venv/supply/bin/cyclonedx-py requirements requirements.lock --pyproject pyproject.toml --output-reproducible --of JSON -o dist/sbom.json

audit: $(BIN)/.supply ## known vulnerabilities in what runs, where an advisory service can be reached
	.venv/supply/bin/pip-audit --require-hashes --disable-pip -r requirements.lock

clean: ## remove what make made
	rm -rf .venv api/page/node_modules dist build .mypy_cache .ruff_cache .pytest_cache
