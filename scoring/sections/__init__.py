"""The sections of a settlement: each looks at the round and raises its claims (law 2); none knows another.

- `win` the pattern, the dealer, how it was won, declared hands, 包牌 and 包杠
- `kongs` 豆, also of those who do not win, and who owes for them
- `chickens` 鸡: fixed, turned, first (冲锋, 责任), of the day; `kinds` says which tiles they are in this round
- `drawn` nobody won: who waits is paid by who does not

Which of the claims stand, `scoring.ledger` decides.
"""
