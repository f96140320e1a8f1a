"""JSON of every kind, and sound bodies with something wrong in them, for whoever sends them through a door."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

leaves = (
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["1m", "5p", "9s", "123m456p", "幺鸡", "back", "pong", "late", "discard", "self_draw", "hard"])
)
anything: st.SearchStrategy[Any] = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
)


def spoilt(valid: dict[str, Any]) -> st.SearchStrategy[Any]:
    """A valid body with a few values, anywhere in it, replaced, dropped or doubled."""

    def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        return [path, *(place for key, item in inner for place in places(item, (*path, key)))]

    @st.composite
    def build(draw: Callable[[st.SearchStrategy[Any]], Any]) -> Any:
        body = json.loads(json.dumps(valid))
        for _ in range(draw(st.integers(1, 3))):
            path = draw(st.sampled_from(places(body)))
            if not path:
                return draw(anything)
            holder = body
            for key in path[:-1]:
                holder = holder[key]
            if isinstance(holder, dict) and draw(st.booleans()):
                del holder[path[-1]]
            else:
                holder[path[-1]] = draw(anything)
        return body

    return build()
