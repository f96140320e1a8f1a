"""Label formats as they are told in a form."""

from __future__ import annotations

from scoring.errors import InvalidInput, quoted
from vision.labels.formats import FORMATS, Format


def formats_of(text: str | None) -> tuple[Format, ...]:
    """One name or several with commas between -> the formats. Raises InvalidInput for a name that is none."""
    names = [name.strip() for name in (text or "").split(",")]
    for name in names:
        if name not in FORMATS:
            raise InvalidInput("bad_json", f"the format {quoted(name)} is none of {', '.join(FORMATS)}", "format")
    return tuple(FORMATS[name] for name in dict.fromkeys(names))
