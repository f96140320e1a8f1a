"""What is true at the table: tiles, hands, rule sets, patterns, waits and settlements.

Standard library only; knows nothing of photos or HTTP. The modules, in the order in which they build
on one another:

- `errors`      InvalidInput: the one exception, with a code, a sentence and a JSON Pointer; parts of its sentences
- `tiles`       Tile: the 27 kinds; compact notation and Chinese names in and out
- `terms`       the fixed codes - patterns, fans, meld kinds, reasons - each with its Chinese and English name
- `choices`     the words that a rule may be set to, likewise
- `rules`       Rules: every value of a rule set, each with its names and range (`KEYS`); options
- `rulesets`    the five rule sets as constants, by name, each value beside its source
- `house`       a rule set's name, or a table's own sheet over one -> Rules; what a sheet may say; presets
- `table`       Meld, Player, Win; what no hand, meld or tile may be
- `deal`        Deal: a finished round, checked when built
- `shapes`      counts of tiles -> every way they divide into sets and a pair, or into pairs
- `prices`      what each shape of a hand is worth under a rule set
- `patterns`    hand -> highest-scoring pattern, readiness, waits, what to discard
- `legality`    who may win, who may have declared
- `points`      bonuses on top of the pattern
- `round`       Round: facts derived from a deal once: winners, void wins, readiness, what is burnt
- `fates`       what became of the table's first chicken
- `ledger`      Claim, Transfer, Settlement; the one place where claims stand or fall
- `sections`    the claims: win, kongs, chickens, drawn rounds and penalties
- `succession`  who deals next
- `assumptions` what was not told and mattered
- `settle`      Deal -> Settlement
- `fields`      the names of the fields of what comes in; a misspelt one is refused, another told as not used
- `decode`      decoded JSON of any kind -> Deal and its parts, each field with its error code
- `wire`        plain JSON values in and out, as the wire contract has them
- `comparison`  the five rule sets side by side, as a page

One deal: `decode.deal_from(body)` -> Deal -> `round.analyse_deal` -> Round -> the sections' claims ->
`ledger.post` -> lines.
"""
