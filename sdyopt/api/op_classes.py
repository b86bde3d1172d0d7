"""Classes of operations, one for each declaration, with builders; and their stubs, which type checkers read.

    from sdyopt.ops import stablehlo

    if isinstance(op, stablehlo.DotGeneralOp):
        product = stablehlo.DotGeneralOp.build(op.rhs, op.lhs, dot_dimension_numbers=…, location=op.location)

Operations are all of the class `Operation`: `isinstance` looks at the declaration. Nothing is generated to run; only a
type checker needs the stubs.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NoReturn

from sdyopt.api.builders import AttributeValue, create
from sdyopt.ir.attribute import Location, Type
from sdyopt.ir.locations import UNKNOWN
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.constraints import Operand
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.dialect import Dialect


class OpClass(type):
    """The class of the operations with one declaration."""

    definition: OpDef

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, Operation) and instance.definition is cls.definition

    def __call__(cls, *args: object, **kwargs: object) -> NoReturn:
        raise TypeError(f"{cls.__name__}.build(…) makes such an operation")

    def build(
        cls,
        *operands: Value | Operation | Sequence[Value | Operation] | None,
        result_types: Iterable[Type] | None = None,
        attributes: Mapping[str, AttributeValue] = {},
        regions: Sequence[Region] = (),
        location: Location | int = UNKNOWN,
        **parts: Any,
    ) -> Operation:
        """Returns a new operation that is not in a block yet: see `Rewriter.insert` and `Operation.insert_before`.

        Operands are given in the order of the declaration or by name: a value, or an operation with one result; a
        sequence where there may be any number; None or nothing where one may be missing. Attributes of the declaration
        are given by name, as values of Python (see `sdyopt.attribute`); `attributes` are others. Result types that are
        not given are inferred. Raises TypeError for parts that the declaration does not have or that are missing, and
        what `sdyopt.create` raises.
        """
        definition = cls.definition
        if len(operands) > len(definition.operands):
            count = len(definition.operands)
            raise TypeError(f"'{definition.name}' has {count} operand{'s' * (count != 1)}, not {len(operands)}")
        given = dict(zip([operand.name for operand in definition.operands], operands, strict=False))
        for name in [operand.name for operand in definition.operands if _argument(operand.name) in parts]:
            if name in given:
                raise TypeError(f"operand '{name}' of '{definition.name}' is given twice")
            given[name] = parts.pop(_argument(name))
        groups = [_values(definition, operand, given.get(operand.name)) for operand in definition.operands]
        properties = {name: value for name, value in parts.items() if value is not None}
        if "AttrSizedOperandSegments" in definition.traits:
            properties["operandSegmentSizes"] = [len(group) for group in groups]
        values = [value for group in groups for value in group]
        return create(definition.name, values, result_types, properties, attributes, regions, location)


def _argument(name: str) -> str:
    """Returns the name of a parameter: `in_` for `in`, a keyword of Python."""
    return f"{name}_" if keyword.iskeyword(name) else name


def _values(definition: OpDef, operand: Operand, given: Any) -> list[Value]:
    """Returns the values that are given for an operand of the declaration. Raises TypeError if they do not fit."""
    values = [] if given is None else list(given) if operand.arity == "*" else [given]
    if not values and not operand.arity:
        raise TypeError(f"operand '{operand.name}' of '{definition.name}' is missing")
    found = [one.result if isinstance(one, Operation) else one for one in values]
    if (wrong := next((one for one in found if not isinstance(one, Value)), None)) is not None:
        raise TypeError(f"operand '{operand.name}' of '{definition.name}' is a {type(wrong).__name__}, not a value")
    return found


class OpClasses:
    """The classes of a dialect, by name: `AddOp` is that of `stablehlo.add`."""

    def __init__(self, dialect: Dialect) -> None:
        self._definitions = {class_name(definition): definition for definition in dialect.operations}
        self._namespace = dialect.namespace

    def __getattr__(self, name: str) -> OpClass:
        if (definition := self._definitions.get(name)) is None:
            raise AttributeError(f"the dialect '{self._namespace}' has no operation with the class {name}")
        made = OpClass(name, (), {"definition": definition, "__doc__": f"`{definition.name}`."})
        setattr(self, name, made)
        return made

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._definitions]


def class_name(definition: OpDef) -> str:
    """Returns the name of the class of a declaration: `DotGeneralOp`."""
    words = definition.name.partition(".")[2].replace("-", "_").replace(".", "_").split("_")
    return "".join([word[:1].upper() + word[1:] for word in words]) + "Op"


# Stubs.

_PREAMBLE = '''"""{about}"""

# Generated by `python -m sdyopt.ops`: do not edit.

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Self, TypedDict, Unpack

{imports}
from sdyopt import Operation, OpResult, Region, Type, Value
from sdyopt.ir.attribute import Location

_Operand = Value | Operation

class _Others(TypedDict, total=False):
    result_types: Iterable[Type] | None
    attributes: Mapping[str, Any]
    regions: Sequence[Region]
    location: Location | int
'''

_ARITIES = {"": "{0}", "?": "{0} | None", "*": "list[{0}]"}
_GIVEN = {"": "_Operand", "?": "_Operand | None", "*": "Sequence[_Operand]"}


def stub_of(dialects: Iterable[Dialect], about: str) -> str:
    """Returns the stub of a module in which each of the dialects is an `OpClasses` with the name of its namespace."""
    modules: set[str] = set()
    lines: list[str] = []
    for dialect in [dialect for dialect in dialects if dialect.operations]:
        lines += ["", f"class {dialect.namespace}:"]
        for definition in dialect.operations:
            lines += [f"    {line}".rstrip() for line in _class_stub(definition, modules)]
    imports = "\n".join([f"import {module} as {_alias(module)}" for module in sorted(modules)])
    return _PREAMBLE.format(about=about, imports=imports) + "\n".join(lines)


def _class_stub(definition: OpDef, modules: set[str]) -> Iterator[str]:
    """Yields the lines of the class of a declaration; adds the modules of the attributes that they name."""
    yield f"class {class_name(definition)}(Operation):"
    parts: list[tuple[str, str]] = []
    for values, cls in ((definition.operands, "Value"), (definition.results, "OpResult")):
        parts += [(one.name, _ARITIES[one.arity].format(cls)) for one in values]
    parts += [(region.name, _ARITIES[region.arity].format("Region")) for region in definition.regions]
    for attribute in definition.attributes:
        found = attribute.constraint.cls
        kinds = found if isinstance(found, tuple) else (found,)
        modules.update([cls.__module__ for cls in kinds])
        kind = " | ".join([f"{_alias(cls.__module__)}.{cls.__name__}" for cls in kinds])
        parts.append((attribute.name, f"{kind} | None" if attribute.optional and attribute.default is None else kind))
    for name, kind in parts:
        if _is_free(name):
            yield f"    {name}: Final[{kind}]"
    yield "    @classmethod"
    parameters = ["cls"]
    for operand in definition.operands:
        parameters.append(f"{_argument(operand.name)}: {_GIVEN[operand.arity]}{' = ...' * (operand.arity == '?')}")
    keywords = [
        f"{one.name}: Any{' = ...' if one.is_optional else ''}"
        for one in definition.attributes
        if one.name.isidentifier() and not keyword.iskeyword(one.name)
    ]
    parameters += [*(["*", *keywords] if keywords else []), "**others: Unpack[_Others]"]
    yield f"    def build({', '.join(parameters)}) -> Self: ..."
    yield ""


def _alias(module: str) -> str:
    """Returns the name of a module in a stub, in which that of its package may be a dialect."""
    return f"_{module.replace('.', '_')}"


def _is_free(name: str) -> bool:
    """Whether a part can be read by that name: an operation has nothing else of it."""
    return name.isidentifier() and not keyword.iskeyword(name) and not hasattr(Operation, name)
