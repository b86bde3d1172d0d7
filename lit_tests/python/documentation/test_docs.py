"""The documentation has a page for each pass and each operation, and what its examples show is what sdy-opt prints."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

import pytest

from sdyopt.dialects import REGISTRY
from sdyopt.pipeline.registry import PASSES, PassEntry
from tools.chunks import mostly_long
from tools.docs.examples import WITHOUT_EXAMPLE, example_of, printed
from tools.docs.page_parts import anchors, docstrings, meaning, relinked
from tools.docs.pages import example_of_pass, examples, op_page, pass_page
from tools.docs.site import ROOT, document, generated_pages, navigation

DOCS = ROOT / "docs"

DECLARED = [
    definition
    for dialect in REGISTRY.all_dialects()
    for definition in (*dialect.attribute_named.values(), *dialect.type_named.values())
]


OPERATIONS = sorted(REGISTRY.all_operations().keys() - WITHOUT_EXAMPLE)


@pytest.mark.long
@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operations_page_has_an_example(name: str) -> None:
    """The example has the operation in it, is printed as it stands there, and is read back from generic form."""
    example = example_of(name)
    assert f'"{name}"(' in example.generic
    assert printed(example.text) == printed(example.generic) == example.text
    page = op_page(REGISTRY.all_operations()[name])
    assert page.startswith(f"# `{name}`\n")
    assert example.text.strip() in page
    assert docstrings()[name].split("\n\n")[0][:30].split("`")[0] in page


@pytest.mark.long
@pytest.mark.parametrize("definition", DECLARED, ids=lambda definition: definition.cls.__name__)
def test_examples_of_attributes_and_types_are_read_back(definition: object) -> None:
    """Each stands in a module, and comes out as it went in."""
    for text in examples()[getattr(definition, "cls")]:  # noqa: B009 - a declaration of either kind
        program = f"module attributes {{d.example = {text}}} {{\n}}\n"
        assert (printed(program) or "").rstrip() == program.rstrip()


CHANGE_NOTHING_THAT_IS_PRINTED = {
    "sdy-verify-unreduced-axes",
    "strip-debuginfo",
    "composite-fixed-point-pass",
    "print-ir",
    "print-op-stats",
    "loop-invariant-code-motion",
    "control-flow-sink",
}


@pytest.mark.parametrize("entry", mostly_long(PASSES, PASSES[::6]), ids=lambda entry: entry.name)
def test_a_passes_page_shows_what_it_changes(entry: PassEntry) -> None:
    comment, before = example_of_pass(entry)
    after = printed(before, f"-{entry.name}")
    assert comment
    assert after is not None
    assert after != printed(before) or entry.name in CHANGE_NOTHING_THAT_IS_PRINTED
    page = pass_page(entry)
    assert entry.description in page
    assert after.strip() in page


def test_every_trait_means_something() -> None:
    traits = {trait for definition in REGISTRY.all_operations().values() for trait in definition.traits}
    assert sorted(trait for trait in traits if not meaning(trait)) == []


@pytest.mark.long
def test_every_page_is_in_the_navigation() -> None:
    """Each page that is made, and each in docs, stands there once."""

    def paths(entry: object) -> list[str]:
        if isinstance(entry, str):
            return [entry]
        parts = entry.values() if isinstance(entry, dict) else entry
        assert not isinstance(parts, str)
        return [path for part in parts for path in paths(part)]  # type: ignore[attr-defined]

    documents = [file.name for file in DOCS.glob("*.md")]
    assert sorted(paths(navigation())) == sorted([*generated_pages(), *documents])


@pytest.mark.parametrize("file", sorted(DOCS.glob("*.md")), ids=lambda file: file.name)
def test_a_page_says_first_for_whom_it_is(file: Path) -> None:
    """In a paragraph of its own below the title."""
    title, whom = file.read_text(encoding="utf-8").split("\n\n", 2)[:2]
    assert title.startswith("# ")
    assert whom.startswith("*For ") and whom.endswith(".*"), whom


@pytest.mark.long
def test_links_lead_to_headings() -> None:
    """No link of a page leads to what is no page, or to what is no heading of one."""
    documents = {file.name: document(file.name, file.read_text(encoding="utf-8")) for file in DOCS.glob("*.md")}
    pages = {**generated_pages(), **documents, **{file.name: "" for file in DOCS.iterdir() if file.suffix != ".md"}}
    for path, text in {**generated_pages(), **documents}.items():
        code_left_out = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
        for target, anchor in re.findall(r"\]\((?!https:)([^)#\s]*)(?:#([^)\s]*))?\)", code_left_out):
            meant = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
            assert meant in pages, f"{path} has a link to {target}"
            assert not anchor or anchor in anchors(pages[meant]) or f"{{#{anchor}}}" in pages[meant], (path, anchor)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a](docs/conformance.md#known) and [b](tools/compare.py)", "[a](../conformance.md#known) and b"),
        ("![two\nlines](docs/sdy-view.png)", "![two\nlines](../sdy-view.png)"),
        ("`[a](b)` stays, [`c`](CHANGELOG.md) and [d](https://e.f/) too", None),
        ("```\n[a](b.md)\n```\n[up](#up)", None),
    ],
)
def test_relinked(text: str, expected: str | None) -> None:
    """Links to files become links to their pages, or what they say; code is left alone."""
    pages = {
        "docs/conformance.md": "conformance.md",
        "docs/sdy-view.png": "sdy-view.png",
        "CHANGELOG.md": "changelog.md",
    }
    wanted = text.replace("(CHANGELOG.md)", "(../changelog.md)") if expected is None else expected
    assert relinked(text, "", "guide/page.md", pages) == wanted
