"""The page's tiles: valid, complete, small, and what the command would write again."""

from __future__ import annotations

import gzip
from xml.etree import ElementTree

from datasets.sprite import FILE, sprite
from vision.types import CLASSES

SVG = "{http://www.w3.org/2000/svg}"


def test_the_committed_sprite_is_what_the_command_writes() -> None:
    assert FILE.read_text(encoding="utf-8") == sprite()


def test_it_has_a_symbol_for_each_of_the_29_classes_and_no_dangling_reference() -> None:
    root = ElementTree.fromstring(sprite())
    symbols = {symbol.get("id") for symbol in root.iter(SVG + "symbol")}
    assert symbols == set(CLASSES)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert {use.get("href") for use in root.iter(SVG + "use")} <= {f"#{name}" for name in ids}


def test_a_strict_content_security_policy_lets_it_through() -> None:
    root = ElementTree.fromstring(sprite())
    assert not [e for e in root.iter() if e.get("style") or e.tag in (SVG + "style", SVG + "script")]


def test_it_is_small() -> None:
    written = sprite().encode()
    assert len(written) < 60_000
    assert len(gzip.compress(written)) < 12_000


def test_what_is_only_moved_is_moved_by_numbers() -> None:
    """A `transform` that does more than move stays one."""
    uses = list(ElementTree.fromstring(sprite()).iter(SVG + "use"))
    moved = [use for use in uses if use.get("x")]
    assert len(moved) > 20
    assert all(float(use.get(axis, "")) < 130 for use in moved for axis in "xy")
    assert any("scale(" in use.get("transform", "") for use in uses)
