"""The attributes and types of a dialect, on one page for each dialect, from their declarations."""

from __future__ import annotations

import inspect
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache

from sdyopt.dialects import REGISTRY
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import ArrayAttr
from sdyopt.mlir.declare.constraints import Attr
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.declare.parameters import AttributeDef
from sdyopt.mlir.write.attributes import text_of
from tools.docs.examples import golden_parts, printed
from tools.docs.page_parts import block, code, page, table

_LONGEST = 100
"""The length of an example."""


def attribute_page(dialect: Dialect) -> str:
    """Returns the page of a dialect's attributes and types, each under a heading of its own."""
    parts = [_part(f"#{dialect.namespace}", definition) for definition in dialect.attribute_named.values()]
    parts += [_part(f"!{dialect.namespace}", definition) for definition in dialect.type_named.values()]
    return page(title(dialect), *parts)


def title(dialect: Dialect) -> str:
    """Returns the title of the page."""
    kinds = [name for name, there in (("Attributes", dialect.attributes), ("types", dialect.types)) if there]
    return f"{' and '.join(kinds).capitalize()} of {dialect.namespace}"


def _part(prefix: str, definition: AttributeDef) -> str:
    cls = definition.cls
    cases = getattr(cls, "cases", ())
    spelled = examples()[cls]
    return "\n".join(
        [
            f"## {code(f'{prefix}.{definition.mnemonic}')} {{#{definition.mnemonic}}}\n",
            f"{inspect.cleandoc(cls.__doc__ or '')}\n",
            f"One of {', '.join(map(code, cases))}.\n" if cases else _fields(cls),
            block("\n".join(spelled)) if spelled else "",
        ]
    )


def _fields(cls: type[Attribute]) -> str:
    annotations = {name: kind for base in reversed(cls.__mro__) for name, kind in inspect.get_annotations(base).items()}
    rows = [
        (code(field), code(str(annotations[field])), code(repr(cls.defaults[field])) if field in cls.defaults else "")
        for field in cls.fields
    ]
    return table(["parameter", "in Python", "default"], rows) if rows else ""


@cache
def examples() -> Mapping[type[Attribute], list[str]]:
    """Returns examples of each class of attributes and types: the most common text in golden tests, and longer ones."""
    counts: dict[type[Attribute], Counter[str]] = defaultdict(Counter)
    declared = {
        definition.cls
        for dialect in REGISTRY.all_dialects()
        for definition in (*dialect.attribute_named.values(), *dialect.type_named.values())
    }
    for attribute in (found for entries in _in_operations().values() for found in entries):
        for part in filter(lambda part: type(part) in declared, _with_parts(attribute)):
            counts[type(part)][text_of(part)] += 1
    chosen: dict[type[Attribute], list[str]] = defaultdict(list)
    for cls, spelled in counts.items():
        plain = [text for text in spelled if not re.search(r"\d{10}", text)]
        common = sorted(plain, key=lambda text: (len(text) > _LONGEST, -spelled[text], text))
        first = next(filter(_is_read_back, common), None)
        if first is not None:
            longer = [text for text in common if 1.4 * len(first) < len(text) <= _LONGEST]
            chosen[cls] = [first, *list(filter(_is_read_back, longer[:5]))[:1]]
    return chosen


def _is_read_back(text: str) -> bool:
    """Returns whether the text of an attribute or type can be parsed: the reference prints some that cannot."""
    return printed(f"module attributes {{d.example = {text}}} {{}}") is not None


@cache
def _in_operations() -> Mapping[tuple[str, str], list[Attribute]]:
    """Returns the attributes in golden tests, by operation and name; types have the name ""."""
    found: dict[tuple[str, str], list[Attribute]] = defaultdict(list)
    for _, module in golden_parts(with_unregistered=True):
        for op in module.walk():
            for name, value in (*op.properties.items(), *op.attributes.items()):
                found[op.name, name].append(value)
            found[op.name, ""] += [value.type for value in (*op.operands, *op.results)]
    return found


def _with_parts(attribute: Attribute) -> Iterator[Attribute]:
    """Yields an attribute and all attributes in its parameters."""
    work: list[object] = [attribute]
    while work:
        part = work.pop()
        if isinstance(part, Attribute):
            yield part
            work += [getattr(part, field) for field in type(part).fields]
        elif isinstance(part, tuple):
            work += part


def links_of_attribute(operation: str, attribute: Attr) -> str:
    """Returns the kind of an operation's attribute, with links to the attributes that it is, or contains, in tests."""
    homes = {
        definition.cls: (dialect.namespace, definition.mnemonic)
        for dialect in REGISTRY.all_dialects()
        for definition in reversed(dialect.attribute_named.values())
    }
    found = _in_operations().get((operation, attribute.name), [])
    elements = [element for value in found if isinstance(value, ArrayAttr) for element in value.elements]
    classes = dict.fromkeys(map(type, [*found, *elements]))
    links = [
        f"[`#{namespace}.{mnemonic}`](../{namespace}/attributes.md#{mnemonic})"
        for namespace, mnemonic in [homes[cls] for cls in classes if cls in homes]
    ]
    return " ".join([attribute.constraint.summary, *([f"({', '.join(links)})"] if links else [])])
