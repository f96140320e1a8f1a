"""A phone finds the page: the address on the local network, and a QR code that a camera reads."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest

from api import lan, serve


def pixels(code: str) -> np.ndarray:
    """The half blocks as a picture, 8 pixels a module; dark modules are what a light terminal shows dark."""
    halves = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}
    rows = [[halves[letter] for letter in line] for line in plain(code)]
    width = max(map(len, rows))
    grid = np.zeros((2 * len(rows), width), np.uint8)
    for y, row in enumerate(rows):
        for x, (top, bottom) in enumerate(row):
            grid[2 * y, x], grid[2 * y + 1, x] = 255 * top, 255 * bottom
    return np.kron(grid, np.ones((8, 8), np.uint8))


def plain(code: str) -> list[str]:
    """Without the escapes that set the terminal's colours."""
    return [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in code.split("\n")]


def test_the_qr_code_says_the_address() -> None:
    drawn = pixels(lan.qr_code("http://192.168.1.20:8000"))
    found = {cv2.QRCodeDetector().detectAndDecode(picture)[0] for picture in (drawn, 255 - drawn)}
    assert "http://192.168.1.20:8000" in found


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_a_service_of_this_machine_alone_has_no_phone_address(host: str) -> None:
    with serve.bind(host, 0) as listening:
        assert lan.phone_address(listening) is None


def test_a_service_on_every_address_names_one_that_others_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan, "_own_address", lambda: "192.168.1.20")
    with serve.bind("0.0.0.0", 0) as listening:
        assert lan.phone_address(listening) == f"http://192.168.1.20:{listening.getsockname()[1]}"
    monkeypatch.setattr(lan, "_own_address", lambda: None)
    with serve.bind("0.0.0.0", 0) as listening:
        assert lan.phone_address(listening) is None


def test_the_own_address_is_one_of_this_machine() -> None:
    own = lan._own_address()
    if own is not None:
        with serve.bind(own, 0) as listening:
            assert listening.getsockname()[0] == own
