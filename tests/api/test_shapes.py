"""The OpenAPI document knows every field that the engine takes."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from api import shapes
from scoring.deal import Deal
from scoring.inputs import inputs
from scoring.table import Meld, Player, Win


@pytest.mark.parametrize(
    ("taken", "shape"), [(Deal, shapes.Deal), (Player, shapes.Player), (Meld, shapes.Meld), (Win, shapes.Win)]
)
def test_every_field_from_outside_is_described(taken: type, shape: type[BaseModel]) -> None:
    described = {field.alias or name for name, field in shape.model_fields.items()}
    assert {one.name for one in inputs(taken)} - described == set()
