"""What a sheet may say and what it changes: for pages, documents and the command line (HOUSE 2)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from scoring.house.meanings import MEANINGS
from scoring.house.sheet import is_refused
from scoring.house.words import in_words
from scoring.rules import CHOICES, KEYS, SUIT_SETS, TABLES, Interpretation, Rules
from scoring.rulesets import RULE_SETS

Json = dict[str, Any]
SECTIONS: Mapping[str, tuple[str, str]] = {
    "points_add_up": ("桌子", "Table"),
    "ping_hu": ("牌型", "What a hand is worth"),
    "declared_is_pass": ("谁能胡", "Who may win"),
    "self_draw": ("胡牌给多少", "What a win pays"),
    "kong_concealed": ("豆", "Kongs (豆)"),
    "fixed_chickens": ("鸡", "Chickens (鸡)"),
    "drawn_pays": ("黄庄和相公", "Drawn rounds and penalties"),
    "next_dealer_two": ("下一局的庄", "Next dealer"),
}
"""The first field of each section, in the order of the fields of Rules, and its Chinese and English title."""


COMMON = (
    "players",
    "missing_suit",
    "dealer_paid",
    "self_draw",
    "self_draw_plain",
    "kong_concealed",
    "kong_added",
    "kong_exposed",
    "fixed_chickens",
    "turned_previous",
    "turned_self",
    "week_chickens",
    "discards_count",
    "charge",
    "claimed_chicken",
    "chickens_need_ready",
    "kongs_need_ready",
    "unready_owes_chickens",
    "dan_diao",
)
"""What tables differ in most: asked first, wherever a sheet is made."""


def plain(value: object) -> Any:
    """A rule's value as JSON."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


def values() -> list[Json]:
    """Every key that a sheet may change, in the order of HOUSE 2: its names, range, base values and meaning."""
    section, found = SECTIONS["points_add_up"], []
    for name, key in KEYS.items():
        section, meaning = SECTIONS.get(name, section), MEANINGS[name]
        defaults = {base.name: value_of(base, name) for base in RULE_SETS.values()}
        told = {"key": name, **_type(name), "defaults": defaults, "zh": key.zh, "en": key.en}
        told |= {"common": name in COMMON, "section_zh": section[0], "section_en": section[1]}
        told |= {"example_zh": meaning.zh, "example_en": meaning.en}
        if meaning.decided_zh:
            told |= {"interpretation_zh": meaning.decided_zh, "interpretation_en": meaning.decided_en}
        found.append(told)
    return found


def _type(name: str) -> Json:
    key = KEYS[name]
    if name in CHOICES:
        words = CHOICES[name]
        return {
            "type": "word",
            "words": [str(word) for word in words],
            "words_zh": [word.zh for word in words],
            "words_en": [word.en for word in words],
        }
    if name == "suits":
        return {
            "type": "word",
            "words": list(SUIT_SETS),
            "words_zh": [in_words(name, suits)[0] for suits in SUIT_SETS],
            "words_en": [in_words(name, suits)[1] for suits in SUIT_SETS],
        }
    if name == "players":
        return {"type": "list", "words": list(TABLES)}
    example = getattr(next(iter(RULE_SETS.values())), name)
    if isinstance(example, bool):
        return {"type": "bool"}
    return {"type": "map" if isinstance(example, Mapping) else "int", "min": key.least, "max": key.most}


def value_of(rules: Rules, name: str) -> Any:
    """A rule's value as JSON; None where the key is refused with that base (HOUSE 2, `–`)."""
    return None if is_refused(name, rules) else plain(getattr(rules, name))


def is_played(value: object) -> bool:
    """Is there anything to a value?"""
    return value not in (0, "no")


def in_force(rules: Rules) -> list[Interpretation]:
    """What was decided where the sources are silent, as far as a sheet's options and values have not taken it back;
    what was decided of the values that it plays besides.
    """
    changed = [one["key"] for one in differences(rules)]
    own = [MEANINGS[key] for key in changed if is_played(getattr(rules, key)) and MEANINGS[key].decided_en]
    told = [one for one in rules.interpretations if _stands(one, rules, changed)]
    return told + [Interpretation(one.decided_zh, one.decided_en) for one in own]


def _stands(one: Interpretation, rules: Rules, changed: Collection[str]) -> bool:
    if any(key in changed for key in one.decided_by):
        return False
    return not one.about or any(is_played(getattr(rules, key)) for key in one.about)


def differences(rules: Rules, other: Rules | None = None) -> list[Json]:
    """Every value that is not the base's (or the other rules'), by an option or by a value of the sheet; None as in
    `value_of`.
    """
    base = RULE_SETS[rules.name] if other is None else other
    return [
        {
            "key": name,
            "value": value_of(rules, name),
            "base": value_of(base, name),
            "zh": key.zh,
            "en": key.en,
        }
        for name, key in KEYS.items()
        if value_of(rules, name) != value_of(base, name)
    ]
