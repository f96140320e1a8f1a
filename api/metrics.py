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

from vision.types import Reading

disable_created_metrics()  # type: ignore[no-untyped-call]  # they double the text and say when the process started

STAGES = ("decode", "detect", "read", "reconcile", "draw", "settle")
_STAGE_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_ANSWER_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Metrics:
    """One registry for one app, so that two apps in a process don't share figures."""

    def __init__(self, model: str, queue: Callable[[], int]) -> None:
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
        Info("zhuoji_model", "The models in use", registry=registry).info({"version": model})

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Times what runs inside as one stage."""
        begin = time.perf_counter()
        try:
            yield
        finally:
            self.took(name, time.perf_counter() - begin)

    def took(self, stage: str, seconds: float) -> None:
        """One stage's time."""
        self._stages.labels(stage).observe(seconds)

    def reading(self, reading: Reading) -> None:
        """Counts a reading and its doubts."""
        self._readings.labels(str(reading.ok).lower()).inc()
        for doubt in reading.doubts:
            self._doubts.labels(doubt.code).inc()

    def text(self) -> bytes:
        """Prometheus' text format 0.0.4."""
        return generate_latest(self._registry)
