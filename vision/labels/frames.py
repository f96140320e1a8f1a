"""A video -> pictures worth labelling: one frame in N, without those that look like one taken before."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from vision.labels.similarity import SAME, distance, perceptual_hash
from vision.labels.upright import QUALITY

EVERY = 30


class VideoError(ValueError):
    """A file is no video that can be read, or ends before its end; the message says which."""


@dataclass(frozen=True, slots=True)
class Frame:
    """`number`: from 0. `data`: the frame as JPEG, upright; None where it looks like an earlier one."""

    number: int
    data: bytes | None


def frames(path: Path, every: int = EVERY, reach: int = SAME) -> Iterator[Frame]:
    """One frame in `every`; up to `reach` bits (`vision.labels.similarity`) from one that was kept is alike.

    Frames are turned as the camera notes it. Raises VideoError, also at the end of a video that is cut off.
    """
    kept: list[str] = []
    number = 0
    with opened_video(path) as video:
        promised = int(video.get(cv2.CAP_PROP_FRAME_COUNT))
        while video.grab():
            if number % every == 0:
                taken, pixels = video.retrieve()
                if not taken:
                    break
                rgb = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB), np.uint8)
                seen = perceptual_hash(rgb)
                if any(distance(seen, one) <= reach for one in kept):
                    yield Frame(number, None)
                else:
                    kept.append(seen)
                    out = io.BytesIO()
                    Image.fromarray(rgb).save(out, "JPEG", quality=QUALITY, subsampling=0)
                    yield Frame(number, out.getvalue())
            number += 1
    if number == 0:
        raise VideoError("no frame of it can be read")
    # Containers promise a few frames more than there are; a file that was cut off lacks more.
    if promised - number > max(5, promised // 50):
        raise VideoError(f"it ends at frame {number} of {promised}; what was read before is kept")


@contextmanager
def opened_video(path: Path) -> Iterator[cv2.VideoCapture]:
    """A video that OpenCV reads. Raises VideoError."""
    # neither OpenCV nor FFmpeg says anything that VideoError does not
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    level = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    video = cv2.VideoCapture(str(path))
    try:
        if not video.isOpened():
            raise VideoError("it is no video that can be read")
        video.set(cv2.CAP_PROP_ORIENTATION_AUTO, 1)
        yield video
    finally:
        video.release()
        cv2.utils.logging.setLogLevel(level)
