"""The one exception of the rules engine."""


def pointer_to(pointer: str, key: str | int) -> str:
    """The pointer of a member of what `pointer` points at (RFC 6901: `~` and `/` escaped)."""
    return f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"


class Refused(ValueError):  # noqa: N818 - a deal is refused; the word is the table's
    """A deal, hand or option that cannot be; says what is wrong, where, and with which value.

    `code` is one of the fixed codes of the wire contract, `detail` a sentence that names the offending
    value, `pointer` the JSON Pointer (RFC 6901) of the place, `""` for the whole body.
    """

    def __init__(self, code: str, detail: str, pointer: str = "") -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.pointer = pointer
