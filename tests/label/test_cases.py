"""The page of label files is what comes out today, and no tile comes out wrong."""

from __future__ import annotations

from pathlib import Path

from tests.label.cases import CASES, PAGE, outcomes, page


def test_the_page_of_label_files_is_current(tmp_path: Path) -> None:
    found = list(outcomes(tmp_path))
    assert [one.case.name for one in found if one.wrong] == []
    assert len(CASES) >= 60
    assert PAGE.read_text() == page(found), "write it anew: python -m tests.label.cases"
