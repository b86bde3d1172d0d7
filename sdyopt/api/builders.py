"""Builders for Python programs: attributes and types from text, and operations from their parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar, overload

from sdyopt.api.errors import Error
from sdyopt.api.python_values import AttributeValue, attribute, declared_attribute
from sdyopt.dialects import REGISTRY
from sdyopt.driver.diagnostics.hints import hints
from sdyopt.driver.io.files import read_input
from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import I32, DenseArrayAttr, DictionaryAttr, TypeAttr
from sdyopt.ir.locations import UNKNOWN
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.dialect import Dialect
from sdyopt.mlir.declare.inherent import SEGMENT_SIZES
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, listed
from sdyopt.mlir.diagnostics.source import Source
from sdyopt.mlir.verify.inferred_types import inferred_results
from sdyopt.mlir.write.attribute_texts import parse_attribute as parse_attribute_text

A = TypeVar("A", bound=Attribute)

_OPENING = ("<", "{", "[", '"')
"""The beginning of an attribute that is written without the name of its kind."""


@overload
def parse_attribute(text: str) -> Attribute: ...
@overload
def parse_attribute(text: str, kind: type[A]) -> A: ...
def parse_attribute(text: str, kind: type[Attribute] = Attribute) -> Attribute:
    """Returns the attribute in a text: `#sdy.sharding<@mesh, [{"x"}]>`, `[1, "a"]`, `4 : i32`.

    With a `kind` that a dialect declares, the text may have the short form inside operations: `<@mesh, [{"x"}]>` for a
    Sharding. Raises Error if the text is not such an attribute.
    """
    if text.lstrip()[:1] in _OPENING:
        for dialect in REGISTRY.dialects.values():
            for definition in dialect.attribute_named.values():
                if definition.cls is kind:
                    text = f"#{dialect.namespace}<{definition.mnemonic}{text}>"
    source = Source(text, "<string>")
    try:
        attribute = parse_attribute_text(text, REGISTRY)
    except CompilationError as error:
        raise Error(error.diagnostics, source) from None
    if not isinstance(attribute, kind):
        wanted = "a type" if kind is TypeAttr else kind.__name__
        message = f"expected {wanted}, found {type(attribute).__name__}"
        raise Error([Diagnostic("error", message, 0)], source)
    return attribute


def parse_type(text: str) -> Type:
    """Returns the type in a text: `tensor<8x?xf32>`. Raises Error for anything else."""
    return parse_attribute(text, TypeAttr).type


def definition(name: str) -> OpDef:
    """Returns the declaration of an operation. Raises KeyError, with similar names, if no dialect declares it."""
    found = REGISTRY.operation(name)
    if found is None:
        (hint,) = hints([Diagnostic("error", "", 0, hint=REGISTRY.similar_operations(name))])
        raise KeyError(f"no dialect declares the operation '{name}'" + (f"; {hint}" if hint else ""))
    return found


def register_dialect(dialect: Dialect) -> None:
    """Adds a dialect, in this process: programs that are read from then on may use it.

    A second one with its namespace replaces it. Raises ValueError if the namespace is that of a dialect of sdy-opt, or
    if an operation has another prefix, and CompilationError if a format is wrong.
    """
    REGISTRY.register(dialect)


def register_irdl(source: str | Path) -> None:
    """Adds the dialects that a text, or a file, in IRDL defines, as `-irdl-file` does: see docs/irdl.md.

    Raises OSError if the file cannot be read, and Error, which names the place, if its text is wrong.
    """
    from sdyopt.dialects.irdl.loading import load

    text, name = read_input(str(source)) if isinstance(source, Path) else (source, "<string>")
    try:
        load(text)
    except CompilationError as error:
        raise Error(error.diagnostics, Source(text, name)) from None


def _property(definition: OpDef, name: str, value: AttributeValue) -> Attribute:
    declared = next((one for one in definition.attributes if one.name == name), None)
    if declared is not None:
        return declared_attribute(declared, value, definition.dialect)
    if name in SEGMENT_SIZES:
        return value if isinstance(value, Attribute) else DenseArrayAttr(I32, tuple(value))
    names = [one.name for one in definition.attributes]
    has = listed(names, "and") if names else "none"
    raise TypeError(f"'{definition.name}' declares no attribute '{name}': it has {has}")


def create(
    name: str,
    operands: Iterable[Value] = (),
    result_types: Iterable[Type] | None = None,
    properties: Mapping[str, AttributeValue] = {},
    attributes: Mapping[str, AttributeValue] = {},
    regions: Sequence[Region] = (),
    location: Location | int = UNKNOWN,
) -> Operation:
    """Returns a new operation (`sdy.sharding_constraint`) that is not in a block yet: see `Operation.insert_after`.

    `properties` are the attributes that its declaration names, `attributes` all others, as attributes or as values of
    Python (see `sdyopt.attribute`): those of properties become what is declared, `{"permutation": [1, 0]}`. Result
    types that are not given are inferred. The operation is verified with the module into which it is inserted.

    Raises KeyError for a name that no dialect declares, and TypeError for a property that is not declared, or for a
    value that it cannot be. If result types are not given, raises TypeError if they do not
    follow from the rest of the operation, and Error if it cannot have any.
    """
    declared = definition(name)
    inherent = DictionaryAttr.of({key: _property(declared, key, value) for key, value in properties.items()})
    discardable = DictionaryAttr.of({key: attribute(value) for key, value in attributes.items()})
    operands = list(operands)
    if result_types is None:
        try:
            result_types = inferred_results(declared, operands, inherent, regions, location)
        except CompilationError as error:
            raise Error(error.diagnostics, Source("", "<string>")) from None
    return Operation.create(declared, operands, result_types, inherent, discardable, regions, location)
