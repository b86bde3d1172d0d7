"""From text in IRDL to dialects."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import new_class
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeAlias

from sdyopt.dialects import LAZY, REGISTRY
from sdyopt.dialects.irdl import DIALECT, ops
from sdyopt.dialects.irdl.types import OPTIONAL, SINGLE, Variadicities
from sdyopt.ir import attributes as a
from sdyopt.ir.attribute import Attribute, Type, checked
from sdyopt.ir.attributes import ArrayAttr, DenseArrayAttr, IntegerAttr, StringAttr, SymbolRefAttr, TypeAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.constraints import Attr, AttrConstraint, Operand, RegionDef, Result
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.dialect import Dialect, Registry
from sdyopt.mlir.declare.parameters import AttributeDef
from sdyopt.mlir.declare.type_kinds import ANY
from sdyopt.mlir.diagnostics import CompilationError, Hinted, UnknownName, error, prefixed
from sdyopt.mlir.literals.numbers import FLOAT_FORMATS
from sdyopt.mlir.read.parser import parse
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.verify.verifier import Verifier
from sdyopt.mlir.write.attributes import text_of
from sdyopt.mlir.write.printer import describe_operation

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


# The kinds of attributes and types by the names that `irdl.base` has for them.

Base = Callable[[Attribute], bool]

_BUILTIN: dict[str, type[Attribute] | tuple[type[Attribute], ...]] = {
    "!builtin.complex": a.ComplexType,
    "!builtin.function": a.FunctionType,
    "!builtin.index": a.IndexType,
    "!builtin.integer": a.IntegerType,
    "!builtin.memref": a.MemRefType,
    "!builtin.none": a.NoneType,
    "!builtin.opaque": a.OpaqueType,
    "!builtin.tensor": a.RankedTensorType,
    "!builtin.tuple": a.TupleType,
    "!builtin.unranked_memref": a.UnrankedMemRefType,
    "!builtin.unranked_tensor": a.UnrankedTensorType,
    "!builtin.vector": a.VectorType,
    "#builtin.affine_map": a.AffineMapAttr,
    "#builtin.array": a.ArrayAttr,
    "#builtin.dense_array": a.DenseArrayAttr,
    "#builtin.dense_resource_elements": a.DenseResourceAttr,
    "#builtin.dictionary": a.DictionaryAttr,
    "#builtin.distinct": a.DistinctAttr,
    "#builtin.float": a.FloatAttr,
    "#builtin.integer": (a.IntegerAttr, a.BoolAttr),
    "#builtin.integer_set": a.IntegerSetAttr,
    "#builtin.opaque": a.OpaqueAttr,
    "#builtin.sparse_elements": a.SparseElementsAttr,
    "#builtin.strided_layout": a.StridedLayoutAttr,
    "#builtin.string": a.StringAttr,
    "#builtin.symbol_ref": a.SymbolRefAttr,
    "#builtin.type": a.TypeAttr,
    "#builtin.unit": a.UnitAttr,
}
"""By the names that MLIR has for its builtin attributes and types."""

_ELEMENTS = {"#builtin.dense_intorfp_elements": True, "#builtin.dense_string_elements": False}
"""Those of dense elements, and whether they are numbers."""


def base_named(name: str, registry: Registry) -> Base | None:
    """Returns the kind called `name`, `!dialect.type` or `#dialect.attribute`; None if there is none.

    Raises BrokenPackageError if its dialect cannot be used.
    """
    cls = _BUILTIN.get(name)
    if cls is not None:
        return lambda attribute: isinstance(attribute, cls)
    if name in _ELEMENTS:
        return lambda attribute: (
            isinstance(attribute, a.DenseElementsAttr) and _has_numbers(attribute) == _ELEMENTS[name]
        )
    namespace, _, mnemonic = name[1:].partition(".")
    if name in _floats():
        return lambda attribute: isinstance(attribute, a.FloatType) and attribute.name == mnemonic
    dialect = registry.dialect(namespace)
    known = {} if dialect is None else dialect.type_named if name[0] == "!" else dialect.attribute_named
    found = known.get(mnemonic)
    return None if found is None else lambda attribute: isinstance(attribute, found.cls)


def builtin_names() -> list[str]:
    """Returns the names of builtin attributes and types, for suggestions."""
    return [*_BUILTIN, *_ELEMENTS, *_floats()]


def _floats() -> list[str]:
    return [f"!builtin.{name}" for name in FLOAT_FORMATS]


def _has_numbers(attribute: a.DenseElementsAttr) -> bool:
    element = getattr(attribute.type, "element_type", None)
    return isinstance(element, (a.IntegerType, a.IndexType, a.FloatType, a.ComplexType))


# The constraints of IRDL, and how attributes and types are checked against those of one definition.

Constraint: TypeAlias = "Callable[[Attribute, Solution], str | None]"
"""Returns what is wrong with an attribute; None if it satisfies the constraint."""


class Solution:
    """What the constraints of a definition, by their numbers, have been satisfied by so far."""

    def __init__(self, constraints: Sequence[Constraint]) -> None:
        self._constraints = constraints
        self._found: dict[int, Attribute] = {}
        self._failed: dict[tuple[int, Attribute, tuple[tuple[int, Attribute], ...]], str] = {}

    def wrong(self, number: int, attribute: Attribute) -> str | None:
        """Returns why an attribute does not satisfy a constraint; None if it does, as it alone will from now on.

        A failure changes nothing. Failures are remembered, as alternatives may ask the same again and again.
        """
        known = self._found.get(number)
        if known is not None:
            return None if known is attribute else f"expected '{known}', but got '{attribute}'"
        before = dict(self._found)
        key = number, attribute, tuple(before.items())
        message = self._failed.get(key) or self._constraints[number](attribute, self)
        if message is None:
            self._found[number] = attribute
        else:
            self._found = before
            self._failed[key] = message
        return message


def is_equal(expected: Attribute) -> Constraint:
    """`irdl.is`."""
    return lambda attribute, solution: (
        None if attribute is expected else f"expected '{expected}', but got '{attribute}'"
    )


def has_base(base: Callable[[Attribute], bool], name: str, arguments: Sequence[int] | None = None) -> Constraint:
    """`irdl.base`, and `irdl.parametric` with the numbers of the constraints on the parameters."""

    def wrong(attribute: Attribute, solution: Solution) -> str | None:
        value = attribute.type if isinstance(attribute, TypeAttr) and not name.startswith("#") else attribute
        if not base(value):
            return f"expected {name}, but got '{attribute}'"
        parameters: Sequence[Attribute] = () if arguments is None else value.parameters  # type: ignore[attr-defined]
        found = map(solution.wrong, arguments or (), parameters)
        return next((message for message in found if message is not None), None)

    return wrong


def is_any(attribute: Attribute, solution: Solution) -> str | None:
    """`irdl.any`."""
    return None


def is_any_of(arguments: Sequence[int]) -> Constraint:
    """`irdl.any_of`: the first of the constraints that is satisfied counts."""

    def wrong(attribute: Attribute, solution: Solution) -> str | None:
        if any(solution.wrong(argument, attribute) is None for argument in arguments):
            return None
        return f"'{attribute}' satisfies none of {len(arguments)} constraints"

    return wrong


def is_all_of(arguments: Sequence[int]) -> Constraint:
    """`irdl.all_of`."""

    def wrong(attribute: Attribute, solution: Solution) -> str | None:
        found = (solution.wrong(argument, attribute) for argument in arguments)
        return next((message for message in found if message is not None), None)

    return wrong


# Attributes, types and operations that IRDL defines: they are read and printed in MLIR's general form.


class Parameters:
    """What IRDL says of the parameters of an attribute or a type: their names, and the constraints on them."""

    def __init__(self) -> None:
        self.names: Sequence[str] = ()
        self.numbers: Sequence[int] = ()
        self.constraints: Sequence[Constraint] = ()

    def wrong(self, parameters: Sequence[Attribute]) -> str | None:
        """Returns what is wrong with parameters; None if they are as defined."""
        if len(parameters) != len(self.names):
            count = len(self.names)
            return f"expected {count} parameter{'' if count == 1 else 's'}, but got {len(parameters)}"
        solution = Solution(self.constraints)
        for name, number, parameter in zip(self.names, self.numbers, parameters, strict=True):
            message = solution.wrong(number, parameter)
            if message is not None:
                return f"parameter '{name}': {message}"
        return None


class DefinedAttr(Attribute):
    """The base of attributes that IRDL defines."""

    defined: ClassVar[Parameters]
    parameters: tuple[Attribute, ...] = ()

    def check(self) -> None:
        _check(self.defined, self.parameters)


class DefinedType(Type):
    """The base of types that IRDL defines."""

    defined: ClassVar[Parameters]
    parameters: tuple[Attribute, ...] = ()

    def check(self) -> None:
        _check(self.defined, self.parameters)


def _check(defined: Parameters, parameters: Sequence[Attribute]) -> None:
    wrong = defined.wrong(parameters)
    if wrong is not None:
        raise ValueError(wrong)


def attribute_def(mnemonic: str, is_type: bool) -> AttributeDef:
    """Returns the declaration of an attribute or a type, a class of its own, whose `defined` is to be filled in."""
    base = DefinedType if is_type else DefinedAttr
    cls: Any = new_class(mnemonic, (base,), exec_body=lambda namespace: namespace.update(defined=Parameters()))

    def parse(parser: Parser) -> Any:
        at = parser.start
        parameters: list[Attribute] = []
        if parser.token == "<":
            parser.parse_list("<", ">", "", lambda: parameters.append(parser.parse_attribute()))
        return parser.legal(cls, at, tuple(parameters))

    def write(attribute: Any) -> str:
        return f"<{', '.join(map(text_of, attribute.parameters))}>" if attribute.parameters else ""

    return AttributeDef(cls, mnemonic, parse=parse, write=write)


class ValueGroup(NamedTuple):
    """An operand or a result: its name, how many values it may be, and the number of the constraint on their types."""

    name: str
    variadicity: str
    number: int


class Shape(NamedTuple):
    """A region: its name, its number of blocks (None: any), and the constraints on its arguments (None: any)."""

    name: str
    blocks: int | None
    arguments: tuple[int, ...] | None


_ANY_ATTRIBUTE = AttrConstraint("any attribute", lambda attribute: True)


class DefinedOp(OpDef):
    """An operation that IRDL defines. Its attributes are properties, as those of operations that C++ defines."""

    operand_groups: Sequence[ValueGroup] = ()
    result_groups: Sequence[ValueGroup] = ()
    required: Sequence[tuple[str, int]] = ()
    """The attributes that it must have, and the numbers of the constraints on them."""
    shapes: Sequence[Shape] = ()
    constraints: Sequence[Constraint] = ()

    def __post_init__(self) -> None:
        self.operands = [Operand(group.name, ANY, _arity(group)) for group in self.operand_groups]
        self.results = [Result(group.name, ANY, _arity(group)) for group in self.result_groups]
        self.attributes = [Attr(name, _ANY_ATTRIBUTE, optional=True) for name, _ in self.required]
        self.traits = [
            trait
            for trait, groups in zip(
                ("AttrSizedOperandSegments", "AttrSizedResultSegments"),
                (self.operand_groups, self.result_groups),
                strict=True,
            )
            if sum(group.variadicity != SINGLE for group in groups) > 1
        ]
        self.regions = [RegionDef(shape.name) for shape in self.shapes]
        self.verifiers = [self.verify]

    def operand_range(self, op: Operation, name: str) -> tuple[int, int]:
        index = self._index(self.operands, "operand", name)
        sizes = _sizes(op, self.operand_groups, len(op.operands), "operand")
        return sum(sizes[:index]), sum(sizes[: index + 1])

    def result_range(self, op: Operation, name: str) -> tuple[int, int]:
        index = self._index(self.results, "result", name)
        sizes = _sizes(op, self.result_groups, len(op.results), "result")
        return sum(sizes[:index]), sum(sizes[: index + 1])

    def verify(self, op: Operation, context: Verification) -> None:
        """Checks attributes, operands, results and regions, in this order."""
        solution = Solution(self.constraints)
        for name, number in self.required:
            attribute = op.properties.get(name)
            if attribute is None:
                context.error(op, f"requires attribute '{name}'")
            message = solution.wrong(number, attribute)
            if message is not None:
                context.error(op, f"attribute '{name}': {message}")
        signature = op.signature
        self._verify_types(op, context, solution, ("operand", self.operand_groups, signature.operand_types))
        self._verify_types(op, context, solution, ("result", self.result_groups, signature.result_types))
        for index, shape in enumerate(self.shapes):
            self._verify_region(op, context, solution, index, shape)

    def _verify_types(
        self,
        op: Operation,
        context: Verification,
        solution: Solution,
        values: tuple[str, Sequence[ValueGroup], Sequence[Type]],
    ) -> None:
        what, groups, types = values
        try:
            sizes = _sizes(op, groups, len(types), what)
        except ValueError as wrong:
            context.error(op, str(wrong))
        index = 0
        for group, size in zip(groups, sizes, strict=True):
            if size > 1 and group.variadicity == OPTIONAL:
                context.error(op, f"expected at most one {what} '{group.name}', but found {size}")
            for type in types[index : index + size]:
                message = solution.wrong(group.number, TypeAttr(type))
                if message is not None:
                    context.error(op, f"{what} #{index} ('{group.name}'): {message}")
                index += 1

    def _verify_region(
        self, op: Operation, context: Verification, solution: Solution, index: int, shape: Shape
    ) -> None:
        title, blocks = f"region #{index} ('{shape.name}')", op.regions[index].blocks
        if shape.blocks is not None and len(blocks) != shape.blocks:
            context.error(op, f"{title}: expected {shape.blocks} blocks, but found {len(blocks)}")
        if shape.arguments is None:
            return
        types = [argument.type for argument in blocks[0].arguments] if blocks else []
        if len(types) != len(shape.arguments):
            context.error(op, f"{title}: expected {len(shape.arguments)} arguments, but found {len(types)}")
        for position, (number, type) in enumerate(zip(shape.arguments, types, strict=True)):
            message = solution.wrong(number, TypeAttr(type))
            if message is not None:
                context.error(op, f"{title}: argument #{position}: {message}")


def _arity(group: ValueGroup) -> str:
    return "" if group.variadicity == SINGLE else "*"


def _sizes(op: Operation, groups: Sequence[ValueGroup], count: int, what: str) -> list[int]:
    """Returns how many values each name has. Raises ValueError if that is unknown, or adds up to another number."""
    variable = [group for group in groups if group.variadicity != SINGLE]
    if len(variable) <= 1:
        return [1 if group.variadicity == SINGLE else count - len(groups) + 1 for group in groups]
    name = f"{what}SegmentSizes"
    found = op.properties.get(name)
    sizes = list(found.values) if isinstance(found, DenseArrayAttr) else []
    if len(sizes) != len(groups) or sum(sizes) != count:
        raise ValueError(f"'{name}' does not say which of {count} {what}s belong to which of {len(groups)} names")
    for group, size in zip(groups, sizes, strict=True):
        if size < 0 or (group.variadicity == SINGLE and size != 1):
            raise ValueError(f"'{name}' has {size} for {what} '{group.name}', which is {group.variadicity}")
    return sizes


MAX_LEVELS = 100
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
            if level > MAX_LEVELS:
                _fail(op, f"constraints may be at most {MAX_LEVELS} levels deep")
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
        region = checked(OpResult, value).owner
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
