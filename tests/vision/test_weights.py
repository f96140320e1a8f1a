"""The models are those that belong to the code."""

from __future__ import annotations

import pytest

from vision import Eye
from vision.eye import onnx, weights
from vision.eye.weights import SHA256, verify


def test_the_hashes_are_those_of_the_files() -> None:
    """Whoever trains a model changes its hash in `vision/eye/weights.py`, too."""
    verify(onnx.folder())
    assert set(SHA256) == {path.name for path in onnx.folder().glob("*.onnx")}


def test_another_model_is_not_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "SHA256", {**SHA256, "reader.onnx": "0" * 64})
    with pytest.raises(onnx.ModelError, match=r"reader\.onnx is not the model of this version"):
        Eye.load()
    Eye.load(folder=onnx.folder())  # whoever names a folder takes what is there
