"""The five rule sets by name.

000 贵州麻将, 001 捉鸡麻将规则, 002 贵阳麻将, 004 豆宝凉都信号鸡 are the source texts; MIL is 国际麻将联盟
《贵州麻将（推广）竞赛规则》试行 2023 (MIL2023.md). "RULES n" is section n of RULES.md, which decides where a source is
silent or contradicts itself; [I] marks such an interpretation. Nothing outside this package knows a rule set's name.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.errors import InvalidInput, pointer_to, quoted
from scoring.rules import Rules
from scoring.rulesets.guiyang import GUIYANG
from scoring.rulesets.guizhou import GUIZHOU
from scoring.rulesets.liupanshui import LIUPANSHUI
from scoring.rulesets.mil import MIL
from scoring.rulesets.zhuoji import ZHUOJI

RULE_SETS: Mapping[str, Rules] = MappingProxyType({r.name: r for r in (GUIZHOU, ZHUOJI, GUIYANG, LIUPANSHUI, MIL)})
"""The rule sets by name, in the order of the wire contract."""


def rules_for(name: object, options: object = None) -> Rules:
    """Name and chosen options (name -> bool) -> Rules.

    Raises InvalidInput: `unknown_rules`; `unknown_option` for a name that the rule set does not have or a value that is
    no boolean.
    """
    if not isinstance(name, str) or name not in RULE_SETS:
        what = "which rule set? `rules` is missing" if name is None else f"{quoted(name)} is no rule set"
        raise InvalidInput("unknown_rules", f"{what}; known are {', '.join(RULE_SETS)}", "/rules")
    rules = RULE_SETS[name]
    if options is None:
        return rules
    if not isinstance(options, Mapping):
        raise InvalidInput(
            "unknown_option", f"options must be an object of booleans, not {quoted(options)}", "/options"
        )
    for option, value in options.items():
        known = ", ".join(rules.options) or "none"
        pointer = pointer_to("/options", str(option))
        if option not in rules.options:
            raise InvalidInput("unknown_option", f"{name} has no option {quoted(option)}; it has: {known}", pointer)
        if not isinstance(value, bool):
            raise InvalidInput("unknown_option", f"option {option} is true or false, not {quoted(value)}", pointer)
    return rules.with_options(options)
