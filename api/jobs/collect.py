"""A job's photos, gathered in its folder: from zips, or from a store. What lies there already is not fetched again."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from api.jobs import zips
from api.jobs.arrival import Intake, place_of
from api.jobs.zips import Bounds
from api.parts import unprocessable
from vision.labels import places
from vision.labels.files import write
from vision.labels.incoming import member_name
from vision.labels.plan import OnProgress
from vision.labels.sources import PHOTOS, kind_of, passed_by_name
from vision.labels.walk import passed_over

STAGE = "unpack"


class TooMuchError(Exception):
    """There are more photos, or larger ones, than a job may have."""


def collect(folder: Path, source: str, bounds: Bounds, room: int, on_progress: OnProgress) -> Intake:
    """All photos lie in `folder/photos`, and no zip is left. `room`: bytes that the job may take.

    Raises OSError, TooMuchError, Problem for a zip that cannot be read.
    """
    intake = Intake.of(folder)
    (folder / "photos").mkdir(exist_ok=True)
    if not intake.collected:
        for path in sorted((folder / "zips").glob("*.zip"), key=lambda one: int(one.stem)):
            _unpack(folder, path, bounds, intake, on_progress)
        if source:
            _fetch(folder, source, bounds, room, intake, on_progress)
        detail = "a film; label jobs take photos"
        intake.failures += [(intake.names[inner], "not_a_picture", detail) for inner in _films(folder, intake)]
        intake.collected = True
        intake.keep(folder)
    for inner in _films(folder, intake):  # native code that nobody watches here would cut them
        (folder / inner).unlink(missing_ok=True)
    shutil.rmtree(folder / "zips", ignore_errors=True)
    return intake


def _unpack(folder: Path, path: Path, bounds: Bounds, intake: Intake, on_progress: OnProgress) -> None:
    with zips.opened(path, bounds, "zip") as packed:
        content = zips.look(packed, bounds, "zip")
        intake.passed += content.passed
        intake.failures += content.failures
        for number, entry in enumerate(content.photos):
            name = member_name(entry)
            inner = place_of(f"z{path.stem}-", number, name)
            if why := zips.unpack(packed, entry, folder / inner):
                intake.failures.append((name, "unreadable", why))
            else:
                intake.names[inner] = name
            on_progress(STAGE, number + 1, len(content.photos))


def _fetch(folder: Path, source: str, bounds: Bounds, room: int, intake: Intake, on_progress: OnProgress) -> None:
    place, held = places.place_of(source), sum((folder / inner).stat().st_size for inner in intake.names)
    for number, address in enumerate(_stored(place, source, intake)):
        if number >= bounds.photos:
            raise TooMuchError(f"{source} has more photos than one job takes, {bounds.photos}")
        inner = place_of("s", number, address)
        size, _ = place.state(address)
        name = address.removeprefix(f"{source}/")
        if size > bounds.photo_bytes:
            detail = f"the photo has {size} bytes, {bounds.photo_bytes} are the most"
            intake.failures.append((name, "too_large", detail))
            continue
        held += size
        if held > room:
            raise TooMuchError(f"the photos of {source} are larger than the {room} bytes that this job may take")
        if not (folder / inner).is_file():
            write(folder / inner, [place.read(address)])
        intake.names[inner] = name
        on_progress(STAGE, number + 1, None)
    if not intake.names and not intake.failures:
        raise unprocessable("photo_missing", f"there is no photo at {source}", "source")


def _stored(place: places.Place, source: str, intake: Intake) -> Iterator[str]:
    """Addresses of the photos below a source."""
    for folder, names in place.folders(source):
        if any(passed_over(part) for part in PurePosixPath(folder.removeprefix(source)).parts):
            continue
        for name in names:
            if passed := passed_by_name(PurePosixPath(name), PHOTOS):
                intake.passed[passed] += 1
            else:
                yield f"{folder}/{name}"


def _films(folder: Path, intake: Intake) -> list[str]:
    return [inner for inner in intake.names if kind_of(folder / inner) == "video"]
