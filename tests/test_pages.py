"""What code, tests and pages point at exists: cited rules and laws, links, paths of files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.cli import main

ROOT = Path(__file__).parents[1]
PACKAGES = ("vision", "scoring", "api", "models", "datasets", "tests", "docs")
FILES = [path for name in PACKAGES for path in (ROOT / name).rglob("*.*") if "node_modules" not in path.parts]
PAGES = sorted([*ROOT.glob("*.md"), *(path for path in FILES if path.suffix == ".md")])
SOURCES = sorted(path for path in FILES if path.suffix in {".py", ".toml", ".js", ".md"} and path != Path(__file__))

CITED = {
    "RULES": ROOT / "scoring/RULES.md",
    "HOUSE": ROOT / "scoring/HOUSE.md",
    "MIL": ROOT / "scoring/MIL2023.md",
    "law": ROOT / "docs/architecture.md",
}
NUMBER = r"\d{1,2}(?:\.\d+)?(?![\d.]*\w)"
CLAUSE = r"[一二三四五六七八九十]+(?:-\d+)*"
CITATION = {
    "RULES": rf"\bRULES ({NUMBER}(?:(?: \[I\])?(?:,| and) {NUMBER})*)",
    "HOUSE": rf"\bHOUSE ({NUMBER}(?:(?: \[I\])?(?:,| and) {NUMBER})*)",
    "MIL": rf"\bMIL(?:2023)? ({CLAUSE}(?:[,;] {CLAUSE})*)",
    "law": rf"\b[Ll]aws? ({NUMBER}(?:(?:,| and) {NUMBER})*)",
}
"""Page -> how code and tests cite its sections: `RULES 5`, `RULES 2 [I], 3`, `HOUSE 4.2`, `MIL2023 九-1, 九-2`."""
CITED_HEADING = re.compile(r'source = "MIL2023 ([a-z][a-z ]+?)[":;,]')


def numbered(page: str) -> set[str]:
    """`## 5. …` -> 5; the list under it -> 5.1, 5.2 …; a list under a heading without a number -> 1, 2 …"""
    found, section = set(), ""
    for line in page.splitlines():
        if heading := re.match(r"#+ (?:(\d+)\. )?", line):
            section = f"{heading[1]}." if heading[1] else ""
            found |= {heading[1]} if heading[1] else set()
        elif item := re.match(r" *(\d+)\. ", line):
            found.add(section + item[1])
    return found


def clauses(page: str) -> set[str]:
    """The numbers of the standard that a page names, and what they are part of: 九-4-2 -> 九, 九-4, 九-4-2."""
    found = set()
    for clause in re.findall(rf"(?<!\w){CLAUSE}", page):
        parts = clause.split("-")
        found |= {"-".join(parts[:count]) for count in range(1, len(parts) + 1)}
    return found


def citations(name: str) -> Iterator[tuple[str, str]]:
    """(file:line, number) of every citation of a page."""
    for path in SOURCES:
        for count, line in enumerate(path.read_text().splitlines(), 1):
            for cited in re.findall(CITATION[name], line):
                for number in re.findall(CLAUSE if name == "MIL" else NUMBER, cited):
                    yield f"{path.relative_to(ROOT)}:{count}", number


@pytest.mark.parametrize("name", CITED)
def test_what_is_cited_is_a_section_of_the_page(name: str) -> None:
    text = CITED[name].read_text()
    sections = clauses(text) if name == "MIL" else numbered(text)
    cited = list(citations(name))
    assert name == "HOUSE" or len(cited) >= 8, "are citations still found?"
    assert [f"{where}: {name} {number}" for where, number in cited if number not in sections] == []


def test_headings_that_cases_cite_are_those_of_the_standards_page() -> None:
    headings = [line.lstrip("# ").lower() for line in CITED["MIL"].read_text().splitlines() if line.startswith("#")]
    cited = set(CITED_HEADING.findall((ROOT / "tests/cases/mil.toml").read_text()))
    assert cited
    assert {name for name in cited if not any(heading.startswith(name) for heading in headings)} == set()


def test_a_section_that_does_not_exist_would_be_found() -> None:
    page = "## 5. Chickens\n\n1. one\n\n## Laws\n\n1. two\n2. three\n"
    assert numbered(page) == {"5", "5.1", "1", "2"}
    assert clauses("## Ready (九-4-2)") == {"九", "九-4", "九-4-2"}
    assert re.findall(CITATION["RULES"], "(RULES 2 [I], 3 and 12; 000 特殊規則 3; RULES 5.2)") == [
        "2 [I], 3 and 12",
        "5.2",
    ]
    assert re.findall(CITATION["MIL"], "MIL2023 九-3; 九-2: late 0; MIL: 4 players") == ["九-3; 九-2"]


def anchors(page: Path) -> set[str]:
    """The fragments that a page's headings make, as GitHub writes them."""
    headings = (line.lstrip("#").strip() for line in page.read_text().splitlines() if re.match("#+ ", line))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    broken = []
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
        if re.match(r"https?:|mailto:", link):
            continue
        target, _, fragment = link.partition("#")
        aim = page.parent / target if target else page
        if not aim.exists() or (fragment and fragment not in anchors(aim)):
            broken.append(link)
    assert broken == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_and_module_that_a_page_names_exists(page: Path) -> None:
    names = re.findall(r"`([^`\n]+)`", page.read_text())
    paths = [name for name in names if re.fullmatch(rf"(?:{'|'.join(PACKAGES)})/[\w/.-]+", name)]
    modules = re.findall(rf"\b(?:python -m |`)((?:{'|'.join(PACKAGES)})(?:\.\w+)+)", page.read_text())
    lost = [path for path in paths if "NAME" not in path and not (ROOT / path).exists()]
    lost += [module for module in modules if not _is_module(module)]
    assert lost == []


def _is_module(dotted: str) -> bool:
    """A module, or a name in one: vision.photo.load.NEEDED."""
    parts = dotted.split(".")
    for count in (len(parts), len(parts) - 1):
        stem = ROOT.joinpath(*parts[:count])
        if stem.is_dir() or stem.with_suffix(".py").exists():
            return count == len(parts) or parts[-1] in _text(stem)
    return False


def _text(stem: Path) -> str:
    return (stem / "__init__.py" if stem.is_dir() else stem.with_suffix(".py")).read_text()


def test_the_rooms_of_the_architecture_are_there() -> None:
    rows = re.findall(r"^\| (`.+?`) \| |^\| room of `(\w+)`", CITED["law"].read_text(), re.MULTILINE)
    package, found = "", 0
    for rooms, named in rows:
        package = named or package
        for room in re.findall(r"`(\w+)/?`", rooms):
            place = ROOT / package / room
            assert place.is_dir() or place.with_suffix(".py").exists(), f"{package}: {room}"
            found += 1
    assert found > 20


def test_the_settlement_in_readme_is_what_the_command_prints(tmp_path: Path) -> None:
    """The first screen's picture and text: the sample that `make score` reads."""
    (shown,) = re.findall(r"```text\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    command = ["score", str(ROOT / "datasets/samples/win.jpg"), "--out", str(tmp_path / "read.jpg")]
    printed = CliRunner().invoke(main, command).output
    assert [line for line in shown.splitlines() if line.strip() not in map(str.strip, printed.splitlines())] == []


MAPS = [
    path
    for name in PACKAGES[:3]
    for path in sorted((ROOT / name).rglob("__init__.py"))
    if "node_modules" not in path.parts
]


@pytest.mark.parametrize("package", MAPS, ids=lambda path: str(path.parent.relative_to(ROOT)))
def test_a_packages_docstring_names_every_module_in_it(package: Path) -> None:
    told = ast.get_docstring(ast.parse(package.read_text(encoding="utf-8"))) or ""
    modules = {path.stem for path in package.parent.glob("*.py")} | {
        path.parent.name for path in package.parent.glob("*/__init__.py")
    }
    assert {name for name in modules - {"__init__"} if not re.search(rf"`{name}/?`", told)} == set()


def test_pages_that_sources_cite_by_name_exist() -> None:
    names = {page.name for page in PAGES}
    cited = {
        name for path in SOURCES for name in re.findall(r"\b[A-Z][A-Z0-9]*\.md\b", path.read_text(encoding="utf-8"))
    }
    assert "RULES.md" in cited
    assert cited - names == set()
