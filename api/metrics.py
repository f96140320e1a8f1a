"""What the service counts, in Prometheus' words."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    disable_created_metrics,
    generate_latest,
)

from api.work import Notes

disable_created_metrics()  # type: ignore[no-untyped-call]  # they double the text and say when the process started

DEATHS = ("crash", "memory", "hang", "grown", "start")
STAGES = ("decode", "detect", "read", "reconcile", "draw", "settle")
_STAGE_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_ANSWER_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """One registry for one app, so that two apps in a process don't share figures."""

    def __init__(self, queue: Callable[[], int] = int, eyes: Callable[[], int] = int) -> None:
        self._registry = registry = CollectorRegistry()
        self._stages = Histogram(
            "zhuoji_stage_seconds", "Time in one stage", ["stage"], buckets=_STAGE_BUCKETS, registry=registry
        )
        for stage in STAGES:
            self._stages.labels(stage)
        self.answers = Histogram(
            "zhuoji_answer_seconds",
            "Time from a request's first byte to its answer",
            ["route", "status"],
            buckets=_ANSWER_BUCKETS,
            registry=registry,
        )
        self.rejections = Counter("zhuoji_rejections", "Answers that are problems", ["code"], registry=registry)
        self.abandoned = Counter("zhuoji_abandoned", "Requests whose client left", registry=registry)
        self._doubts = Counter("zhuoji_doubts", "Doubts in readings", ["code"], registry=registry)
        self._readings = Counter("zhuoji_readings", "Photos read", ["ok"], registry=registry)
        Gauge("zhuoji_queue_length", "Photos that wait or are being read", registry=registry).set_function(queue)
        Gauge("zhuoji_eyes", "Child processes that can read photos", registry=registry).set_function(eyes)
        self._deaths = Counter("zhuoji_child_deaths", "Child processes that ended", ["reason"], registry=registry)
        for reason in DEATHS:
            self._deaths.labels(reason)
        self._model = Info("zhuoji_model", "The models in use", registry=registry)

    def uses(self, model: str) -> None:
        """The version of the models."""
        self._model.info({"version": model})

    def died(self, reason: str) -> None:
        """A child process ended; `reason` of `DEATHS`."""
        self._deaths.labels(reason).inc()

    def noted(self, notes: Notes) -> None:
        """What a piece of work has left: its stages, its readings and their doubts."""
        for stage, seconds in notes.times:
            self._stages.labels(stage).observe(seconds)
        for ok, doubts in notes.readings:
            self._readings.labels(str(ok).lower()).inc()
            for code in doubts:
                self._doubts.labels(code).inc()

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Times what runs inside as one stage."""
        begin = time.perf_counter()
        try:
            yield
        finally:
            self._stages.labels(name).observe(time.perf_counter() - begin)

    def text(self) -> bytes:
        """Prometheus' text format 0.0.4."""
        return generate_latest(self._registry)
