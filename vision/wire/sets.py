"""Taught sets as plain JSON values, in and out: the file that a client keeps and sends with its photos.

    {"zhuoji": "set", "reader": "…", "kinds": ["1m", …], "missing": ["9s"], "faces": [{"tile": "1m", "look": "…"}, …]}

`look`: base64 of one signed byte for each number. `kinds` and `missing` follow from the faces and are not believed.
"""

from __future__ import annotations

import base64
import binascii

from scoring.errors import quoted
from scoring.json_reader import Value
from vision.eye.taught import MOST_OF_KIND, TaughtFace, TaughtSet
from vision.types import CLASSES
from vision.wire.kinds import kind, text

MOST_BYTES = 64 * 1024
"""Of the file."""
MOST_FACES = MOST_OF_KIND * len(CLASSES)
LONGEST_LOOK = 4096  # bytes
MARK = "set"


def to_json(taught: TaughtSet) -> dict[str, object]:
    """A taught set -> the contract's JSON object; `from_json` gives the same set back."""
    return {
        "zhuoji": MARK,
        "reader": taught.reader,
        "kinds": list(taught.kinds),
        "missing": list(taught.missing),
        "faces": [{"tile": face.kind, "look": base64.b64encode(face.look).decode()} for face in taught.faces],
    }


def from_json(value: object, size: int = 0) -> TaughtSet:
    """Any JSON value -> TaughtSet. `size`: bytes that it came in. Raises InvalidInput (`bad_set`, with a JSON Pointer
    into the set) and nothing else.
    """
    held = Value(value, "", "bad_set")
    if size > MOST_BYTES:
        held.refuse(f"a taught set has at most {MOST_BYTES} bytes, this one has {size}")
    body = held.object("a taught set, as POST /v1/sets answers it")
    if body["zhuoji"].held != MARK:
        body["zhuoji"].refuse(f"this is no taught set: zhuoji is {quoted(body['zhuoji'].held)}, not {quoted(MARK)}")
    if not isinstance(body["faces"].held, list):
        body["faces"].refuse(f"faces must be a list, not {quoted(body['faces'].held)}")
    faces = body["faces"].array()
    if len(faces) > MOST_FACES:
        body["faces"].refuse(f"{len(faces)} faces; a taught set has at most {MOST_FACES}")
    found = [_face(entry) for entry in faces]
    for face, entry in zip(found, faces, strict=True):
        if len(face.look) != len(found[0].look):
            entry.refuse(f"a look of {len(face.look)} bytes in a set whose first one has {len(found[0].look)}")
    return TaughtSet(text(body["reader"]), ()).with_faces(found)


def _face(value: Value) -> TaughtFace:
    item = value.object("a face")
    written = text(item["look"])
    try:
        look = base64.b64decode(written.encode(), validate=True)
    except (binascii.Error, ValueError):
        item["look"].refuse(f"{quoted(written)} is no base64")
    if not 0 < len(look) <= LONGEST_LOOK:
        item["look"].refuse(f"a look has 1 to {LONGEST_LOOK} bytes, this one has {len(look)}")
    return TaughtFace(kind(item["tile"]), look)
