"""The app with a stub for its eye."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from api.app import create_app
from api.problems import Problem, spoken, to_json
from api.settings import Settings
from scoring.errors import InvalidInput
from tests.api.stubs import StubEye, picture
from tests.refusals import Told, all_named
from vision.photo.load import PhotoError


def _told(error: Problem | InvalidInput | PhotoError) -> Told:
    return error.detail, str(spoken(to_json(error), "zh")["detail"])


@pytest.fixture(autouse=True)
def refusals(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever a door refuses names its value in both languages."""
    with all_named(dict.fromkeys((Problem, InvalidInput, PhotoError), _told), monkeypatch):
        yield


@pytest.fixture
def eye() -> Iterator[StubEye]:
    stub = StubEye()
    yield stub
    stub.gate.set()


@pytest.fixture
def settings() -> Settings:
    return Settings()


@pytest.fixture
def client(eye: StubEye, settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(eye, settings)) as client:
        yield client


@pytest.fixture
def jpeg() -> bytes:
    return picture()
