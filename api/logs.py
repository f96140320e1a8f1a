"""One JSON object a line on stderr; never anything of a photo, a form or an address of a client."""

from __future__ import annotations

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime

request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
log = logging.getLogger("zhuoji")


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
        return json.dumps(line, ensure_ascii=False, default=str)


def to_stderr(level: int = logging.INFO) -> None:
    """Every logger's lines to stderr as JSON; called once, by the command that serves."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    quiet()


def quiet() -> None:
    """The form parser would log bytes of a broken form."""
    logging.getLogger("python_multipart").setLevel(logging.CRITICAL)
