"""The shapes of checked house sheets on the wire, for the OpenAPI document."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from api.shapes import Label, LabelEn, Pattern, Shape, Units


class Difference(Shape):
    """A value that is not the base's."""

    key: Annotated[str, Field(description="the value's key")]
    value: Annotated[object, Field(description="as the sheet has it")]
    base: Annotated[object, Field(description="as the base has it")]
    zh: Annotated[str, Field(description="the name of the value in Chinese")]
    en: Annotated[str, Field(description="the name of the value in English")]


class PatternPrice(Shape):
    """What a shape is worth."""

    pattern: Pattern
    label: Label
    label_en: LabelEn
    units: Units
    single: Annotated[bool, Field(description="with four melds and one tile in hand, where no pattern says so")]


class CheckedSheet(Shape):
    """What a sheet makes of its base."""

    name: Annotated[str, Field(description="the sheet's, else the base's")]
    base: Annotated[str, Field(description="the rule set's id")]
    differences: Annotated[list[Difference], Field(description="every value that an option or the sheet changes")]
    patterns: Annotated[list[PatternPrice], Field(description="what each shape is worth under this sheet")]
    interpretations: Annotated[
        list[str], Field(description="what was decided where the sources are silent, as far as the sheet leaves it so")
    ]
    interpretations_zh: Annotated[list[str], Field(description="the same in Chinese")]
