"""What the doors need of an eye, and one photo's way through it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from api.facts import told_won_tile
from api.work import Stages
from scoring.errors import InvalidInput, rebase_pointer
from scoring.house.sheet import rules_for
from scoring.rules import Rules
from scoring.tiles import COPIES, KINDS, Tile, parse_tile
from vision import draw
from vision.eye.taught import TaughtSet
from vision.eye.thresholds import MOST_TILES
from vision.photo.load import Photo, load
from vision.read.everybody import everybody
from vision.read.eye import OnStage
from vision.read.learn import names
from vision.table.pricing import DEFAULT_RULES
from vision.types import Box, Layout, Reading
from vision.wire import readings

SET = COPIES * KINDS


class Eye(Protocol):
    """`vision.read.eye.Eye`, or a stub."""

    @property
    def model(self) -> str:
        """The version of the models."""

    def read(self, photo: Photo, /, took: OnStage | None = None) -> Reading:
        """A photo -> its reading; `took` is told each stage and its seconds, and may raise to end the work."""

    def read_laid(
        self,
        photo: Photo,
        /,
        took: OnStage | None = None,
        rules: Rules | None = None,
        winning: Tile | None = None,
    ) -> tuple[Reading, Layout]:
        """The same, and how its tiles lie."""

    def with_set(self, taught: TaughtSet | None, /) -> Eye:
        """The same, helped by a taught set."""

    def learn(self, photo: Photo, names: Mapping[Box, str], /) -> TaughtSet:
        """What the tiles in these boxes look like, under these names."""


@dataclass(frozen=True, slots=True)
class Context:
    """What is known of the table beside the photo: the rules that doubts are priced by, the tile it was won on."""

    rules: Rules | None = None
    winning: Tile | None = None

    @classmethod
    def of(cls, rules: object, options: object, winning: object = None) -> Context:
        """What was told, as far as it makes sense; what does not is refused elsewhere, with its place."""
        try:
            known = rules_for(rules, options)
        except InvalidInput:
            known = None
        try:
            tile = parse_tile(winning) if isinstance(winning, str) else None
        except InvalidInput:
            tile = None
        return cls(known, tile)

    @classmethod
    def of_facts(cls, facts: object) -> Context:
        """The same from a photo's facts."""
        if not isinstance(facts, dict):
            return cls()
        won = told_won_tile(facts.get("wins"), facts.get("seat") or 0)
        return cls.of(facts.get("rules"), facts.get("options"), won)

    @property
    def priced_by(self) -> str:
        """The rule set that doubts are priced by."""
        return (self.rules or DEFAULT_RULES).name


NO_CONTEXT = Context()


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be done with a photo beside reading it.

    `corrections`: any JSON; `taught`: the set that the eye is taught; `context`: what is known of it; `draws`: the
    reading is drawn on the photo; `refused`: why corrections or the set can't be used, known already.
    """

    corrections: object = None
    taught: TaughtSet | None = None
    context: Context = NO_CONTEXT
    draws: bool = False
    refused: InvalidInput | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """A photo as it was read, corrected as far as could be.

    `refused`: why the corrections or the taught set could not be used, else None. `picture`: JPEG with the reading
    drawn on it, if it was asked for and nothing was refused.
    """

    reading: Reading
    refused: InvalidInput | None
    picture: bytes | None


def look(data: bytes, asked: Asked, eye: Eye, stages: Stages) -> Look:
    """Decode, read, correct, draw; between the stages it ends where nobody waits any more.

    Raises PhotoError, and `work.Gone`.
    """
    with stages.stage("decode"):
        picture = load(data)
    stages.check()
    known = knowing(eye, asked.taught)
    reading, layout = known.read_laid(picture, stages.took, asked.context.rules, asked.context.winning)
    with stages.stage("others"):
        reading = everybody(reading, asked.context.rules, layout)
    refused = asked.refused
    try:
        if refused is None:
            reading = corrected(reading, asked.corrections, asked.context)
    except InvalidInput as error:
        refused = error
    stages.read(reading)
    if not asked.draws or refused:
        return Look(reading, refused, None)
    with stages.stage("draw"):
        return Look(reading, None, draw.annotated(picture, reading))


def upright(data: bytes, _: Eye, stages: Stages) -> bytes:
    """A photo's bytes -> the upright picture as JPEG. Raises PhotoError, and `work.Gone`."""
    with stages.stage("decode"):
        photo = load(data)
    stages.check()
    with stages.stage("draw"):
        return draw.upright(photo)


def knowing(eye: Eye, taught: TaughtSet | None) -> Eye:
    """The eye, taught the set where there is one."""
    return eye if taught is None else eye.with_set(taught)


def learn(data: bytes, corrections: object, taught: TaughtSet | None, eye: Eye, stages: Stages) -> TaughtSet:
    """A photo's bytes -> the set with what its tiles look like. Raises PhotoError, InvalidInput, `work.Gone`."""
    with stages.stage("decode"):
        photo = load(data)
    stages.check()
    teacher = knowing(eye, taught)
    reading = corrected(teacher.read(photo, stages.took), corrections, NO_CONTEXT)
    faces = teacher.learn(photo, names(reading))
    return faces if taught is None else faces.after(taught)


def corrected(reading: Reading, corrections: object | None, context: Context) -> Reading:
    """`vision.wire.readings.correct` with a bound on the tiles, `MOST_TILES`; None changes nothing. Raises
    InvalidInput.
    """
    if corrections is None:
        return reading
    steps = corrections if isinstance(corrections, list) else []
    added = sum(1 for step in steps if isinstance(step, dict) and step.get("op") == "add")
    if added and len(reading.tiles) + added > MOST_TILES:
        detail = f"{added} tiles added to {len(reading.tiles)}; {MOST_TILES} are the most, a set has {SET}"
        raise InvalidInput("bad_corrections", detail, "/corrections")
    try:
        return readings.correct(reading, corrections, context.rules, context.winning)
    except InvalidInput as error:
        raise rebase_pointer(error, {"": "/corrections"}) from None
