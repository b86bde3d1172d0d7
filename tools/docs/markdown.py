"""Small pieces of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def code(text: str) -> str:
    """Returns `text` as code, which may contain back quotes."""
    fence = "``" if "`" in text else "`"
    blank = " " if "`" in text else ""
    return f"{fence}{blank}{text}{blank}{fence}"


def block(text: str, language: str = "mlir", title: str = "") -> str:
    """Returns a block of code."""
    heading = f' title="{title}"' if title else ""
    return f"```{language}{heading}\n{text.strip()}\n```\n"


def folded(title: str, content: str) -> str:
    """Returns a block that is shown when its title is clicked."""
    return f'??? note "{title}"\n\n' + "".join([f"    {line}\n" if line else "\n" for line in content.splitlines()])


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Returns a table whose cells are Markdown. Bars outside of code are escaped."""
    lines = [heading, ["---"] * len(heading), *rows]
    return "".join(
        [
            "| "
            + " | ".join([re.sub(r"(`[^`]*`)|\|", lambda found: found[1] or "\\|", cell) for cell in line])
            + " |\n"
            for line in lines
        ]
    )


def page(title: str, *parts: str) -> str:
    """Returns a page of parts, without empty ones."""
    return "\n".join([f"# {title}\n", *[part if part.endswith("\n") else f"{part}\n" for part in parts if part]])


def section(title: str, content: str) -> str:
    """Returns a section with a heading, or "" if it is empty."""
    return f"## {title}\n\n{content}" if content else ""
