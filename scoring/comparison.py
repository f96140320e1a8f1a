"""The five rule sets side by side: `python -m scoring.comparison > scoring/README.md`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scoring.house.describe import SECTIONS, is_played
from scoring.house.meanings import DECIDED_OF_PRESETS, MEANINGS
from scoring.house.presets import presets
from scoring.rules import CHOICES, KEYS, SUIT_SETS, UNSUPPORTED, VALUES, Interpretation
from scoring.rulesets import RULE_SETS

HEAD = """# The rules engine

`scoring` answers what is true at the table: is it a win, what does it wait for, who pays whom. Standard library only;
the package docstring is the map. A rule set is a value (`scoring.rules.Rules`), the five of them are constants, options
replace fields. This page is made from those constants (`python -m scoring.comparison`), and a test holds it to them.

Units are what each payer owes; money = units × stake. `-`: not played. [I]: an interpretation where the source is
silent or contradicts itself, and the keys by which a sheet takes it back. 000, 001, 002, 004 and MIL are the source
texts, "RULES n" is section n of the decided rules, [RULES.md](RULES.md). A table's own rules as data:
[HOUSE.md](HOUSE.md).
"""


def _shown(value: object) -> str:
    if not is_played(value):
        return "-"
    if value is True:
        return "yes"
    if isinstance(value, Mapping):
        return ", ".join(f"{_shown(key)} {_shown(item)}" for key, item in value.items())
    if isinstance(value, tuple):
        return ", ".join(_shown(item) for item in value)
    return str(value).replace("_", " ")


def _about(field: str) -> str:
    """What a key is called, and what a house sheet may set it to."""
    if field not in KEYS:
        return ""
    key = KEYS[field]
    if field in CHOICES:
        range_ = " ".join(map(str, CHOICES[field]))
    else:
        range_ = {bool: "yes, no", str: " ".join(SUIT_SETS), tuple: "of 2, 3, 4"}.get(
            type(getattr(next(iter(RULE_SETS.values())), field)), f"{key.least}…{key.most}"
        )
    return f" {key.zh}<br><sub>{range_}<br>{MEANINGS[field].en}</sub>"


def page() -> str:
    """The whole page, Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield HEAD
    yield from _values()
    yield from _options()
    yield from _presets()
    yield "\n## Interpretations [I]\n"
    for rules in RULE_SETS.values():
        yield f"- `{rules.name}`: " + "; ".join(map(_decided, rules.interpretations))
    yield from (f"- a sheet, `{name}`: {one.decided_en}" for name, one in MEANINGS.items() if one.decided_en)
    yield f"- {DECIDED_OF_PRESETS.decided_en}"
    yield "\n## Named in the sources, not defined there, not played\n"
    yield from (f"- {name}: {why}" for name, why in UNSUPPORTED.items())


def _values() -> Iterator[str]:
    for field in VALUES:
        if field in SECTIONS:
            yield f"\n## {SECTIONS[field][1]}\n"
            yield "| | " + " | ".join(f"`{name}` {rules.zh}" for name, rules in RULE_SETS.items()) + " |"
            yield "|---" * (len(RULE_SETS) + 1) + "|"
        cells = (
            f"{_shown(getattr(rules, field))}<br><sub>{rules.sources[field]}</sub>" for rules in RULE_SETS.values()
        )
        yield f"| `{field}`{_about(field)} | " + " | ".join(cells) + " |"


def _decided(one: Interpretation) -> str:
    """With the values by which a sheet takes it back."""
    keys = ", ".join(f"`{key}`" for key in (*one.decided_by, *one.about))
    return f"{one.en} ({keys})" if keys else one.en


def _options() -> Iterator[str]:
    yield "\n## Options\n"
    yield "| rule set | option | what it does | source |"
    yield "|---|---|---|---|"
    for rules in RULE_SETS.values():
        for name, option in rules.options.items():
            yield f"| `{rules.name}` | `{name}` | {option.zh}: {option.en} | {option.source} |"


def _presets() -> Iterator[str]:
    yield "\n## Presets\n"
    yield "Named sheets that tables play (presets.toml); letters are HOUSE.md's sources.\n"
    yield "| preset | base | what it is | sources |"
    yield "|---|---|---|---|"
    for one in presets():
        yield f"| `{one['id']}` {one['name']} | `{one['sheet']['base']}` | {one['en']} | {', '.join(one['sources'])} |"


if __name__ == "__main__":  # pragma: no cover
    print(page(), end="")
