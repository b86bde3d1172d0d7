"""The page of an operation, from its declaration."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sdyopt.mlir.declare.constraints import Attr, Operand
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.write.attributes import text_of
from tools.docs.attribute_page import links_of_attribute
from tools.docs.examples import WITHOUT_EXAMPLE, example_of
from tools.docs.page_parts import block, code, docstrings, first_paragraph, folded, meaning, page, section, table

_HOW_MANY = {"": "one", "?": "one or none", "*": "any number"}


def _example(name: str) -> str:
    example = example_of(name)
    return block(example.text) + "\n" + folded("In generic form", block(example.generic))


def op_page(definition: OpDef) -> str:
    """Returns the page of an operation."""
    return page(
        code(definition.name),
        linked(docstrings()[definition.name], "..", definition.name),
        section("Syntax", _syntax(definition)),
        "" if definition.name in WITHOUT_EXAMPLE else section("Example", _example(definition.name)),
        section("Operands", _values(definition.operands, "operand")),
        section("Results", _values(definition.results, "result")),
        section("Attributes", _attributes(definition)),
        section("Regions", _regions(definition)),
        section("Traits", table(["trait", "meaning"], _traits(definition)) if definition.traits else ""),
        section("What is checked besides", _checks(definition)),
    )


def linked(text: str, dialects: str, besides: str = "") -> str:
    """Returns `text` with names of operations, except one, as links to their pages in the folder `dialects`."""
    known = docstrings()

    def link(found: re.Match[str]) -> str:
        name = found[1]
        if name not in known or name == besides:
            return found[0]
        dialect, _, rest = name.partition(".")
        return f"[{found[0]}]({dialects}/{dialect}/{rest}.md)"

    return re.sub(r"(?<!\[)`([\w-]+\.[\w-]+)`", link, text)


def _syntax(definition: OpDef) -> str:
    if definition.format is None:
        return "It has no form of its own: it is written in generic form.\n"
    lines = [line.strip() for line in definition.format.splitlines()]
    return block("\n  ".join([f"`{definition.name}` {lines[0]}", *lines[1:]]), "text")


def _values(declared: Sequence[Operand], what: str) -> str:
    rows = [(code(value.name), _HOW_MANY[value.arity], value.constraint.summary) for value in declared]
    return table([what, "how many", "type"], rows) if rows else ""


def _attributes(definition: OpDef) -> str:
    rows = [
        (code(attribute.name), links_of_attribute(definition.name, attribute), _need(attribute))
        for attribute in definition.attributes
    ]
    return table(["attribute", "what it may be", ""], rows) if rows else ""


def _need(attribute: Attr) -> str:
    if attribute.default is not None:
        return f"default {code(text_of(attribute.default))}"
    return "optional" if attribute.is_optional else ""


def _regions(definition: OpDef) -> str:
    rows = [
        (code(region.name), _HOW_MANY[region.arity], "one" if region.max_blocks == 1 else "any number")
        for region in definition.regions
    ]
    return table(["region", "how many", "blocks"], rows) if rows else ""


def _traits(definition: OpDef) -> list[tuple[str, str]]:
    return [(code(trait), meaning(trait)) for trait in sorted(definition.traits)]


def _checks(definition: OpDef) -> str:
    verifiers = (*definition.verifiers, *definition.context_verifiers)
    sentences = dict.fromkeys(filter(None, [first_paragraph(verify.__doc__) for verify in verifiers]))
    return "".join([f"- {sentence}\n" for sentence in sentences])
