"""One JSON object a line on stderr; never anything of a photo, a form or an address of a client."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime

request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
log = logging.getLogger("zhuoji")
LONGEST_LINE = 8000
"""Characters; longer ones, tracebacks of deep calls, are cut."""
MOST_LINES, WINDOW_SECONDS = 300, 10.0
MOST_KINDS = 500


class JsonFormatter(logging.Formatter):
    """time, level, logger, message, request_id, and whatever `extra={"fields": {...}}` adds."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if (current := request_id.get()) is not None:
            line["request_id"] = current
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        text = json.dumps(line, ensure_ascii=False, default=str)
        if len(text) > LONGEST_LINE:
            kept = {key: line[key] for key in ("time", "level", "logger", "request_id") if key in line}
            text = json.dumps(kept | {"message": f"{text[:LONGEST_LINE]}…"}, ensure_ascii=False)
        return text


class Throttle(logging.Filter):
    """Lines of one kind beyond `MOST_LINES` in `WINDOW_SECONDS` are counted, not written: a flood must fill no disk.

    A kind is a logger, a level and a message before its values are put in, and the route and status of an answer. The
    count stands in the first line of that kind that is written again.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._kinds: dict[object, list[float]] = {}  # kind: begin of its window, lines in it, lines left out

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written."""
        fields = getattr(record, "fields", {})
        kind = (record.name, record.levelno, str(record.msg)[:100], fields.get("route"), fields.get("status"))
        now = self._clock()
        if kind not in self._kinds and len(self._kinds) >= MOST_KINDS:
            kind = ("others", record.levelno, "", None, None)
        begin, lines, left_out = self._kinds.get(kind, [now, 0, 0])
        if now - begin >= WINDOW_SECONDS:
            begin, lines = now, 0
        if lines >= MOST_LINES:
            self._kinds[kind] = [begin, lines, left_out + 1]
            return False
        self._kinds[kind] = [begin, lines + 1, 0]
        if left_out:
            record.fields = {**fields, "left_out": int(left_out)}
        return True


def to_stderr(level: int = logging.INFO) -> None:
    """Every logger's lines to stderr as JSON; called once, by the command that serves."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(Throttle())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    quiet()


def quiet() -> None:
    """The form parser would log bytes of a broken form."""
    logging.getLogger("python_multipart").setLevel(logging.CRITICAL)
