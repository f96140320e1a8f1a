"""The registry of doubts: every code has a meaning, which stands in /docs."""

from __future__ import annotations

from html import escape

import pytest

from api import photo_shapes
from api.docs import render
from vision.doubts.codes import Code, known


@pytest.mark.parametrize("code", Code)
def test_the_schema_lists_each_code_with_its_meaning(code: Code) -> None:
    listed = photo_shapes.Doubt.model_json_schema()["properties"]["code"]["oneOf"]
    assert {"const": code.value, "description": code.meaning} in listed
    assert len(listed) == len(Code)


def test_docs_show_each_code_with_its_meaning() -> None:
    schema = photo_shapes.Doubt.model_json_schema()
    info = {"title": "x", "version": "1", "summary": ""}
    page = render({"info": info, "paths": {}, "components": {"schemas": {"Doubt": schema}}})
    for code in Code:
        assert f"<dt><code>{code}</code></dt><dd>{escape(code.meaning)}</dd>" in page


def test_a_code_that_a_client_made_up_has_no_entry() -> None:
    assert known("invented") is None
    assert known("left_out") is Code.LEFT_OUT
