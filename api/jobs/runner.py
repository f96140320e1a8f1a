"""Which job is labelled when, and what becomes of those that are over. All it knows stands in the store.

Of several services that have one folder one does this, who holds its lock; when it ends another one goes on.
"""

from __future__ import annotations

import asyncio
import shutil
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from api.jobs.database import AwayError
from api.jobs.drive import END_SECONDS, Drive
from api.jobs.driver import SET, Assignment, Came, HeldUp, Labelled, Outcome, Refused
from api.jobs.job import DAY_SECONDS, ENDED, MOST_TOLD, Job, State, as_text
from api.jobs.office import ACCEPTED, Office
from api.jobs.zips import Bounds
from api.logs import log
from api.problems import Problem, no_room, to_json
from api.waiting import Line
from vision.labels.dataset import held
from vision.labels.sheet import LabelError

GLANCE_SECONDS = 1.0
"""Between two looks at the store, where nothing has happened here."""
DRIVERS = 4
"""Jobs that are labelled at a time: who has few photos does not wait for who has many."""
TRIES = 5
"""Drivers that may end by themselves before a job has failed."""
FIRST_PAUSE, LONGEST_PAUSE = 2.0, 60.0
"""Seconds before a job that was held up is tried again; doubled each time."""


@dataclass(slots=True)
class _Hold:
    """A job that was held up. `until`: when it is tried again; `tries`: drivers that have ended by themselves."""

    until: float = 0.0
    seconds: float = FIRST_PAUSE
    tries: int = 0


class Runner:
    """Labels the office's jobs with the hands of a line, until it is closed. `model`: the version of their models."""

    def __init__(self, office: Office, line: Line, model: str) -> None:
        self._office, self._line, self._model = office, line, model
        self._drives: dict[str, Drive] = {}
        self._told: dict[str, Came | None] = {}
        self._holds: dict[str, _Hold] = {}
        self._lock = ExitStack()
        self._leads = False
        self._awake = asyncio.Event()
        office.wake = self._awake.set
        self._task = asyncio.ensure_future(self._run())

    async def _run(self) -> None:
        while True:
            self._awake.clear()
            try:
                if self._leads or self._lead():
                    if not self._office.tidy:
                        await self._sweep()
                    await self._step()
            except AwayError as error:
                log.warning("the database of the label jobs is away", extra={"fields": {"why": str(error)}})
            except Exception:
                log.exception("label jobs could not be looked after")
            with suppress(TimeoutError):
                async with asyncio.timeout(GLANCE_SECONDS):
                    await self._awake.wait()

    def _lead(self) -> bool:
        """Whether the jobs of this folder are ours from now on."""
        with suppress(LabelError):
            self._lock.enter_context(held(self._office.root))
            self._leads = True
        return self._leads

    async def _sweep(self) -> None:
        """What services that ended left half done is removed, and what uploads left while the database was away.

        Who fills a folder holds it until the store knows it: of those that nobody holds, the store knows all.
        """
        self._office.tidy = True
        free = await self._office.on_disk(lambda: _free(self._office.root / "jobs"))
        try:
            known = await self._office.ask(self._office.store.states)
        except AwayError:
            self._office.tidy = False
            raise
        await self._office.on_disk(lambda: _removed(free, known))

    async def _step(self) -> None:
        """One look at all that there is to do."""
        before = time.time() - self._office.settings.jobs_days * DAY_SECONDS
        jobs = await self._office.ask(lambda: self._office.store.pending(before))
        idle = []
        for job in jobs:
            if job.state == State.ARRIVING:
                await self._given_up(job)
            elif job.state == State.DELETING or job.state in ENDED:
                await self._delete(job)
            elif (drive := self._drives.get(job.id)) is not None:
                await self._follow(job, drive)
            else:
                idle.append(job)
        await self._begin(idle)

    async def _given_up(self, job: Job) -> None:
        """An upload whose service has ended in the middle of it is removed; who takes one in holds its folder."""
        with suppress(LabelError):
            with held(self._office.folder(job)) if self._office.folder(job).is_dir() else ExitStack():
                pass
            await self._office.undo(job)

    async def _delete(self, job: Job) -> None:
        if (drive := self._drives.pop(job.id, None)) is not None:
            await drive.close(self._office.settings.eye_deadline)
        await self._office.remove(job)
        await self._office.ask(lambda: self._office.store.forget(job, State(job.state)))
        self._forget(job)

    async def _follow(self, job: Job, drive: Drive) -> None:
        outcome, came = drive.outcome, drive.came
        if outcome is not None:
            await self._settle(job, outcome)
            del self._drives[job.id]
        elif came is not None and came != self._told.get(job.id):
            await self._office.ask(lambda: self._office.store.came(job, came.stage, came.photos, came.read))
            self._told[job.id] = came
            self._office.held_up.pop(job.id, None)

    async def _settle(self, job: Job, outcome: Outcome) -> None:
        """What came of a driver goes into the store; where that is away it is settled at the next look."""
        match outcome:
            case Labelled():
                told = [{"file": a, "code": b, "detail": c} for a, b, c in outcome.failures[:MOST_TOLD]]
                found = {"failed": len(outcome.failures), "failures": as_text(told), "passed": as_text(outcome.passed)}
                await self._over(job, State.DONE, found | {"photos": outcome.photos, "read": outcome.photos})
            case Refused():
                await self._fail(job, Problem(outcome.status, outcome.code, outcome.detail, outcome.pointer))
            case HeldUp():
                await self._hold_up(job, outcome)

    async def _hold_up(self, job: Job, outcome: HeldUp) -> None:
        """Nothing of it is stored: where the disk is full the database may be, too."""
        log.warning("a label job was held up", extra={"fields": {"job": job.id, "why": outcome.why}})
        hold = self._holds.setdefault(job.id, _Hold())
        hold.tries += outcome.fault
        if hold.tries >= TRIES:
            await self._fail(job, Problem(500, "internal", f"it was tried {TRIES} times; the service's log has why"))
            return
        hold.until, hold.seconds = time.monotonic() + hold.seconds, min(LONGEST_PAUSE, 2 * hold.seconds)
        if outcome.full:
            problem = no_room("the disk of the label jobs is full; it goes on when there is room")
        elif outcome.fault:
            problem = Problem(503, "crashed", "what labels it has ended by itself; it is tried again")
        else:
            problem = Problem(503, "busy", f"{outcome.why[:200]}; it is tried again")
        self._office.held_up[job.id] = to_json(problem)

    async def _fail(self, job: Job, problem: Problem) -> None:
        await self._over(job, State.FAILED, {"problem": as_text(to_json(problem))})

    async def _over(self, job: Job, state: State, found: Mapping[str, object]) -> None:
        """The store is told first: a service that ends between both finds what it needs, or tidies up later."""
        folder, store = self._office.folder(job), self._office.store
        size = await self._office.on_disk(lambda: _bytes(folder, state))
        await self._office.ask(lambda: store.ended(job, **{"state": state, "bytes": size, "problem": "", **found}))
        await self._office.on_disk(lambda: _tidy(folder, state))
        self._forget(job)

    def _forget(self, job: Job) -> None:
        self._told.pop(job.id, None)
        self._holds.pop(job.id, None)
        self._office.held_up.pop(job.id, None)

    async def _begin(self, idle: Sequence[Job]) -> None:
        """As many as may be labelled at a time: of clients who have fewest in work, the oldest."""
        now = time.monotonic()
        waiting = [job for job in idle if self._holds.get(job.id, _Hold()).until <= now]
        busy = Counter(drive.client for drive in self._drives.values())
        while waiting and len(self._drives) < DRIVERS:
            job = min(waiting, key=lambda one: (busy[one.client], one.created))
            waiting.remove(job)
            busy[job.client] += 1
            await self._start(job)

    async def _start(self, job: Job) -> None:
        room = await self._office.ask(lambda: self._office.store.room(job))
        await self._office.ask(lambda: self._office.store.began(job))
        settings, folder = self._office.settings, self._office.folder(job)
        bounds = Bounds(settings.jobs_photos, settings.photo_bytes)
        task = Assignment(folder, tuple(job.formats.split()), job.source, self._model, bounds, room)
        self._told.pop(job.id, None)
        self._drives[job.id] = Drive(task, job.client, settings.desk_memory, self._line, self._awake.set)

    async def close(self) -> None:
        """What is being labelled goes on with the next service."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await asyncio.gather(*(drive.close(END_SECONDS) for drive in self._drives.values()))
        self._lock.close()


def _free(folder: Path) -> list[Path]:
    """Folders that nobody holds."""
    found = []
    for path in folder.iterdir():
        with suppress(LabelError), held(path):
            found.append(path)
    return found


def _removed(folders: Sequence[Path], known: Mapping[str, str]) -> None:
    """Those of no job; of jobs that are over, what none needs."""
    for path in folders:
        if path.name in known:
            _tidy(path, known[path.name])
        elif (path / ACCEPTED).exists():
            log.error("a label job is in no database; is it the right one?", extra={"fields": {"folder": str(path)}})
        else:
            log.info("what an upload left is removed", extra={"fields": {"folder": str(path)}})
            shutil.rmtree(path, ignore_errors=True)


_NEEDLESS: Mapping[str, Sequence[str]] = {State.DONE: ("photos",), State.FAILED: ("photos", "zips", SET)}
"""What nobody needs of a job that is over: pictures lie in its data set."""


def _tidy(folder: Path, state: str) -> None:
    for inner in _NEEDLESS.get(state, ()):
        shutil.rmtree(folder / inner, ignore_errors=True)


def _bytes(folder: Path, state: State) -> int:
    """What a job takes of the disk once it is tidied."""
    needless = _NEEDLESS[state]
    files = (path for path in folder.rglob("*") if path.relative_to(folder).parts[0] not in needless)
    return sum(path.stat().st_size for path in files if path.is_file())
