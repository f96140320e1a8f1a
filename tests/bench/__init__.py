"""Benches: what is measured, each a command of its own; nothing here runs in the test suite but `tables.measure`.

- `engine`  the rules engine against other packages, as ratios in one run (`make bench`); `hands` deals for it
- `tables`  how well hands come out of rendered tables, before and after reconciling
- `stages`  what one photo costs by stage, in passes of the detector (`make bench`)
- `eye`     one large photo from bytes to named tiles, against other packages
- `label`   photos a second of `zhuoji label`, against a plain loop
- `load`    the service under load: throughput, latency, overload, memory, cheap routes beside photos
- `hostile` what hostile clients do to the service; `worst`: a search for the dearest JSON of each route
- `page`    from choosing a photo to the drawn result, in a browser
"""
