"""The README's sections as pages, so that nothing is said twice: what they show is tested where it stands."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping

from tools.docs.examples import ROOT

QUICK_START = "Two commands"
"""The section that stands on the first page, after what comes before all sections."""

_LEFT_OUT = ("Licence",)


def sections(text: str) -> Iterator[tuple[str, str]]:
    """The title and the text of each section of a document; what comes before is under the title ""."""
    parts = re.split(r"^## (.*)\n", text, flags=re.MULTILINE)
    yield "", parts[0]
    yield from zip(parts[1::2], parts[2::2], strict=True)


def readme_pages() -> dict[str, str]:
    """The pages by their paths, the first one `index.md`; a section has the headings of its page."""
    found = dict(sections((ROOT / "README.md").read_text(encoding="utf-8")))
    start = found.pop(QUICK_START)
    pages = {"index.md": f"{found.pop('').strip()}\n\n## {QUICK_START}\n{start}"}
    for title, text in found.items():
        if title not in _LEFT_OUT:
            pages[f"guide/{slug(title)}.md"] = f"# {title}\n{re.sub('^###', '##', text, flags=re.MULTILINE)}"
    return pages


def anchors(text: str) -> set[str]:
    """What the headings of a page are in addresses."""
    without_code = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return {slug(title) for title in re.findall(r"^#+ (.*)", without_code, re.MULTILINE)}


def with_links_to_sections(pages: Mapping[str, str]) -> dict[str, str]:
    """The pages, with the links of each to sections of the README leading to the pages where these are now."""
    homes = {anchor: path for path, text in pages.items() for anchor in anchors(text)}

    def linked(path: str, text: str) -> str:
        def link(found: re.Match[str]) -> str:
            home = homes.get(found[1], path)
            if home == path:
                return found[0]
            return f"]({posixpath.relpath(home, posixpath.dirname(path) or '.')}#{found[1]})"

        return re.sub(r"\]\(#([\w-]+)\)", link, text)

    return {path: linked(path, text) for path, text in pages.items()}


def slug(title: str) -> str:
    """What a title is in an address."""
    return re.sub(r"\W+", "-", title.lower()).strip("-")
