"""How likely the reading is wrong where a doubt asks: one small model of what is known of the doubt and of the table.

A reading is wrong where any of its doubts is right, or where none asks; so 1 - p of the reading is the product of the
1 - p of its doubts, and tables that are known to be right or wrong teach which doubts are right.
`python -m models.fits.likelihood` fits the weights to rendered tables.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from vision.doubts.context import Context
from vision.doubts.finding import Finding
from vision.table.pricing import NO_HAND

WEIGHTS = Path(__file__).with_name("likelihood.json")
Weights = Mapping[str, float]
"""By the name of a signal."""
SHIPPED: Weights = json.loads(WEIGHTS.read_text(encoding="utf-8"))
FEW_TILES = 4  # of which a doubt may ask how they are named
USUAL_TILES = 14  # on a table without others
LEAST_P, MOST_P = 0.001, 0.999


def probabilities(context: Context, findings: Sequence[Finding]) -> tuple[float | None, ...]:
    """Of each finding, that the reading is wrong where it asks, 0.001 to 0.999; None where it leaves that open."""
    told = (None if one.code.traits.leaves_open else signals(context, one, len(findings)) for one in findings)
    return tuple(None if one is None else _probability(one) for one in told)


def _probability(told: Mapping[str, float]) -> float:
    log_odds = sum(SHIPPED.get(name, 0.0) * value for name, value in told.items())
    return round(min(MOST_P, max(LEAST_P, 1 / (1 + math.exp(-log_odds)))), 3)


def signals(context: Context, finding: Finding, findings: int) -> dict[str, float]:
    """What tells whether a finding is right, by name: of every finding, and what counts differently for its sentence.
    `findings`: how many the reading has.
    """
    says = finding.says.name
    state = context.named.value.state
    told = {
        "unsure": _unsure(context, finding),
        "rival": math.exp(-context.others[0][0]) if context.others else 0.0,
        "waiting": float(state in {"won", "ready"}),
    }
    table = {
        "doubt": 1.0,
        "unplayable": float(state in NO_HAND),
        "others": math.log(findings),
        "crowd": math.log1p(len(context.layout.detections) / USUAL_TILES),
        "worthless": float(finding.worth.changes == "nothing"),
    }
    return {**table, **told, says: 1.0, **{f"{says} {name}": value for name, value in told.items()}}


def _unsure(context: Context, finding: Finding) -> float:
    """How little the eye gave the name that a tile has, of the least sure one that a finding about few is about."""
    if not 1 <= len(finding.tiles) <= FEW_TILES:
        return 0.0
    named = {i: context.named.kinds.get(i, context.firsts[i]) for i in finding.tiles}
    return max(1 - context.scores(i).get(kind, 0.0) for i, kind in named.items())
