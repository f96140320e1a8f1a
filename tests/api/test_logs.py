"""The log is bounded: a line, and lines of one kind."""

from __future__ import annotations

import json
import logging

from api.logs import LONGEST_LINE, MOST_LINES, WINDOW_SECONDS, JsonFormatter, Throttle


def record(message: str = "answered", **fields: object) -> logging.LogRecord:
    one = logging.LogRecord("zhuoji", logging.INFO, "", 0, message, (), None)
    one.fields = fields
    return one


def test_a_flood_is_counted_not_written() -> None:
    now = [0.0]
    throttle = Throttle(lambda: now[0])
    flood = [throttle.filter(record(route="/", status="200")) for _ in range(10_000)]
    assert flood.count(True) == MOST_LINES
    assert throttle.filter(record(route="/", status="500")), "another kind is still written"
    now[0] = WINDOW_SECONDS
    after = record(route="/", status="200")
    assert throttle.filter(after)
    assert json.loads(JsonFormatter().format(after))["left_out"] == 10_000 - MOST_LINES


def test_made_up_kinds_are_one_kind() -> None:
    throttle = Throttle(lambda: 0.0)
    written = sum(throttle.filter(record(f"message {k}")) for k in range(20_000))
    assert written < 1_000


def test_a_line_has_a_bound() -> None:
    line = JsonFormatter().format(record("x" * 1_000_000))
    assert len(line) < 2 * LONGEST_LINE
    assert json.loads(line)["level"] == "info"
