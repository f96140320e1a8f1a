"""How far a long command has come: rate and time left, on stderr."""

from __future__ import annotations

import sys
import time

STAGES = {
    "find": "找照片 finding photos",
    "cut": "截画面 frames",
    "read": "认牌 reading",
    "write": "写标注 writing",
}
_OFTEN, _SELDOM = 0.2, 15.0  # seconds between lines: on a terminal, where one line is written over, and in a log


class Progress:
    """Called with a stage, how much of it is done, and of how much if that is known. Silent for what is quick."""

    def __init__(self) -> None:
        self._stage = ""
        self._begin = self._last = 0.0
        self._live = sys.stderr.isatty()
        self._shown = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def __call__(self, stage: str, done: int, of: int | None) -> None:
        """One step further."""
        now = time.monotonic()
        if stage != self._stage:
            self._end()
            # the first step took its time before it was told
            self._stage, self._begin, self._last = stage, now, now
            return
        if now - self._last >= (_OFTEN if self._live else _SELDOM) or (done == of and self._shown):
            self._last, self._shown = now, True
            line = line_of(stage, done, of, now - self._begin)
            sys.stderr.write(f"\r{line}\x1b[K" if self._live else f"{line}\n")
            sys.stderr.flush()

    def _end(self) -> None:
        if self._shown and self._live:
            sys.stderr.write("\n")
        self._shown = False


def line_of(stage: str, done: int, of: int | None, seconds: float) -> str:
    """`认牌 reading 123/2000 6%  4.1/s  还剩 left 7:38`; the rate is of what was done after the first one."""
    rate = (done - 1) / seconds if seconds > 0 else 0.0
    parts = [f"{STAGES[stage]} {done}" + ("" if of is None else f"/{of} {done * 100 // of}%"), f"{rate:.1f}/s"]
    if of is not None and rate > 0:
        left = round((of - done) / rate)
        hours, minutes = divmod(left // 60, 60)
        parts.append(f"还剩 left {f'{hours}:{minutes:02d}' if hours else minutes}:{left % 60:02d}")
    return "  ".join(parts)
