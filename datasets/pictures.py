"""Picture files and bytes -> arrays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray


def decoded(data: bytes, flags: int = cv2.IMREAD_UNCHANGED) -> NDArray[Any]:
    """The pixels of an encoded picture, BGR or as it has them. Raises ValueError if it is none."""
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    if pixels is None:
        raise ValueError(f"{len(data)} bytes that are no picture")
    return pixels


def opened(path: Path, flags: int = cv2.IMREAD_COLOR) -> NDArray[Any]:
    """The pixels of a picture file, BGR unless `flags` say otherwise. Raises ValueError if it is none."""
    pixels = cv2.imread(str(path), flags)
    if pixels is None:
        raise ValueError(f"{path} is no picture")
    return pixels
