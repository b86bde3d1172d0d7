"""From text in IRDL to dialects."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from sdyopt.dialects import LAZY, REGISTRY
from sdyopt.dialects.irdl import DIALECT, ops
from sdyopt.dialects.irdl.bases import base_named, builtin_names
from sdyopt.dialects.irdl.constraints import Constraint, has_base, is_all_of, is_any, is_any_of, is_equal
from sdyopt.dialects.irdl.defined import DefinedOp, Shape, ValueGroup, attribute_def
from sdyopt.dialects.irdl.types import Variadicities
from sdyopt.ir.attributes import ArrayAttr, IntegerAttr, StringAttr, SymbolRefAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.dialect import Dialect, Registry
from sdyopt.mlir.declare.parameters import AttributeDef
from sdyopt.mlir.diagnostics import CompilationError, Hinted, UnknownName, error, prefixed
from sdyopt.mlir.read.description import describe_operation
from sdyopt.mlir.read.reading import parse
from sdyopt.mlir.verify.verifier import Verifier

MOST_LEVELS = 100
"""How deep constraints may be inside each other."""


def load(text: str) -> list[Dialect]:
    """Registers the dialects that a text in IRDL defines, and returns them.

    Raises CompilationError at what is wrong; then none is registered.
    """
    shipped = [dialect for namespace, dialect in REGISTRY.dialects.items() if REGISTRY.is_shipped(namespace)]
    registry = Registry([*[dialect for dialect in shipped if dialect.namespace not in LAZY], DIALECT], LAZY)
    parsed = parse(text, registry)
    Verifier(registry, describe_operation).verify(parsed.module, parsed.is_rewired)
    places = [op for op in parsed.module.walk() if op.definition is ops.DIALECT_OP]
    if not places:
        _fail(parsed.module, "expected at least one 'irdl.dialect'")
    defined: dict[tuple[str, str], AttributeDef] = {}
    for place in places:
        for op in place.regions[0].block.ops:
            if op.definition in (ops.TYPE, ops.ATTRIBUTE):
                defined[_path(op)] = attribute_def(ops.bare_name(op), op.definition is ops.TYPE)
    dialects = [_dialect(place, defined, registry) for place in places]
    namespaces = [dialect.namespace for dialect in dialects]
    for index, (place, dialect) in enumerate(zip(places, dialects, strict=True)):
        wrong = REGISTRY.refusal(dialect)
        if wrong is None and dialect.namespace in namespaces[:index]:
            wrong = f"is the second called '{dialect.namespace}'"
        if wrong is not None:
            _fail(place, wrong)
    for dialect in dialects:
        REGISTRY.register(dialect)
    return dialects


Defined = Mapping[tuple[str, str], AttributeDef]
"""The attributes and types that a text defines, by the names of their dialects and their own."""


def _fail(op: Operation, message: str) -> NoReturn:
    raise CompilationError([error(prefixed(f"'{op.name}' op ", message), op.location)])


def _path(op: Operation) -> tuple[str, str]:
    parent = op.parent_op
    assert parent is not None
    return ops.bare_name(parent), ops.bare_name(op)


def _dialect(place: Operation, defined: Defined, registry: Registry) -> Dialect:
    namespace = ops.bare_name(place)
    if "." in namespace:
        _fail(place, f"expects a name without '.', but got '{namespace}'")
    operations: list[DefinedOp] = []
    kinds: dict[Any, list[AttributeDef]] = {ops.TYPE: [], ops.ATTRIBUTE: []}
    for op in place.regions[0].block.ops:
        body = _Body(op, namespace, defined, registry)
        if op.definition is ops.OPERATION:
            operations.append(body.operation(f"{namespace}.{ops.bare_name(op)}"))
        elif op.definition in kinds:
            found = defined[_path(op)]
            body.fill(found)
            kinds[op.definition].append(found)
    return Dialect(namespace, operations, attributes=kinds[ops.ATTRIBUTE], types=kinds[ops.TYPE])


class _Body:
    """What one definition of an operation, attribute or type contains."""

    def __init__(self, op: Operation, namespace: str, defined: Defined, registry: Registry) -> None:
        self.namespace = namespace
        self.defined = defined
        self.registry = registry
        self.constraints: list[Constraint] = []
        self.numbers: dict[Value, int] = {}
        self.levels: dict[Value, int] = {}
        self.lists: dict[Any, Operation] = {}
        for inner in op.regions[0].block.ops if op.regions else ():
            self._add(inner)

    def _add(self, op: Operation) -> None:
        """Takes one operation in: a constraint gets a number, and a list is kept."""
        make = _MAKERS.get(op.definition)
        if make is not None:
            level = 1 + max([self.levels[operand] for operand in op.operands], default=0)
            if level > MOST_LEVELS:
                _fail(op, f"constraints may be at most {MOST_LEVELS} levels deep")
            self.levels[op.result] = level
            self.numbers[op.result] = len(self.constraints)
            self.constraints.append(make(self, op))
        elif op.definition is not ops.REGION:
            if op.definition in self.lists:
                _fail(op, "may occur only once in a definition")
            self.lists[op.definition] = op

    def _list(self, definition: Any) -> Sequence[tuple[str, Value]]:
        """Returns the names and constraints of a list; nothing if it does not occur."""
        op = self.lists.get(definition)
        if op is None:
            return ()
        names = op.attribute_named(definition.attributes[0].name, ArrayAttr)
        texts = [name.value for name in names if isinstance(name, StringAttr)]
        return list(zip(texts, op.operands, strict=True))

    def fill(self, found: AttributeDef) -> None:
        """Says what is defined of an attribute's or a type's parameters."""
        defined = found.cls.defined  # type: ignore[attr-defined]
        parameters = self._list(ops.PARAMETERS)
        defined.names = [name for name, _ in parameters]
        defined.numbers = [self.numbers[value] for _, value in parameters]
        defined.constraints = self.constraints

    def operation(self, name: str) -> DefinedOp:
        """Returns the declaration of an operation."""
        required = [(attribute, self.numbers[value]) for attribute, value in self._list(ops.ATTRIBUTES)]
        shapes = [self._shape(region, value) for region, value in self._list(ops.REGIONS)]
        return DefinedOp(
            name,
            operand_groups=self._groups(ops.OPERANDS),
            result_groups=self._groups(ops.RESULTS),
            required=required,
            shapes=shapes,
            constraints=self.constraints,
        )

    def _groups(self, definition: Any) -> Sequence[ValueGroup]:
        op = self.lists.get(definition)
        kinds = () if op is None else op.attribute_named("variadicity", Variadicities).values
        return [
            ValueGroup(name, kind, self.numbers[value])
            for (name, value), kind in zip(self._list(definition), kinds, strict=True)
        ]

    def _shape(self, name: str, value: Value) -> Shape:
        assert isinstance(value, OpResult)
        region = value.owner
        blocks = region.properties.get("numberOfBlocks")
        arguments = tuple([self.numbers[operand] for operand in region.operands])
        return Shape(
            name,
            blocks.value if isinstance(blocks, IntegerAttr) else None,
            arguments if "constrainedArguments" in region.properties else None,
        )

    # Constraints.

    def _arguments(self, op: Operation) -> list[int]:
        return [self.numbers[operand] for operand in op.operands]

    def _is(self, op: Operation) -> Constraint:
        return is_equal(op.properties["expected"])

    def _base(self, op: Operation) -> Constraint:
        if "base_ref" in op.properties:
            return self._kind(op, op.attribute_named("base_ref", SymbolRefAttr))
        name = op.attribute_named("base_name", StringAttr).value
        base = base_named(name, self.registry)
        if base is None:
            _fail(op, Hinted(f"expects an attribute or a type, but got '{name}'", UnknownName(name, builtin_names)))
        return has_base(base, name)

    def _parametric(self, op: Operation) -> Constraint:
        return self._kind(op, op.attribute_named("base_type", SymbolRefAttr), self._arguments(op))

    def _kind(self, op: Operation, symbol: SymbolRefAttr, arguments: Sequence[int] | None = None) -> Constraint:
        """Returns the constraint to what a symbol defines, `@dialect::@name` or, in the same dialect, `@name`."""
        path = tuple([name.lstrip("!#") for name in symbol.path])
        namespace, name = path if len(path) == 2 else (self.namespace, path[-1])
        found = self.defined.get((namespace, name)) if len(path) <= 2 else None
        if found is None:
            known = {name: f"@{dialect}::@{name}" for dialect, name in self.defined}
            hint = UnknownName(name, lambda: known, lambda other: known.get(other, other))
            _fail(op, Hinted(f"'{symbol}' is not a type or an attribute", hint))
        cls = found.cls
        sigil = "!" if cls.__base__ is not None and cls.__base__.__name__ == "DefinedType" else "#"
        return has_base(lambda attribute: isinstance(attribute, cls), f"{sigil}{namespace}.{name}", arguments)

    def _c_pred(self, op: Operation) -> NoReturn:
        _fail(op, "is a predicate in C++, which only a C++ compiler can evaluate")


_MAKERS: Mapping[Any, Callable[[_Body, Operation], Constraint]] = {
    ops.IS: _Body._is,
    ops.BASE: _Body._base,
    ops.PARAMETRIC: _Body._parametric,
    ops.ANY_OP: lambda body, op: is_any,
    ops.ANY_OF: lambda body, op: is_any_of(body._arguments(op)),
    ops.ALL_OF: lambda body, op: is_all_of(body._arguments(op)),
    ops.C_PRED: _Body._c_pred,
}
