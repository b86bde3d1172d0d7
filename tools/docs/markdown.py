"""Small pieces of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def code(text: str) -> str:
    """`text` as code, whatever back quotes are in it."""
    fence = "``" if "`" in text else "`"
    blank = " " if "`" in text else ""
    return f"{fence}{blank}{text}{blank}{fence}"


def block(text: str, language: str = "mlir", title: str = "") -> str:
    """A block of code."""
    heading = f' title="{title}"' if title else ""
    return f"```{language}{heading}\n{text.strip()}\n```\n"


def folded(title: str, content: str) -> str:
    """Something that is shown when its title is clicked."""
    return f'??? note "{title}"\n\n' + "".join([f"    {line}\n" if line else "\n" for line in content.splitlines()])


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; what stands in a cell is Markdown. A bar in code is one, and elsewhere has to be escaped."""
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
    """A page of parts; those that are empty are left away."""
    return "\n".join([f"# {title}\n", *[part if part.endswith("\n") else f"{part}\n" for part in parts if part]])


def section(title: str, content: str) -> str:
    """A part of a page under a heading of its own; "" if there is nothing in it."""
    return f"## {title}\n\n{content}" if content else ""
