"""Child processes: whatever happens in one costs the work in it, and the next work is done soon."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import fields
from functools import partial
from pathlib import Path

import pytest

from api import children
from api.child import Load, nothing
from api.children import Child, Limits, Watch
from api.problems import Problem
from api.work import Gone, Notes, Ticket, Work
from scoring.errors import InvalidInput
from scoring.rules import Rules
from scoring.rulesets import RULE_SETS
from tests.api import hazards
from vision.eye.onnx import ModelError
from vision.photo.load import PhotoError

LIMITS = Limits(memory_bytes=600 << 20, seconds=30)
HASTY = Limits(memory_bytes=600 << 20, seconds=2)
BACK_SECONDS = 8.0  # 3 on a machine that does nothing else


class Kept:
    """One child, watched, and what was said about it."""

    def __init__(self, load: Load = nothing, limits: Limits = LIMITS) -> None:
        self.notes: list[Notes] = []
        self.deaths: list[str] = []
        self.child = Child(load, limits, self.notes.append, self.deaths.append)
        self.watch = Watch()
        self.watch.start([self.child])

    def do(self, work: Work[object], ticket: Ticket | None = None) -> object:
        return self.child.do(work, ticket or Ticket())


@pytest.fixture
def kept() -> Iterator[Kept]:
    one = Kept()
    yield one
    one.watch.close()


@pytest.mark.parametrize(
    ("work", "code", "word", "reason"),
    [
        (hazards.segfault, "crashed", "SIGSEGV", "crash"),
        (hazards.killed, "crashed", "SIGKILL", "crash"),
        (hazards.aborted, "crashed", "SIGABRT", "crash"),
        (hazards.left, "crashed", "exit code 3", "crash"),
        (hazards.grows, "crashed", "memory", "memory"),
        (hazards.creeps, "crashed", "memory", "memory"),
    ],
)
def test_what_ends_a_child_costs_its_work_a_clear_503(
    kept: Kept, work: Work[object], code: str, word: str, reason: str
) -> None:
    before = kept.do(hazards.pid)
    with pytest.raises(Problem) as caught:
        kept.do(work)
    assert (caught.value.status, caught.value.code) == (503, code)
    assert word in caught.value.detail
    assert int(caught.value.headers["Retry-After"]) > 0
    begin = time.monotonic()
    assert kept.do(hazards.worth) == 7
    assert time.monotonic() - begin < BACK_SECONDS
    assert kept.do(hazards.pid) != before
    assert kept.deaths == [reason]


def test_one_that_dies_with_nothing_to_do_is_there_again(kept: Kept) -> None:
    pid = kept.do(hazards.pid)
    assert isinstance(pid, int)
    os.kill(pid, signal.SIGKILL)
    deadline = time.monotonic() + BACK_SECONDS
    while not kept.deaths and time.monotonic() < deadline:
        time.sleep(0.02)
    assert kept.do(hazards.worth) == 7


def test_one_that_hangs_is_given_up() -> None:
    hasty = Kept(limits=HASTY)
    with pytest.raises(Problem, match="longer than 2 s") as caught:
        hasty.do(hazards.hangs)
    assert caught.value.code == "too_slow"
    assert hasty.do(hazards.worth) == 7
    assert hasty.deaths == ["hang"]
    hasty.watch.close()


def test_one_that_is_stopped_is_given_up() -> None:
    """It takes nothing out of its pipe either: what is sent to it must not wait for ever."""
    hasty = Kept(limits=HASTY)
    pid = hasty.do(hazards.pid)
    assert isinstance(pid, int)
    os.kill(pid, signal.SIGSTOP)
    with pytest.raises(Problem, match="longer than 2 s"):
        hasty.do(partial(hazards.well, b"x" * (8 << 20)))
    assert hasty.do(hazards.worth) == 7
    hasty.watch.close()


def stop_forker(child: Child) -> None:
    """And end the child, so that another one is wanted."""
    assert child.pid
    os.kill(int(Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()[1]), signal.SIGSTOP)
    os.kill(child.pid, signal.SIGKILL)


def test_where_the_process_that_forks_is_stopped_another_one_forks(kept: Kept) -> None:
    """The watch once waited for it for ever."""
    kept.do(hazards.worth)
    stop_forker(kept.child)
    with pytest.raises(Problem):
        kept.do(hazards.worth)
    end = time.monotonic() + 30
    while not kept.child.up and time.monotonic() < end:
        time.sleep(0.05)
    assert kept.do(hazards.worth) == 7


def test_who_closes_does_not_wait_for_one_that_is_being_forked(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "START_SECONDS", 3.0)
    stop_forker(kept.child)
    wanted = Child(nothing, LIMITS, kept.notes.append, kept.deaths.append)
    wanted.close()
    assert wanted.pid is None
    kept.watch.close()


def test_what_is_refused_comes_out_as_it_is(kept: Kept) -> None:
    with pytest.raises(InvalidInput) as refused:
        kept.do(hazards.refused)
    assert (refused.value.code, refused.value.detail, refused.value.pointer) == ("bad_tile", "no such tile", "/hand")
    assert (refused.value.chinese, refused.value.seat, refused.value.tile) == ("没有这张牌", 2, "5m")
    with pytest.raises(PhotoError) as picture:
        kept.do(hazards.no_picture)
    assert (picture.value.code, picture.value.detail) == ("not_a_picture", "damaged")
    with pytest.raises(RuntimeError, match="ZeroDivisionError: a fault of ours"):
        kept.do(hazards.fails)
    assert kept.deaths == []


def test_rules_travel(kept: Kept) -> None:
    """And are one object each time: what the engine has computed from them is kept by it."""
    for rules in RULE_SETS.values():
        first = kept.do(partial(hazards.well, rules))
        assert isinstance(first, Rules)
        assert [getattr(first, field.name) for field in fields(rules)] == [
            getattr(rules, field.name) for field in fields(rules)
        ]
        assert kept.do(partial(hazards.well, rules)) is first


def test_who_leaves_ends_the_work_at_its_next_stage(kept: Kept) -> None:
    pid, ticket = kept.do(hazards.pid), Ticket()
    threading.Timer(0.2, ticket.leave).start()
    begin = time.monotonic()
    with pytest.raises(Gone):
        kept.do(partial(hazards.staged, 1.0), ticket)
    assert time.monotonic() - begin < 0.7
    assert 0 < len(kept.notes[-1].times) < 20
    assert kept.do(hazards.worth) == 7, "the word that came too late is not taken for work"
    assert kept.do(hazards.pid) == pid


def test_stages_are_noted_and_large_work_goes_through(kept: Kept) -> None:
    assert kept.do(partial(hazards.staged, 0.1)) == "done"
    assert kept.notes[-1].times == [("read", 0.0)] * 20
    data = os.urandom(20 << 20)
    assert kept.do(partial(hazards.well, data)) == data


def test_what_is_larger_than_its_memory_is_refused() -> None:
    tight = Kept(limits=Limits(400 << 20, 10))
    with pytest.raises(Problem, match="memory"):
        tight.do(partial(hazards.well, bytes(400 << 20)))
    assert tight.do(hazards.worth) == 7
    assert tight.deaths == ["memory"]
    tight.watch.close()


@pytest.mark.parametrize("glance", [0.05, 1.5])
def test_what_cannot_be_loaded_is_said(monkeypatch: pytest.MonkeyPatch, glance: float) -> None:
    """Also of a child that has ended before anybody looked."""
    monkeypatch.setattr(children, "GLANCE", glance)
    with pytest.raises(ModelError, match="no such model"):
        Kept(hazards.unloadable)


def test_children_end_with_who_started_them() -> None:
    """Killed, without a chance to say goodbye."""
    code = (
        "from tests.api.test_children import Kept; from tests.api import hazards; import time, threading\n"
        "k = Kept(); print(k.do(hazards.pid), flush=True)\n"
        "threading.Thread(target=lambda: k.do(hazards.hangs), daemon=True).start(); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        pid = int(process.stdout.readline())
        time.sleep(0.3)
        process.kill()
    for _ in range(100):
        if not Path(f"/proc/{pid}").exists() or "Z" in Path(f"/proc/{pid}/stat").read_text().split()[2]:
            return
        time.sleep(0.05)
    raise AssertionError("the child lives on")
