"""The app with a stub for its eye."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from api.app import create_app
from api.settings import Settings
from tests.api.stubs import StubEye, picture


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
