"""Photo + reading -> annotated picture: a box and a name for each tile, coloured by its role."""

from __future__ import annotations

import io
from statistics import median

from PIL import Image, ImageDraw, ImageFont

from vision.photo.load import Photo
from vision.types import Owner, Reading, ReadTile, Role

COLOURS = {
    Role.HAND: (0, 158, 115),
    Role.MELD: (0, 114, 178),
    Role.WINNING: (213, 94, 0),
    Role.DISCARDS: (120, 94, 160),
    Role.OTHER: (90, 90, 90),
}
"""Okabe and Ito's palette, which colour-blind players can tell apart; discards and other in muted tones."""
OWNERS = {Owner.RIGHT: "R ", Owner.OPPOSITE: "O ", Owner.LEFT: "L "}
"""What stands before the name of another player's tile."""
DOUBT = (240, 228, 66)
QUALITY = 85


def annotated(photo: Photo, reading: Reading) -> bytes:
    """The photo as JPEG, at the size of `photo.pixels`, with the reading drawn on it.

    A doubtful tile has a yellow frame around its own and a `?` behind its name; a dropped one is thin and struck out;
    another player's has a letter before its name, R (right), O (opposite) or L (left).
    """
    picture = Image.fromarray(photo.pixels)
    canvas = ImageDraw.Draw(picture)
    tiles = [(tile, tuple(side / photo.scale for side in _corners(tile))) for tile in reading.tiles]
    heights = [min(box[2] - box[0], box[3] - box[1]) for _, box in tiles]
    # Names as large as the tiles let them be, on a picture of any size.
    least = max(1.0, max(picture.size) / 90)
    size = max(least, min(0.34 * median(heights), 4 * least)) if tiles else least
    font = ImageFont.load_default(size)  # comes with Pillow: a bare server has no fonts
    line = max(2, round(size / 8))
    doubtful = {index for doubt in reading.doubts for index in doubt.tiles}
    for index, (tile, box) in enumerate(tiles):
        if tile.dropped:
            canvas.rectangle(box, outline=COLOURS[Role.OTHER], width=1)
            canvas.line(box, fill=COLOURS[Role.OTHER], width=1)
            continue
        group = None if tile.group is None else reading.groups[tile.group]
        role, owner = (Role.OTHER, None) if group is None else (group.role, group.owner)
        if index in doubtful:
            around = (box[0] - line, box[1] - line, box[2] + line, box[3] + line)
            canvas.rectangle(around, outline=DOUBT, width=line)
        canvas.rectangle(box, outline=COLOURS[role], width=line)
        text = ("" if owner is None else OWNERS.get(owner, "")) + tile.kind + "?" * (index in doubtful)
        _name(canvas, box, text, COLOURS[role], font, doubtful=index in doubtful)
    return _jpeg(picture)


def upright(photo: Photo) -> bytes:
    """The photo as JPEG, turned as the eye sees it, at the size of `photo.pixels`."""
    return _jpeg(Image.fromarray(photo.pixels))


def _jpeg(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=QUALITY)
    return out.getvalue()


def _corners(tile: ReadTile) -> tuple[float, float, float, float]:
    return tile.box.x1, tile.box.y1, tile.box.x2, tile.box.y2


def _name(
    canvas: ImageDraw.ImageDraw,
    box: tuple[float, ...],
    text: str,
    colour: tuple[int, int, int],
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
    *,
    doubtful: bool,
) -> None:
    """A tag on the upper left corner of the box, inside the picture."""
    left, top, right, bottom = canvas.textbbox((0, 0), text, font=font)
    pad = (bottom - top) / 5
    width, height = right - left + 2 * pad, bottom - top + 2 * pad
    x = max(box[0], 0)
    y = max(box[1] - 0.8 * height, 0)  # mostly above the box: the face has to stay visible
    canvas.rectangle((x, y, x + width, y + height), fill=DOUBT if doubtful else colour)
    canvas.text((x + pad - left, y + pad - top), text, fill="black" if doubtful else "white", font=font)
