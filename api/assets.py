"""The page as it travels: one answer with all that its first view needs, the rest under an address that names its
content, so that browsers keep it for good.

The page's HTML holds the style sheets, and as one script the modules of `js/main.js`: a browser that had to fetch fifty
waits for fifty answers, and one that is told of a script first waits for two. `page/<version>/PATH` is `page/PATH` and
may be kept forever: `version` is made of what all the files hold. There `js/later.js` has the modules that are loaded
when they are asked for. The files themselves, at `page/PATH`, are asked for anew each time; so a changed one is seen at
the next load.
"""

from __future__ import annotations

import base64
import hashlib
import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath

PAGE = Path(__file__).parent / "page"
FIRST, LATER = "js/main.js", "js/later.js"
_PARTS = (LATER, "tiles.svg", "icon.svg")
"""What a page without a net needs beside its HTML."""
_SUFFIXES = (".js", ".css", ".svg", ".html", ".png", ".webmanifest")
_VERSION = re.compile(r"[0-9a-f]{16}")
State = tuple[tuple[str, int, int], ...]


def state() -> State:
    """Name, time and size of each file: another one when a file was changed."""
    files = sorted(path for folder in (".", "js", "vendor") for path in (PAGE / folder).iterdir())
    found = []
    for path in files:
        if path.suffix in _SUFFIXES:
            now = path.stat()
            found.append((path.relative_to(PAGE).as_posix(), now.st_mtime_ns, now.st_size))
    return tuple(found)


@lru_cache(2)
def version(now: State) -> str:
    """Sixteen digits made of the content of all files: the same on every machine that has the same page."""
    digest = hashlib.sha256()
    for name, _, _ in now:
        digest.update(f"{name}\0".encode())
        digest.update((PAGE / name).read_bytes())
    return digest.hexdigest()[:16]


def split(path: str) -> tuple[str | None, str]:
    """`<version>/PATH` -> the version and PATH; None: the path names none."""
    first, _, rest = path.partition("/")
    return (first, rest) if _VERSION.fullmatch(first) and rest else (None, path)


@dataclass(frozen=True, slots=True)
class Index:
    """The page's HTML with its style sheets and its script, and by what hashes a policy may let these through."""

    html: str
    scripts: tuple[str, ...]
    styles: tuple[str, ...]


_STYLE = re.compile(r'<link rel="stylesheet" href="page/(?P<name>[^"]+)">')
_SCRIPT = re.compile(rf'<script type="module" src="page/{re.escape(FIRST)}"></script>')


@lru_cache(2)
def index(now: State) -> Index:
    """The page; what else it needs it names under this version's address."""
    html = (PAGE / "index.html").read_text("utf-8")
    html = re.sub(r'"page/(?!manifest|icon-|base|parts|js/)', f'"page/{version(now)}/', html)
    styles = [(PAGE / found["name"]).read_text("utf-8") for found in _STYLE.finditer(html)]
    script = scripts(now)[FIRST].decode()
    sheets = iter(styles)
    html = _STYLE.sub(lambda _: _inside("style", "", next(sheets)), html)
    html = _SCRIPT.sub(lambda _: _inside("script", ' type="module"', script), html)
    return Index(html, (_hash(script),), tuple(map(_hash, styles)))


def _inside(tag: str, attributes: str, text: str) -> str:
    """Raises ValueError where the text would end its element."""
    if f"</{tag}" in text.lower():
        raise ValueError(f"the page's {tag} cannot hold </{tag}")
    return f"<{tag}{attributes}>{text}</{tag}>"


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@lru_cache(2)
def worker(now: State) -> str:
    """The service worker, told which version it keeps; another script when the version is another."""
    names = [f"page/{version(now)}/{name}" for name in _PARTS]
    return f"const PARTS = {names};\n".replace("'", '"') + (PAGE / "sw.js").read_text("utf-8")


@lru_cache(2)
def scripts(now: State) -> dict[str, bytes]:
    """`FIRST`, all that it imports at once, for the page's HTML, and `LATER`, what is imported when it is asked for.

    Each module becomes a function that is called when it is first needed, in the order in which a browser runs them.
    That is the same as modules as long as no imports go in a circle and no exported variable changes. Raises ValueError
    where they do, or where a line isn't written as the page's modules are.
    """
    at_once, later = modules(FIRST)
    here = f'const $here = new URL("page/{version(now)}/{FIRST}", document.baseURI).href;'
    first = [f"const modules = {_table(at_once)};", here, *_LINKER, f"$need({_quoted(FIRST)});", ""]
    return {FIRST: "\n".join(first).encode(), LATER: f"export const modules = {_table(later)};\n".encode()}


_LINKER = (
    "const done = {};",
    "const $need = (name) => (done[name] ??= modules[name]($need, $later, $here));",
    "const $later = async (name) => {",
    '\tObject.assign(modules, (await import(new URL("later.js", $here).href)).modules);',
    "\treturn $need(name);",
    "};",
)


def _table(names: Iterable[str]) -> str:
    functions = [f"{_quoted(name)}($need, $later, $here) {{\n{_as_function(name)}}}" for name in names]
    return "{\n" + ",\n".join(functions) + "\n}"


def modules(first: str) -> tuple[list[str], list[str]]:
    """A module of the page and all that it imports at once, and what those import later, by their names under `/page/`.

    Raises ValueError for imports in a circle.
    """
    at_once: list[str] = []
    _walk(first, (), at_once)
    found = [*at_once]
    for name in found:  # grows meanwhile
        for later in _LATER.finditer((PAGE / name).read_text("utf-8")):
            _walk(_resolved(name, later["path"]), (), found)
    return at_once, found[len(at_once) :]


def _walk(name: str, way: tuple[str, ...], found: list[str]) -> None:
    if name in way:
        raise ValueError(f"the page's imports go in a circle: {' '.join((*way[way.index(name) :], name))}")
    if name not in found:
        for imported in _IMPORT.finditer((PAGE / name).read_text("utf-8")):
            _walk(_resolved(name, imported["path"]), (*way, name), found)
        found.append(name)


_IMPORT = re.compile(r'^import\b *(?P<what>[^;"]*?)(?: from)? *"(?P<path>\.[^"]+)";$', re.MULTILINE)
_LATER = re.compile(r'\bimport\("(?P<path>\.[^"]+)"\)')
_DECLARED = re.compile(r"^export (?=(?:const|class|(?:async )?function\*?) (?P<name>\w+))", re.MULTILINE)
_LISTED = re.compile(r"\bexport *\{(?P<names>[^{}]*)\};?")


def _as_function(name: str) -> str:
    """The body of a module as that of a function of `$need`, `$later` and `$here`, its bundle's address, which returns
    what the module exports.
    """
    text = (PAGE / name).read_text("utf-8")
    exports = {found["name"]: found["name"] for found in _DECLARED.finditer(text)}
    for listed in _LISTED.finditer(text):
        for one in filter(None, (part.strip() for part in listed["names"].split(","))):
            own, _, other = one.partition(" as ")
            exports[other or own] = own
    text = _DECLARED.sub("", _LISTED.sub("", text))
    text = _IMPORT.sub(lambda found: _needed(name, found), text)
    text = _LATER.sub(lambda found: f"$later({_quoted(_resolved(name, found['path']))})", text)
    text = text.replace("import.meta.url", "$here")
    text, default = re.subn(r"\bexport default ", "const $default = ", text)
    if default:
        exports["default"] = "$default"
    if left := re.search(r"^(?:import|export)\b.*", text, re.MULTILINE):
        raise ValueError(f"{name}: this line is not written as the page's modules are: {left[0]}")
    return f"{text}\nreturn {{ {', '.join(f'{other}: {own}' for other, own in exports.items())} }};\n"


def _needed(name: str, found: re.Match[str]) -> str:
    need = f"$need({_quoted(_resolved(name, found['path']))})"
    match found["what"].strip():
        case "":
            return f"{need};"
        case what if what.startswith("* as "):
            return f"const {what.removeprefix('* as ')} = {need};"
        case what if what.startswith("{"):
            return f"const {what.replace(' as ', ': ')} = {need};"
        case what:
            return f"const {what} = {need}.default;"


def _resolved(name: str, path: str) -> str:
    return posixpath.normpath(PurePosixPath(name).parent / path)


def _quoted(name: str) -> str:
    return f'"{name}"'
