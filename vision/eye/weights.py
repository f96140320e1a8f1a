"""The models that belong to this code, by the SHA-256 of their files.

A model is code: it decides what is read, and native code runs it. Whoever makes new ones writes their hashes here.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from pathlib import Path

from vision.eye.onnx import ModelError

SHA256: Mapping[str, str] = {
    "detector.onnx": "ad2aef406d35c08f816c9e49d38f65c0ae73e19fe2cf05ea462517e7553bfdb5",
    "piled.onnx": "f9d46d91191d7bedbf487e47af7d19bf41f6af1fd0db1305d3d66103d4b8c03b",
    "reader.onnx": "72d6d2b7c88eacd86e376811260861e9ca9c9590435d46ff3de4c50b88206b89",
}


def verify(folder: Path) -> None:
    """Raises ModelError where a file is missing or is not the one that belongs to this code."""
    for name, known in SHA256.items():
        try:
            found = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        except OSError as error:
            raise ModelError(f"the model {folder / name} cannot be read: {error.strerror}") from error
        if not hmac.compare_digest(found, known):
            raise ModelError(f"{folder / name} is not the model of this version: its SHA-256 is {found}, not {known}")
