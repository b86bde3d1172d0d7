"""Attributes, types and operations that IRDL defines: they are read and printed in MLIR's general form."""

from __future__ import annotations

from collections.abc import Sequence
from types import new_class
from typing import TYPE_CHECKING, Any, ClassVar

from sdyopt.dialects.irdl.constraints import Constraint, Solution
from sdyopt.dialects.irdl.types import OPTIONAL, SINGLE
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import I32, DenseArrayAttr, TypeAttr
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.mlir.declare.constraints import Operand, RegionDef, Result
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.parameters import AttributeDef
from sdyopt.mlir.declare.type_kinds import ANY
from sdyopt.mlir.verify.verification import Verification
from sdyopt.mlir.write.attributes import text_of

if TYPE_CHECKING:
    from sdyopt.mlir.read.parser import Parser


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


class DefinedOp(OpDef):
    """An operation that IRDL defines. All of its attributes are discardable, those with the sizes of segments too."""

    operand_groups: Sequence[ValueGroup] = ()
    result_groups: Sequence[ValueGroup] = ()
    required: Sequence[tuple[str, int]] = ()
    """The attributes that it must have, and the numbers of the constraints on them."""
    shapes: Sequence[Shape] = ()
    constraints: Sequence[Constraint] = ()

    def __post_init__(self) -> None:
        self.operands = [Operand(group.name, ANY, _arity(group)) for group in self.operand_groups]
        self.results = [Result(group.name, ANY, _arity(group)) for group in self.result_groups]
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
            attribute = op.attributes.get(name)
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
    found = op.attributes.get(name)
    if not isinstance(found, DenseArrayAttr) or found.element_type is not I32:
        raise ValueError(f"requires attribute '{name}', a dense array of i32")
    sizes = list(found.values)
    if len(sizes) != len(groups):
        raise ValueError(f"expected {len(groups)} sizes in '{name}', but got {len(sizes)}")
    for group, size in zip(groups, sizes, strict=True):
        if size < 0 or (group.variadicity == SINGLE and size != 1):
            raise ValueError(f"'{name}' has {size} for {what} '{group.name}', which is {group.variadicity}")
    if sum(sizes) != count:
        raise ValueError(f"the sizes in '{name}' add up to {sum(sizes)}, but there are {count} {what}s")
    return sizes
