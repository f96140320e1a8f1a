"""How tests ask the service about a photo, and the command line about anything."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from fastapi.testclient import TestClient

from api import cli
from tests.api.stubs import picture

FACTS = {"rules": "zhuoji"}
SAMPLES = Path(__file__).parent.parent.parent / "datasets" / "samples"


def score(client: TestClient, facts: object, **fields: str) -> dict[str, Any]:
    data = {"facts": facts if isinstance(facts, str) else json.dumps(facts), **fields}
    answer = client.post("/v1/photos/score", files={"photo": picture()}, data=data)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    assert set(found) == {"reading", "judge", "waits", "settlement", "problem"}
    return found


def waits(client: TestClient, **fields: str) -> dict[str, Any]:
    answer = client.post("/v1/photos/waits", files={"photo": picture()}, data=fields)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    assert set(found) == {"reading", "waits", "problem"}
    return found


def run(*arguments: object, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(cli.main, [str(argument) for argument in arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result
