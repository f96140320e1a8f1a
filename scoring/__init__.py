"""What is true at the table: tiles, hands, rule sets, patterns, waits and settlements.

Standard library only; knows nothing of photos or HTTP. The modules, in the order in which they build
on one another:

- `errors`    Refused: the one exception, with a code, a sentence and a JSON Pointer
- `tiles`     Tile: the 27 kinds; compact notation and Chinese names in and out
- `rules`     Rules: every number of a rule set, each with its source; the rule sets by name; options
- `table`     Meld, Player, Win, Deal: what happened, checked when built
- `shapes`    counts of tiles -> every way they divide into sets and a pair, or into pairs
- `patterns`  hand -> dearest pattern, waits, discards; who may win
- `ledger`    Claim, Transfer, Settlement: who pays whom how much and why
- `settle`    Deal -> Settlement
- `wire`      plain JSON values in and out, as the wire contract has them
"""
