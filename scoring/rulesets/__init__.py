"""The five rule sets by name: `guizhou`, `zhuoji`, `guiyang`, `liupanshui`, `mil`. `cite` writes a value
beside its source.

000 贵州麻将, 001 捉鸡麻将规则, 002 贵阳麻将, 004 豆宝凉都信号鸡 are the source texts; MIL is 国际麻将联盟
《贵州麻将（推广）竞赛规则》试行 2023 (MIL2023.md). "RULES n" is section n of RULES.md, which decides where a source is
silent or contradicts itself; [I] marks such an interpretation. Nothing outside this package plays
otherwise because of a rule set's name; defaults, examples, presets and the page's English names are all that say one.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.rules import Rules
from scoring.rulesets.guiyang import GUIYANG
from scoring.rulesets.guizhou import GUIZHOU
from scoring.rulesets.liupanshui import LIUPANSHUI
from scoring.rulesets.mil import MIL
from scoring.rulesets.zhuoji import ZHUOJI

RULE_SETS: Mapping[str, Rules] = MappingProxyType({r.name: r for r in (GUIZHOU, ZHUOJI, GUIYANG, LIUPANSHUI, MIL)})
"""The rule sets by name, in the order of the wire contract."""
