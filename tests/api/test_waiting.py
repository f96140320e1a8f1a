"""The line before the eye: bounded, skipped by who has left, and never holding what it no longer needs."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
import weakref
from functools import partial

import pytest

from api.problems import Problem
from api.waiting import Line, Shares
from api.work import Gone, Here, Stages


def line(hands: int, places: int) -> Line:
    return Line([Here(None, lambda _: None) for _ in range(hands)], places)


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
        queue, gate = line(1, 2), threading.Event()
        held = [asyncio.ensure_future(queue.run(lambda *_: gate.wait(10))) for _ in range(3)]
        await until(lambda: queue.held == 3)
        with pytest.raises(Problem) as caught:
            await queue.run(lambda *_: None)
        assert (caught.value.status, caught.value.code) == (503, "busy")
        assert int(caught.value.headers["Retry-After"]) >= 1
        gate.set()
        assert await asyncio.gather(*held) == [True] * 3
        await until(lambda: queue.held == 0)
        assert await queue.run(lambda *_: "next") == "next"
        queue.close()

    asyncio.run(story())


def test_who_leaves_while_waiting_is_skipped_and_his_photo_let_go() -> None:
    async def story() -> None:
        queue, gate, done = line(1, 5), threading.Event(), []
        first = asyncio.ensure_future(queue.run(lambda *_: gate.wait(10)))
        await until(lambda: queue.held == 1)
        photo = Photo()
        watch = weakref.ref(photo)

        def work(_: object, __: Stages, photo: Photo = photo) -> None:
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
        queue, gate, order = line(1, 0), threading.Event(), []

        def work(_: object, stages: Stages) -> None:
            order.append("detect")
            gate.wait(10)
            try:
                stages.check()
            except Gone:
                order.append("gone")
                raise
            order.append("read")

        leaver = asyncio.ensure_future(queue.run(work))
        await until(lambda: order)
        leaver.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaver
        assert queue.held == 1, "the thread is still busy, so the place is still taken"
        gate.set()
        await until(lambda: queue.held == 0)
        assert order == ["detect", "gone"]
        queue.close()

    asyncio.run(story())


def test_what_the_work_raises_comes_out_and_frees_the_place() -> None:
    async def story() -> None:
        queue = line(1, 0)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                await queue.run(lambda *_: 1 // 0)
            await until(lambda: queue.held == 0)
        queue.close()

    asyncio.run(story())


def test_two_workers_read_two_photos_at_a_time() -> None:
    async def story() -> None:
        queue, both = line(2, 0), threading.Barrier(2, timeout=5)
        await asyncio.gather(*(queue.run(lambda *_: both.wait()) for _ in range(2)))
        queue.close()

    asyncio.run(story())


def test_what_is_raised_keeps_nothing_of_the_photo() -> None:
    """A refused picture's pixels once lived on in the traceback of its refusal: 9 GB after 200 of them."""

    async def story() -> None:
        queue, watches = line(1, 0), []

        def decode(photo: Photo) -> None:
            try:
                raise ValueError(str(photo)[:1])
            except ValueError as error:
                raise LookupError("damaged") from error

        def work(*_: object) -> None:
            photo = Photo()
            watches.append(weakref.ref(photo))
            decode(photo)

        for _ in range(3):
            with pytest.raises(LookupError) as caught:
                await queue.run(work)
            assert watches[-1]() is None, "the exception still holds the photo"
            del caught
        queue.close()

    asyncio.run(story())


def test_one_who_floods_does_not_starve_the_others() -> None:
    """Two clients fill the line again and again; a third one's requests are answered all the same, and soon."""

    async def story() -> None:
        queue, answered = line(1, 4), {"a": 0, "b": 0, "c": 0}

        async def ask(client: str) -> bool:
            try:
                await queue.run(lambda *_: time.sleep(0.02), client)
            except Problem as problem:
                assert problem.code == "busy"
                return False
            answered[client] += 1
            return True

        async def flood(client: str) -> None:
            while not over.is_set():
                await asyncio.gather(*(ask(client) for _ in range(10)))
                await asyncio.sleep(0.001)

        over = asyncio.Event()
        flooding = [asyncio.ensure_future(flood(client)) for client in "ab"]
        await asyncio.sleep(0.2)
        for _ in range(20):
            begin = time.monotonic()
            assert await ask("c"), "turned away by somebody else's flood"
            assert time.monotonic() - begin < 0.5
        over.set()
        await asyncio.gather(*flooding)
        assert answered["c"] == 20
        queue.close()

    asyncio.run(story())


def test_time_is_shared_not_the_number_of_requests() -> None:
    """Who asks for long work gets less often a turn than who asks for short work."""

    async def story() -> None:
        queue, turns = line(1, 40), []

        def work(client: str, seconds: float) -> asyncio.Future[None]:
            def turn(*_: object) -> None:
                turns.append(client)
                time.sleep(seconds)

            return asyncio.ensure_future(queue.run(turn, client))

        asked = [work("long", 0.1) for _ in range(8)] + [work("short", 0.01) for _ in range(8)]
        await asyncio.gather(*asked)
        assert turns[:10].count("short") == 8, turns
        queue.close()

    asyncio.run(story())


def test_an_evening_later_everybody_is_as_new() -> None:
    now = [0.0]
    shares = Shares(lambda: now[0])
    shares.add("a", 30.0)
    assert shares.of("a") == 30.0
    now[0] = 60.0
    assert shares.of("a") == pytest.approx(15.0)
    now[0] = 6000.0
    shares.add("b", 1.0)
    assert shares.of("a") == 0.0
    assert list(shares._taken) == ["b"]


def test_work_that_nobody_waits_for_takes_a_hand_only_where_nobody_needs_it() -> None:
    """Three photos of people come while label jobs fill both hands' time: they are all before what jobs have left."""

    async def story() -> None:
        queue, order = line(2, 4), []
        gates = {name: threading.Event() for name in ("job 1", "ann")}

        def work(name: str) -> partial[None]:
            def do(*_: object) -> None:
                order.append(name)
                if name in gates:
                    assert gates[name].wait(10)

            return partial(do)

        later = [asyncio.ensure_future(queue.later(work(f"job {n}"), "key ann")) for n in (1, 2, 3)]
        await until(lambda: order == ["job 1"])
        assert queue.held == 0, "jobs take no place"
        ann = asyncio.ensure_future(queue.run(work("ann"), "key ann"))
        await until(lambda: order == ["job 1", "ann"])
        bob = asyncio.ensure_future(queue.run(work("bob"), "key bob"))
        gates["job 1"].set()  # bob is before the other jobs
        await asyncio.gather(bob, *later)
        assert order == ["job 1", "ann", "bob", "job 2", "job 3"]
        gates["ann"].set()
        await ann
        queue.close()

    asyncio.run(story())


def test_work_for_later_is_shared_by_time_and_can_be_called_off() -> None:
    async def story() -> None:
        queue, order = line(1, 0), []

        def work(name: str, seconds: float = 0.0) -> partial[None]:
            def do(*_: object) -> None:
                order.append(name)
                time.sleep(seconds)

            return partial(do)

        first = asyncio.ensure_future(queue.later(work("a1", 0.05), "a"))
        await until(lambda: order == ["a1"])
        rest = [asyncio.ensure_future(queue.later(work(f"a{n}"), "a")) for n in (2, 3)]
        bob = asyncio.ensure_future(queue.later(work("b1"), "b"))
        await asyncio.sleep(0)
        rest.pop().cancel()
        await asyncio.gather(first, bob, *rest)
        assert order == ["a1", "b1", "a2"]
        queue.close()

    asyncio.run(story())
