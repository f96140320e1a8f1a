"""Whatever the engine refuses in any test, it refuses in both languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scoring.errors import InvalidInput
from tests.refusals import all_named


@pytest.fixture(autouse=True)
def refusals(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The value that the English sentence names stands in the Chinese one, too."""
    with all_named({InvalidInput: lambda one: (one.detail, one.chinese)}, monkeypatch):
        yield
