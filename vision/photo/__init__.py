"""Bytes or a path -> upright RGB pixels, safely.

- `container`  looks at the file first: what it claims to be, and what it would cost to decode
- `load`       decodes it, upright and no larger than the eye needs
"""
