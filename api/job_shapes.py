"""The shapes of label jobs on the wire, for the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from api.shapes import Problem, Shape

Time = Annotated[str, Field(description="UTC, RFC 3339")]


class Failure(Shape):
    """A photo that has no labels."""

    file: Annotated[str, Field(description="as its sender called it")]
    code: Annotated[str, Field(description="`not_a_picture`, `too_large`, `unreadable`, `crashed`, `internal`")]
    detail: str


class LabelJob(Shape):
    """Many photos that are labelled while nobody waits."""

    id: Annotated[str, Field(description="nobody guesses it: without keys whoever has it has the job")]
    state: Annotated[
        Literal["waiting", "running", "done", "failed"],
        Field(description="`failed`: it has no labels at all, and `problem` says why"),
    ]
    formats: Annotated[list[str], Field(description="of the labels")]
    source: Annotated[str | None, Field(description="the address its photos are taken from")]
    created: Time
    ended: Time | None
    expires: Annotated[Time | None, Field(description="when it will be deleted")]
    bytes: Annotated[int, Field(description="what it takes of the disk, or may take")]
    stage: Annotated[
        Literal["", "unpack", "find", "read", "write"] | None, Field(description="what is being done while it runs")
    ]
    photos: Annotated[int | None, Field(description="how many it has; null: not known yet")]
    read: Annotated[int, Field(description="how many of them are over with")]
    failed: Annotated[int, Field(description="how many have no labels")]
    failures: Annotated[list[Failure], Field(description="the first of these; the zip of the labels has all")]
    passed: Annotated[dict[str, int], Field(description="what was no photo, how often")]
    problem: Annotated[
        Problem | None,
        Field(description="why it has failed, or what holds it up: then it goes on by itself"),
    ]


class LabelJobs(Shape):
    """The jobs of who asks."""

    jobs: Annotated[list[LabelJob], Field(description="the newest first, 100 at most")]
    formats: Annotated[list[str], Field(description="of labels that there are")]
