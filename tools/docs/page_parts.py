"""Parts of pages: tables and code in Markdown, links, what declarations say, and texts between marks."""

from __future__ import annotations

import inspect
import posixpath
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from sdyopt.dialects import REGISTRY, builtin, cf, complex, math, mhlo, ub
from sdyopt.dialects.arith import ops as arith
from sdyopt.dialects.chlo import ops as chlo
from sdyopt.dialects.func import ops as func
from sdyopt.dialects.sdy import ops as sdy
from sdyopt.dialects.shape import ops as shape
from sdyopt.dialects.stablehlo import ops as stablehlo
from sdyopt.dialects.tensor import ops as tensor
from sdyopt.mlir.declare.pages import docstrings_in
from sdyopt.mlir.verify.checks import PLACE_TRAITS, REGION_TRAITS, SIGNATURE_TRAITS, STRUCTURAL_TRAITS
from tools.docs.examples import ROOT


class Page(NamedTuple):
    """A page, with what gives each part that a command writes."""

    name: str
    """Its path from the root of the repository."""
    command: str
    parts: Mapping[str, Callable[[], str]]

    @property
    def text(self) -> str:
        return (ROOT / self.name).read_text(encoding="utf-8")

    def renewed(self) -> str:
        """Returns the text with its parts as they should be. Raises ValueError if it has no comments around one."""
        text = self.text
        for name, content in self.parts.items():
            begin, end = f"<!-- {name}: {self.command} -->\n", f"<!-- end of {name} -->\n"
            before, found, rest = text.partition(begin)
            _, ended, after = rest.partition(end)
            if not (found and ended):
                raise ValueError(f"no comments around the part {name!r} of {self.name}")
            text = f"{before}{begin}\n{content()}\n{end}{after}"
        return text

    def write(self) -> None:
        """Renews the file."""
        (ROOT / self.name).write_text(self.renewed(), encoding="utf-8")


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


_LINK = re.compile(r"(?<!\\)(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
_CODE = re.compile(r"^(```|~~~).*?^\1|``[^`].*?``|`[^`]*`", re.MULTILINE | re.DOTALL)


def relinked(text: str, folder: str, page: str, pages: Mapping[str, str]) -> str:
    """Returns the text of a document in a `folder` of the repository, with the links of `page`.

    `pages` are those of the site, by their files in the repository. A link to another file is replaced by its text,
    because readers of the site do not have the file.
    """

    def link(found: re.Match[str]) -> str:
        picture, label, target = found.groups()
        path, hash, anchor = target.partition("#")
        if re.match(r"[a-z]+:", target) or not path:
            return found[0]
        if (meant := pages.get(posixpath.normpath(posixpath.join(folder, path)))) is None:
            return label
        return f"{picture}[{label}]({posixpath.relpath(meant, posixpath.dirname(page) or '.')}{hash}{anchor})"

    parts, start = [], 0
    for code in _CODE.finditer(text):
        if text[code.start() - 1] == "[":  # the text of a link
            continue
        parts += [_LINK.sub(link, text[start : code.start()]), code[0]]
        start = code.end()
    return "".join([*parts, _LINK.sub(link, text[start:])])


def anchors(text: str) -> set[str]:
    """Returns the anchors of a page's headings."""
    without_code = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.*)", without_code, re.MULTILINE)
    return {re.sub(r"\W+", "-", title.lower()).strip("-") for title in titles}


_MODULES = (builtin, func, sdy, *stablehlo.MODULES, chlo, arith, cf, complex, math, mhlo, shape, tensor, ub)
"""The modules that declare operations."""


@cache
def docstrings() -> Mapping[str, str]:
    """Returns the description of each operation, by its name."""
    declared = {name: definition.about for name, definition in REGISTRY.all_operations().items() if definition.about}
    return declared | {definition.name: text for module in _MODULES for definition, text in docstrings_in(module)}


def summary(name: str) -> str:
    """Returns the first sentence or paragraph of an operation's description."""
    return first_paragraph(docstrings()[name])


def first_paragraph(text: str | None) -> str:
    """Returns the first paragraph of a docstring as one line, or ""."""
    return " ".join(inspect.cleandoc(text or "").split("\n\n")[0].split())


_UNVERIFIED = {
    "AffineScope": "Values from outside are symbols of affine maps inside.",
    "AlwaysSpeculatableImplTrait": "It may be done without need, and before it is known whether it is needed.",
    "AutomaticAllocationScope": "What is allocated on the stack inside is given back at its end.",
    "Commutative": "The order of the operands does not matter.",
    "ConstantLike": "It has no operands, and gives the same value always.",
    "Elementwise": "It is applied to each element by itself.",
    "FunctionOpInterface": "It is a function: it has a type, and attributes for each argument and result.",
    "HasOnlyGraphRegion": "In its regions the order of operations means nothing: a value may be used before it.",
    "NoTerminator": "Its blocks end without an operation for that.",
    "Pure": "It has no effect but its results: without uses it may be removed.",
    "BroadcastingElementwise": "It is applied to each element by itself, after broadcasting.",
    "RecursiveMemoryEffects": "It has the effects of the operations inside.",
    "RecursivelySpeculatableImplTrait": "It may be done without need if the operations inside may.",
    "ReturnLike": "It gives its operands to what is around it.",
    "SameVariadicOperandSize": "All groups of operands have the same number.",
}


def meaning(trait: str) -> str:
    """Returns what a trait requires or states about an operation."""
    name, _, parameter = trait.partition("<")
    meanings = [_UNVERIFIED[name]] if name in _UNVERIFIED else []
    for table in (STRUCTURAL_TRAITS, SIGNATURE_TRAITS, PLACE_TRAITS, REGION_TRAITS):
        if name in table:
            sentence = first_paragraph(table[name].__doc__)
            meanings.append(
                sentence.replace("`parent`", f"`{parameter[:-1]}`").replace("`terminator`", f"`{parameter[:-1]}`")
            )
    return " ".join(dict.fromkeys(meanings))
