"""The taught set that a form may carry."""

from __future__ import annotations

from api.body import Form
from scoring.errors import InvalidInput, rebase_pointer
from vision.eye.taught import TaughtSet
from vision.wire import sets


def set_of(form: Form) -> TaughtSet | None:
    """The form's taught set, None where it has none. Raises InvalidInput (`bad_set`)."""
    held = form.json("set", "bad_set")
    try:
        return None if held is None else sets.from_json(held, len(form.fields["set"]))
    except InvalidInput as error:
        raise rebase_pointer(error, {"": "/set"}) from None
