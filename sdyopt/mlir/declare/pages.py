"""Pages about operations and dialects in Markdown, from their declarations."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from types import ModuleType

from sdyopt.mlir.declare.constraints import Attr, Operand
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.declare.parameters import AttributeDef
from sdyopt.mlir.write.attributes import text_of

_HOW_MANY = {"": "", "?": "optional ", "*": "any number: "}


def dialect_page(dialect: Dialect) -> str:
    """Returns a page about a dialect: its operations, attributes and types."""
    parts = [f"# {dialect.namespace}", *[operation_page(op) for op in dialect.operation_named.values()]]
    for title, sigil, definitions in (("Attributes", "#", dialect.attributes), ("Types", "!", dialect.types)):
        if definitions:
            rows = [_definition(f"{sigil}{dialect.namespace}.", definition) for definition in definitions]
            parts.append("\n".join([f"## {title}\n", *rows]))
    return "\n\n".join(parts) + "\n"


def operation_page(definition: OpDef, level: int = 2) -> str:
    """Returns the section about an operation: what it does, its syntax, and what it is made of."""
    form = definition.format
    syntax = f"Syntax: `` {definition.name} {' '.join(form.split())} ``".rstrip() if form else "Only in generic form."
    lists = [
        ("Operands", _values(definition.operands)),
        ("Results", _values(definition.results)),
        ("Attributes", [_attribute(attribute) for attribute in definition.attributes]),
        ("Regions", [f"`{region.name}`" for region in definition.regions]),
        ("Traits", [f"`{trait}`" for trait in sorted(definition.traits)]),
        ("Checks", _checks(definition)),
    ]
    shown = [f"{title}:\n\n" + "\n".join([f"- {line}" for line in lines]) for title, lines in lists if lines]
    return "\n\n".join([f"{'#' * level} `{definition.name}`", *filter(None, [docstring(definition)]), syntax, *shown])


def docstring(definition: OpDef) -> str:
    """Returns what an operation does, as its declaration or the string after that says; "" if nothing says it."""
    if definition.about:
        return definition.about
    for module in list(sys.modules.values()):  # Not all that is there is a module.
        names = [name for name, value in list(getattr(module, "__dict__", {}).items()) if value is definition]
        if names and (found := next((text for op, text in docstrings_in(module) if op is definition), "")):
            return found
    return ""


def docstrings_in(module: ModuleType) -> Iterator[tuple[OpDef, str]]:
    """Yields the operations that a module declares with a string after the declaration, and that string."""
    if not getattr(module, "__file__", None):  # as of a module that was made while running
        return
    try:
        statements = ast.parse(inspect.getsource(module)).body
    except OSError:
        return
    for statement, following in pairwise(statements):
        match statement, following:
            case ast.Assign(targets=[ast.Name(id=name)]), ast.Expr(value=ast.Constant(value=str(text))):
                if isinstance(definition := getattr(module, name, None), OpDef):
                    yield definition, inspect.cleandoc(text)


def _definition(prefix: str, definition: AttributeDef) -> str:
    about = " ".join((definition.cls.__doc__ or "").split("\n\n")[0].split())
    return f"- `{prefix}{definition.mnemonic}`" + (f": {about}" if about else "")


def _values(declared: Sequence[Operand]) -> list[str]:
    return [f"`{value.name}`: {_HOW_MANY[value.arity]}{value.constraint.summary}" for value in declared]


def _attribute(attribute: Attr) -> str:
    need = "optional " if attribute.optional else ""
    default = "" if attribute.default is None else f", by default `{text_of(attribute.default)}`"
    return f"`{attribute.name}`: {need}{attribute.constraint.summary}{default}"


def _checks(definition: OpDef) -> list[str]:
    verifiers = (*definition.verifiers, *definition.context_verifiers)
    functions = [getattr(verify, "infer", verify) for verify in verifiers]
    documented = [(verify.__doc__ or "").split("\n\n")[0] for verify in functions if not isinstance(verify, partial)]
    return list(dict.fromkeys([" ".join(text.split()) for text in documented if text]))
