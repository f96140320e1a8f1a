"""Faces of Debian's games: whole sets, each kind where it belongs. Needs the packages; skips without them."""

from collections.abc import Sequence

import numpy as np
import pytest

from datasets.packaged import FLOWERS, PACKAGES, POINTS, SHARE, SHEETS, SUITS, drawing, font, sheet
from datasets.textures import HEIGHT, WIDTH, Picture

KINDS = {name for names in SUITS.values() for name in names}
needs = pytest.mark.skipif(
    not all((SHARE / file).exists() for file, *_ in SHEETS.values()), reason=f"needs Debian's {PACKAGES}"
)


@pytest.mark.parametrize("name", SHEETS)
def test_every_sheet_names_each_kind_once_and_fits_its_cells(name: str) -> None:
    _, columns, rows, names, part = SHEETS[name]
    faces = [face for face in names if face]
    assert len(set(faces)) == len(faces)
    assert len(names) <= columns * rows
    assert set(faces) >= KINDS
    assert set(faces) - KINDS <= {*"ESWNRGH", *FLOWERS}
    assert all(0.5 < share <= 1 for share in part)


def test_symbols_stand_in_unicodes_order() -> None:
    # U+1F000 east wind, U+1F007 one of characters, U+1F010 one of bamboos, U+1F019 one of circles, U+1F022 plum
    assert [POINTS[k] for k in (0, 7, 16, 25, 34)] == ["E", "1m", "1s", "1p", "flower1"]


@needs
@pytest.mark.parametrize("faces", [sheet("real"), sheet("smooth"), drawing("default"), font("FreeSerif.ttf")])
def test_faces_have_a_textures_size_and_show_something(faces: Sequence[tuple[str, Picture]]) -> None:
    found = dict(faces)
    assert set(found) >= KINDS
    for name in KINDS:
        assert found[name].shape == (HEIGHT, WIDTH, 3)
        assert found[name].std() > 8, name
    more = [float(np.mean(found[f"{rank}p"] < 128)) for rank in (2, 9)]
    assert more[1] > more[0]  # nine circles have more ink than two
