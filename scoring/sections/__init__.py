"""The sections of a settlement: each looks at the round and raises its claims (law 2); none knows another.

- `win` the pattern, the dealer, how it was won, declared hands, 包牌 and 包杠
- `kongs` 豆, also of those who do not win, and who owes for them
- `chickens` 鸡: fixed, turned, first (冲锋, 责任), of the day; `kinds` says which tiles they are in this round
- `drawn` nobody won: who waits is paid by who does not

Which of the claims stand, `scoring.ledger` decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scoring.fates import FirstChicken
from scoring.ledger import Claim
from scoring.round import Round
from scoring.sections.chickens import chicken_claims
from scoring.sections.drawn import drawn_claims
from scoring.sections.kongs import kong_claims
from scoring.sections.win import refused_claims, win_claims
from scoring.tiles import Tile


def claims(round_: Round, fates: Mapping[Tile, FirstChicken]) -> Iterator[Claim]:
    """Those of all sections, in the order in which they are shown."""
    yield from win_claims(round_)
    yield from refused_claims(round_)
    yield from kong_claims(round_)
    yield from chicken_claims(round_, fates)
    yield from drawn_claims(round_)
