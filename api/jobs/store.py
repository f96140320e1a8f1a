"""The jobs in the database, and what each client may have. All methods raise AwayError."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from api.jobs.database import Ask, Database
from api.jobs.job import ENDED, FIELDS, OPEN, SHOWN, Job, State
from api.problems import Problem, no_room, too_large
from api.settings import Settings

MOST_LISTED = 100
_COLUMNS = ", ".join(FIELDS)
_INSERT = f"INSERT INTO label_jobs ({_COLUMNS}) VALUES ({', '.join('?' * len(FIELDS))})"


class Store:
    """Jobs by their ids. Used by one thread."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self._database = database
        self._settings = settings

    def add(self, job: Job) -> None:
        """A job whose upload begins. Raises Problem: 429 where its client has too many in work, and as `reserve`."""
        with self._database.transaction(alone=True) as ask:
            asked = f"SELECT count(*) FROM label_jobs WHERE client = ? AND {_among(OPEN)}"
            count = _number(ask(asked, (job.client, *OPEN)))
            if count >= self._settings.jobs_each:
                most = self._settings.jobs_each
                detail = f"{count} of your label jobs, uploads counted, are not done yet, and {most} are the most"
                raise Problem(429, "too_many_jobs", detail, headers={"Retry-After": "60"})
            self._check_room(ask, job, job.bytes)
            ask(_INSERT, tuple(getattr(job, name) for name in FIELDS))

    def reserve(self, job: Job, size: int) -> None:
        """It takes so many bytes of the disk in all. Raises Problem: 413, 507 for more than there are for it."""
        with self._database.transaction(alone=True) as ask:
            self._check_room(ask, job, size)
            ask("UPDATE label_jobs SET bytes = ? WHERE id = ?", (size, job.id))

    def room(self, job: Job) -> int:
        """Bytes that it may take in all."""
        with self._database.transaction() as ask:
            return min(self._left(ask, job))

    def _left(self, ask: Ask, job: Job) -> tuple[int, int]:
        """Bytes that are left of its client's and of everybody's, what it takes itself not counted."""
        asked = "SELECT coalesce(sum(bytes), 0) FROM label_jobs WHERE id != ?"
        own = _number(ask(f"{asked} AND client = ?", (job.id, job.client)))
        return self._settings.jobs_bytes_each - own, self._settings.jobs_bytes - _number(ask(asked, (job.id,)))

    def _check_room(self, ask: Ask, job: Job, size: int) -> None:
        if size > self._settings.jobs_bytes_each:
            raise too_large(f"a label job of {size} bytes is larger than {self._settings.jobs_bytes_each}")
        own, everybody = self._left(ask, job)
        if size > own:
            raise no_room(f"{size} bytes are more than the {max(0, own)} that your label jobs have left; delete one")
        if size > everybody:
            raise no_room(f"{size} bytes are more than the {max(0, everybody)} that all label jobs have left")

    def arrived(self, job: Job) -> None:
        """Its upload is whole: it is accepted."""
        self._set(job.id, State.ARRIVING, state=State.WAITING, formats=job.formats, source=job.source)

    def began(self, job: Job) -> None:
        """It is being labelled."""
        self._set(job.id, State.WAITING, state=State.RUNNING)

    def came(self, job: Job, stage: str, photos: int, read: int) -> None:
        """How far it has come."""
        self._set(job.id, State.RUNNING, stage=stage, photos=photos, read=read)

    def ended(self, job: Job, **found: object) -> None:
        """It is over: `state` of `ENDED`, and what came of it."""
        self._set(job.id, State.RUNNING, ended=time.time(), stage="", **found)

    def delete(self, job: Job) -> None:
        """Nobody sees it any more; its files and its row are still there."""
        with self._database.transaction() as ask:
            ask("UPDATE label_jobs SET state = ? WHERE id = ?", (State.DELETING, job.id))

    def _set(self, job: str, before: State, **values: object) -> None:
        """One that has another state meanwhile, since its client has deleted it, stays as it is."""
        columns = ", ".join(f"{name} = ?" for name in values)
        with self._database.transaction() as ask:
            ask(f"UPDATE label_jobs SET {columns} WHERE id = ? AND state = ?", (*values.values(), job, before))

    def forget(self, job: Job, state: State) -> bool:
        """Its row is gone if it still has this state; whether it was."""
        with self._database.transaction(alone=True) as ask:
            found = ask("SELECT 1 FROM label_jobs WHERE id = ? AND state = ?", (job.id, state))
            ask("DELETE FROM label_jobs WHERE id = ? AND state = ?", (job.id, state))
        return bool(found)

    def get(self, job: str) -> Job | None:
        """A job that was accepted and not deleted."""
        return next(iter(self._jobs(f"WHERE id = ? AND {_among(SHOWN)}", job, *SHOWN)), None)

    def of(self, client: str) -> Sequence[Job]:
        """A client's jobs, the newest first, `MOST_LISTED` at most."""
        clause = f"WHERE client = ? AND {_among(SHOWN)} ORDER BY created DESC, id LIMIT {MOST_LISTED}"
        return self._jobs(clause, client, *SHOWN)

    def pending(self, before: float) -> Sequence[Job]:
        """What there is to do: jobs in work, the oldest first, those to be deleted, those that ended before a time."""
        clause = f"WHERE NOT {_among(ENDED)} OR ended < ? ORDER BY created, id"
        return self._jobs(clause, *ENDED, before)

    def states(self) -> Mapping[str, str]:
        """Of all jobs, by their ids."""
        with self._database.transaction() as ask:
            return {str(job): str(state) for job, state in ask("SELECT id, state FROM label_jobs", ())}

    def _jobs(self, clause: str, *values: object) -> Sequence[Job]:
        with self._database.transaction() as ask:
            return [Job.of(row) for row in ask(f"SELECT {_COLUMNS} FROM label_jobs {clause}", values)]

    def close(self) -> None:
        """Let the database go."""
        self._database.close()


def _among(states: Sequence[State]) -> str:
    return f"state IN ({', '.join('?' * len(states))})"


def _number(rows: Sequence[Sequence[object]]) -> int:
    return int(str(rows[0][0]))
