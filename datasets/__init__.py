"""Where tiles come from: faces drawn by us, photo-like scenes made of them with exact labels, samples.

    glyphs -> faces -> sprite                      the page's tiles (api/page/tiles.svg)
              faces -> solid -> scene -> render    photo-like scenes; `samples` are scenes by hand

Not in the wheel (a top-level `datasets` would shadow the PyPI package of that name). Sources and licences:
README.md in this folder.
"""
