"""The sections of a settlement: each looks at the round and raises its claims (law 2)."""
