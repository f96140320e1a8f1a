"""The page's modules as one script: what it keeps of modules, and what it refuses."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from api import assets

MODULES = {
    "js/main.js": """import { later, said } from "./a.js";
console.log(JSON.stringify([...said, typeof later]));
later().then((late) => console.log(late + "\\n" + import.meta.url));
""",
    "js/a.js": """/** A comment. */
import * as all from "../vendor/named.js";
import plain from "../vendor/plain.js";
import { one as two } from "./b.js";
import "./b.js";

const text = `kept
// kept`;
export const said = [all.three, plain, two, text];
export async function later() {
	return (await import("./later.js")).late;
}
""",
    "js/b.js": "export const one = 1;\nexport class Kind {}\nexport function* some() {}\n",
    "js/later.js": 'import { one } from "./b.js";\nexport const late = one + 1;\n',
    "vendor/named.js": "var x=3;export{x as three};\n",
    "vendor/plain.js": 'export default "plain";\n',
}


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page of few modules."""
    for name, text in MODULES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(assets, "PAGE", tmp_path)
    return tmp_path


def test_one_script_does_what_the_modules_do(page: Path) -> None:
    node = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    if node is None:
        pytest.skip("node is missing; it comes with the linters of the page")
    state = assets.state()
    scripts = assets.scripts(state)
    later = page / "page" / assets.version(state) / assets.LATER
    later.parent.mkdir(parents=True)
    later.write_bytes(scripts[assets.LATER])
    document = f"globalThis.document = {{ baseURI: {json.dumps(page.as_uri() + '/')} }};\n"
    (page / "first.js").write_text(document + scripts[assets.FIRST].decode())
    (page / "package.json").write_text('{"type": "module"}')
    told = subprocess.run([node, page / "first.js"], capture_output=True, text=True, check=True).stdout.splitlines()
    assert json.loads(told[0]) == [3, "plain", 1, "kept\n// kept", "function"]
    assert told[1:] == ["2", (later.parent / "main.js").as_uri()]


def test_the_page_s_html_holds_what_its_first_view_needs(page: Path) -> None:
    """Each style and script is let through by its hash; what would end its element is refused."""
    (page / "index.html").write_text(
        '<link rel="icon" href="page/icon.svg"><link rel="stylesheet" href="page/base.css">'
        '<script type="module" src="page/js/main.js"></script>'
    )
    (page / "base.css").write_text("p { color: red; }")
    found = assets.index(assets.state())
    told = re.fullmatch(
        r'<link rel="icon" href="page/[0-9a-f]{16}/icon.svg"><style>(.+)</style><script type="module">(.+)</script>',
        found.html,
        re.DOTALL,
    )
    assert told is not None
    for text, (name,) in zip(told.groups(), (found.styles, found.scripts), strict=True):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert name == f"'sha256-{digest}'"
    (page / "base.css").write_text("p { content: '</STYLE>'; }")
    with pytest.raises(ValueError, match="cannot hold </style"):
        assets.index(assets.state())


def test_imports_in_a_circle_are_refused(page: Path) -> None:
    (page / "js" / "b.js").write_text('import { said } from "./a.js";\nexport const one = 1;\n')
    with pytest.raises(ValueError, match=r"circle: js/a\.js js/b\.js js/a\.js"):
        assets.scripts(assets.state())


def test_a_line_that_is_written_otherwise_is_refused(page: Path) -> None:
    (page / "js" / "main.js").write_text('export * from "./a.js";\n')
    with pytest.raises(ValueError, match=r"js/main\.js: .*export \* from"):
        assets.scripts(assets.state())
    (page / "js" / "main.js").write_text("export let spoken = 1;\n")
    with pytest.raises(ValueError, match="export let spoken"):
        assets.scripts(assets.state())


def test_the_page_s_own_modules_can_be_one_script() -> None:
    """All of them, also those that a person asks for later; those of the other pages are not among them."""
    others = ("review", "jobs")
    scripts = assets.scripts(assets.state())
    at_once, later = assets.modules(assets.FIRST)
    names = {*at_once, *later}
    own = {f"js/{path.name}" for path in (assets.PAGE / "js").glob("*.js") if not path.name.startswith(others)}
    assert own <= names
    assert not [name for name in names if name.removeprefix("js/").startswith(others)]
    for script, held in ((assets.FIRST, at_once), (assets.LATER, later)):
        assert all(f'"{name}"($need' in scripts[script].decode() for name in held)
    assert "js/picture.js" in later
    assert "js/facts.js" in at_once
