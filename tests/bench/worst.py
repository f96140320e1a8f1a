"""A search for the input that keeps a core busy longest, for each route that takes JSON.

    python -m tests.bench.worst                  # every route: the worst input found, its bytes, seconds of CPU
    python -m tests.bench.worst /v1/waits

From a sound body each place in turn is blown up until the body is as large as is taken: lists of the same and of
different elements, long texts, many keys, keys nearly like known ones, long numbers; then three places by chance at
once. The eye is a stub, and all work is done in this process, so that its CPU time is all there is.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import itertools
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from api.app import create_app
from api.settings import Settings
from tests.api.stubs import WIN, StubEye, picture, reading_of
from vision.wire import readings

Path_ = tuple[str | int, ...]
SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"
DEAL = json.loads((SAMPLES / "deal.json").read_text())
READING = readings.to_json(reading_of(**WIN))
TILES: dict[str, Any] = {
    "rules": "zhuoji",
    "hand": "123s234m567m46p",
    "melds": [{"kind": "pong", "tile": "9s", "from": 0}],
    "seen": ["5p"],
}
SHEET = {"base": "zhuoji", "name": "ours", "options": {}, "values": {"cap": 30, "fixed_chickens": {"1s": 1}}}
BODIES: dict[str, Any] = {
    "/v1/settle": DEAL,
    "/v1/waits": TILES,
    "/v1/judge": TILES | {"win": {"tile": "5p", "by": "self_draw", "after_kong": None}},
    "/v1/rules/check": SHEET,
    "/v1/readings": {
        "reading": READING,
        "rules": SHEET,
        "corrections": [
            {"op": "set", "tile": 0, "kind": "5p"},
            {"op": "move", "tiles": [0], "role": "meld", "group": 1},
            {"op": "add", "box": [0, 0, 9, 9], "kind": "1s", "group": 0},
        ],
    },
    "/v1/photos/score": DEAL | {"seat": 0},
    "/v1/photos/label": "yolo",
}
SIZES = (5_000, 20_000, 80_000, 0)
"""What is refused for its size or its number of values is cheap: the dearest may lie just below."""
FIELDS = {"/v1/photos/score": "facts", "/v1/photos/label": "format"}
"""Where a body goes that travels beside a photo."""


def blown(value: Any, size: int) -> Iterator[tuple[str, Any]]:
    """What a place may be replaced by, each about `size` bytes as JSON."""
    text = json.dumps(value)
    times = max(1, size // (len(text) + 2))
    yield "that value again and again", [value] * times
    if isinstance(value, list) and value:
        inner = json.dumps(value)[1:-1]
        yield "the list again and again", value * max(1, size // (len(inner) + 2))
    if isinstance(value, dict) and value:
        key, first = next(iter(value.items()))
        one = len(json.dumps({key + "00000": first})) + 1
        yield "keys nearly like its own", value | {f"{key}{n}": first for n in range(size // one)}
        yield "keys that are numbers", value | {str(n): 0 for n in range(size // 12)}
        yield "one long key", value | {key + "x" * (size - len(text) - 20): first}
    if isinstance(value, str):
        yield "the text again and again", value * max(1, size // max(1, len(value)))
        yield "a long word", "x" * size
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield "a long number", int("9" * 290)
        yield "different numbers", list(range(size // 7))
    yield "empty lists", [[] for _ in range(size // 4)]
    yield "empty objects", [{} for _ in range(size // 4)]


def places(value: Any, at: Path_ = ()) -> Iterator[Path_]:
    """Every place in a JSON value."""
    yield at
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, (*at, key))


def replaced(value: Any, at: Path_, grown: Any) -> Any:
    """The same with one place grown."""
    if not at:
        return grown
    value = copy.copy(value)
    value[at[0]] = replaced(value[at[0]], at[1:], grown)
    return value


def variants(body: Any, limit: int) -> Iterator[tuple[str, str]]:
    """(what was done, the body as JSON) of every place and every way to blow it up."""
    free = limit - len(json.dumps(body)) - 200
    for at in places(body):
        inner = body
        for key in at:
            inner = inner[key]
        for how, value in blown(inner, free):
            text = json.dumps(replaced(body, at, value))
            if len(text) <= limit:
                yield f"/{'/'.join(map(str, at))}: {how}", text


def several(body: Any, limit: int, number: int) -> Iterator[tuple[str, str]]:
    """The same with three places by chance blown up at once."""
    chance = random.Random(number)
    known = list(places(body))
    for _ in range(number):
        grown, names = body, []
        for at in chance.sample(known, min(3, len(known))):
            with contextlib.suppress(KeyError, IndexError, TypeError):  # it has gone with one that was replaced before
                inner = grown
                for key in at:
                    inner = inner[key]
                how, value = chance.choice(list(blown(inner, limit // 4)))
                grown = replaced(grown, at, value)
                names.append(f"/{'/'.join(map(str, at))}: {how}")
        if len(text := json.dumps(grown)) <= limit:
            yield "; ".join(names), text


def asked(client: TestClient, route: str, text: str) -> int:
    """The status of the answer."""
    if field := FIELDS.get(route):
        value = json.loads(text)
        told = value if isinstance(value, str) else text
        return client.post(route, files={"photo": picture()}, data={field: told}).status_code
    return client.post(route, content=text.encode()).status_code


def worst(client: TestClient, route: str, limit: int, number: int) -> list[tuple[float, int, int, str]]:
    """(CPU seconds, bytes, status, what was done) of everything tried, the dearest first."""
    found = []
    for name, text in itertools.chain(variants(BODIES[route], limit), several(BODIES[route], limit, number)):
        begin = time.process_time()
        status = asked(client, route, text)
        found.append((time.process_time() - begin, len(text), status, name))
        if found[-1] == max(found) or status >= 500:
            print(f"  {found[-1]}", flush=True)
    return sorted(found, reverse=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("routes", nargs="*", help="all of them if none is named")
    parser.add_argument("--most", type=int, default=3, help="lines for each route")
    parser.add_argument("--bytes", type=int, nargs="*", default=SIZES, help="of a body; 0: as many as are taken")
    parser.add_argument("--several", type=int, default=100, help="bodies with three places blown up, by chance")
    given = parser.parse_args()
    settings = Settings()
    with TestClient(create_app(StubEye(), settings)) as client:
        for route in given.routes or BODIES:
            asked(client, route, json.dumps(BODIES[route]))
            taken = settings.field_bytes if route in FIELDS else settings.json_bytes
            tried = sorted(
                (one for size in given.bytes for one in worst(client, route, size or taken - 1000, given.several)),
                reverse=True,
            )
            for seconds, size, status, name in tried[: given.most]:
                print(f"| `{route}` | {name} | {size} | {status} | {seconds:.2f} s |", flush=True)
            print(f"  {route}: {len(tried)} tried")


if __name__ == "__main__":
    main()
