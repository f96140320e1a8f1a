"""The line before the eye: bounded, skipped by who has left, and never holding what it no longer needs."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref

import pytest

from api.problems import Problem
from api.waiting import Gone, Line, Ticket


class Photo:
    """Something that can be watched for being let go of."""


async def until(condition: object) -> None:
    assert callable(condition)
    for _ in range(500):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("did not happen within 5 s")


def test_more_than_places_are_turned_away_at_once() -> None:
    async def story() -> None:
        queue, gate = Line(workers=1, places=2), threading.Event()
        held = [asyncio.ensure_future(queue.run(lambda _: gate.wait(10))) for _ in range(3)]
        await until(lambda: queue.held == 3)
        with pytest.raises(Problem) as caught:
            await queue.run(lambda _: None)
        assert (caught.value.status, caught.value.code) == (503, "busy")
        assert int(caught.value.headers["Retry-After"]) >= 1
        gate.set()
        assert await asyncio.gather(*held) == [True] * 3
        await until(lambda: queue.held == 0)
        assert await queue.run(lambda _: "next") == "next"
        queue.close()

    asyncio.run(story())


def test_who_leaves_while_waiting_is_skipped_and_his_photo_let_go() -> None:
    async def story() -> None:
        queue, gate, done = Line(workers=1, places=5), threading.Event(), []
        first = asyncio.ensure_future(queue.run(lambda _: gate.wait(10)))
        await until(lambda: queue.held == 1)
        photo = Photo()
        watch = weakref.ref(photo)

        def work(_: Ticket, photo: Photo = photo) -> None:
            done.append(photo)

        leaver = asyncio.ensure_future(queue.run(work))
        await asyncio.sleep(0)
        del photo, work
        leaver.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaver
        del leaver
        await asyncio.sleep(0)  # lets the loop forget it too
        gc.collect()
        assert watch() is None, "a job that left still holds its photo while the first one is being read"
        assert queue.held == 1
        gate.set()
        await first
        queue.close()
        assert done == []

    asyncio.run(story())


def test_who_leaves_while_read_ends_at_the_next_stage() -> None:
    async def story() -> None:
        queue, gate, stages = Line(workers=1, places=0), threading.Event(), []

        def work(ticket: Ticket) -> None:
            stages.append("detect")
            gate.wait(10)
            try:
                ticket.check()
            except Gone:
                stages.append("gone")
                raise
            stages.append("read")

        leaver = asyncio.ensure_future(queue.run(work))
        await until(lambda: stages)
        leaver.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaver
        assert queue.held == 1, "the thread is still busy, so the place is still taken"
        gate.set()
        await until(lambda: queue.held == 0)
        assert stages == ["detect", "gone"]
        queue.close()

    asyncio.run(story())


def test_what_the_work_raises_comes_out_and_frees_the_place() -> None:
    async def story() -> None:
        queue = Line(workers=1, places=0)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                await queue.run(lambda _: 1 // 0)
            await until(lambda: queue.held == 0)
        queue.close()

    asyncio.run(story())


def test_two_workers_read_two_photos_at_a_time() -> None:
    async def story() -> None:
        queue, both = Line(workers=2, places=0), threading.Barrier(2, timeout=5)
        await asyncio.gather(*(queue.run(lambda _: both.wait()) for _ in range(2)))
        queue.close()

    asyncio.run(story())
