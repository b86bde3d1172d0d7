"""Folding operations to values or constants: the driver, folders by dialect, and arithmetic on elements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import TypeAlias

from sdyopt.dialects import REGISTRY
from sdyopt.dialects.builtin import UNREALIZED_CONVERSION_CAST
from sdyopt.dialects.chlo import ops as chlo
from sdyopt.dialects.func import ops as func
from sdyopt.dialects.stablehlo.ops import shapes
from sdyopt.ir.attribute import Attribute, Type, checked, remembered
from sdyopt.ir.attributes import (
    I1,
    BoolAttr,
    DenseElementsAttr,
    DenseResourceAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    RankedTensorType,
    ShapedType,
    SparseElementsAttr,
)
from sdyopt.ir.locations import UNKNOWN
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, InsertionPoint, Region
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.installed import BrokenPackageError
from sdyopt.mlir.rewrite.remarks import Explanation, explained
from sdyopt.mlir.write.attributes import text_of
from sdyopt.rewriting.rewriter import Rewriter

# Constants: each is there once, at the start of the region that is isolated from above.

CONSTANTS: frozenset[OpDefinition] = frozenset((shapes.CONSTANT, chlo.CONSTANT, func.CONSTANT))
"""The constants of the dialects that every run knows.

An `sdy.constant` does not: each of its uses may be sharded in another way.
"""


@cache
@remembered
def is_constant(definition: OpDefinition) -> bool:
    """Whether operations with this definition are constants here."""
    return definition in CONSTANTS or ("ConstantLike" in definition.traits and definition.dialect != "sdy")


def constant_value(value: Value) -> Attribute | None:
    """Returns what `value` is, if a constant defines it."""
    if isinstance(value, OpResult) and is_constant(value.owner.signature.definition):
        signature = value.owner.signature
        return signature.properties.get(_VALUE_NAMES.get(signature.definition.name, "value"))
    return None


@remembered
def constant_signature(dialect: str, value: Attribute, type: Type) -> Signature | None:
    """Returns the constant that a dialect makes of a value for results of that type; None if it has none for it."""
    declared = REGISTRY.dialects.get(dialect)
    names = () if declared is None else declared.constants
    name = next((name for name in names if _can_be(name, value, type)), None)
    if name is None:
        return None
    definition = REGISTRY.operation(name)
    assert definition is not None
    return Signature.of(definition, (), (type,), DictionaryAttr(((_VALUE_NAMES.get(name, "value"), value),)))


def _can_be(constant: str, value: Attribute, type: Type) -> bool:
    """Whether constants of that name can have that value and type: numbers or elements, none of them signed integers.

    Those of StableHLO and CHLO are any elements.
    """
    if constant in ("stablehlo.constant", "chlo.constant"):
        return isinstance(value, _ELEMENTS)
    if isinstance(value, BoolAttr):
        return isinstance(type, IntegerType) and type.width == 1 and not type.signedness
    if not isinstance(value, (IntegerAttr, FloatAttr, *_ELEMENTS)) or value.type is not type:
        return False
    element_type = getattr(type, "element_type", type)
    return not (isinstance(element_type, IntegerType) and element_type.signedness)


_ELEMENTS = (DenseElementsAttr, DenseResourceAttr, SparseElementsAttr)
_VALUE_NAMES = {"shape.const_shape": "shape", "shape.const_witness": "passing"}
"""The attributes that hold the value of constants where that is not `value`."""


class UniqueConstants:
    """The constants that have been met. Equal ones are merged; each moves to the start of its home.

    Home is the entry block of the nearest region around it that sees no values from outside. Attributes beside the
    value do not count; they are lost where a constant is merged into another.
    """

    def __init__(self, rewriter: Rewriter) -> None:
        self._rewriter = rewriter
        self._known: dict[tuple[Block, str, Attribute | None, Type], Operation] = {}
        self._kept: set[Operation] = set()
        self._home_of = cache(home_of_constants)

    def add(self, op: Operation) -> bool:
        """Moves or merges the constant `op`; returns whether it is still there."""
        block = checked(Block, op.parent)
        home = self._home_of(block)
        signature = op.signature
        value_name = _VALUE_NAMES.get(signature.definition.name, "value")
        value = signature.properties.get(value_name, signature.properties)
        key = (home, signature.definition.dialect, value, signature.result_types[0])
        if (known := self._known.setdefault(key, op)) is not op:
            self._rewriter.tell(
                "constant-merged",
                "{value} is the same constant as {known}, which replaces it",
                op,
                ("see the constant that stays", known),
                value=op.results[0],
                known=known.results[0],
            )
            self._rewriter.replace(op, known.results)
            known.location = UNKNOWN
            return False
        self._kept.add(op)
        if block is not home:
            self._rewriter.tell(
                "constant-hoisted",
                "{value} moved to the start of the function or computation around it",
                op,
                value=op.results[0],
            )
            self._rewriter.move(op, InsertionPoint.start_of(home))
            op.location = UNKNOWN
        elif op.previous is not None and op.previous not in self._kept:
            self._rewriter.move(op, InsertionPoint.start_of(home))
        return True


def home_of_constants(block: Block) -> Block:
    """Returns the block to which the constants of `block` move."""
    while True:
        region = checked(Region, block.parent)
        holder = region.parent
        if holder is None or holder.parent is None or not _sees_outside(holder):
            return region.blocks[0]
        block = holder.parent


def _sees_outside(op: Operation) -> bool:
    """Whether the regions of `op` may use values from outside; unregistered operations count as isolated."""
    definition = op.signature.definition
    return isinstance(definition, OpDef) and "IsolatedFromAbove" not in definition.traits


# Folders: what operations of dialects of other packages are, given which of their operands are constants.

Constants: TypeAlias = Sequence[Attribute | None]
"""The value of each operand of an operation; None for one that is not a constant."""
FoldResult: TypeAlias = Value | Attribute
"""The replacement of a result of an operation: another value, or a constant."""
Change: TypeAlias = Callable[[Rewriter], None]
"""Changes an operation in place."""
Folding: TypeAlias = Sequence[FoldResult] | Change | None
"""The result of folding an operation: one replacement each for its results, or a change in place; None without any."""
Folder: TypeAlias = Callable[[Operation, Constants], Folding]
"""Finds out what becomes of operations of one kind."""


@remembered
def folders_of_dialect(dialect: str) -> Mapping[str, Folder]:
    """Returns the folders of a dialect by the names of operations; the dialect names their module."""
    if (declared := REGISTRY.dialects.get(dialect)) is None or not declared.folders:
        return {}
    found: Mapping[str, Folder] = declared.part("folders").FOLDERS
    return found


@remembered
def folder_of(definition: OpDefinition) -> Folder | None:
    """Returns what folds operations with this definition; None if nothing does."""
    if not (folders := folders_of_dialect(definition.dialect)):
        return None
    folder = folders.get(definition.name)
    if "Commutative" in definition.traits:
        return partial(_commutative, folder)
    return folder


def _commutative(folder: Folder | None, op: Operation, constants: Constants) -> Folding:
    """Folds an operation of a kind whose operands may be swapped: if nothing else, constants come last.

    As in MLIR, which partitions the operands in place, constants that stay become the newest uses.
    """
    found = None if folder is None else folder(op, constants)
    if found is not None:
        return found
    order = sorted(range(len(constants)), key=lambda index: constants[index] is not None)
    operands = [op.operands[index] for index in order]
    if operands != op.operands:
        return lambda rewriter: rewriter.set_operands(op, operands)
    if constants and constants[-1] is not None:
        op.set_operands(operands, renewed_from=next(i for i, each in enumerate(constants) if each is not None))
    return None


# Folding: what MLIR makes of single operations, without any pattern.

Fold = Callable[[Operation, Rewriter], bool]
"""Folds an operation if it can be folded; returns whether it did."""


def fold_commutative(op: Operation, rewriter: Rewriter) -> bool:
    """Swaps the operands of a commutative operation, so that a constant comes last.

    As in MLIR, which partitions them in place, constants that stay become the newest uses.
    """
    first, second = [constant_value(operand) is not None for operand in op.operands]
    if second:
        op.set_operands(op.operands, renewed_from=0 if first else 1)
    if second or not first:
        return False
    swap_operands(op, rewriter)
    return True


def swap_operands(op: Operation, rewriter: Rewriter) -> None:
    rewriter.set_operands(op, op.operands[::-1])
    rewriter.tell("operands-swapped", "operands of {op} swapped: a constant comes last", op, op=op)


def fold_cast(op: Operation, rewriter: Rewriter) -> bool:
    """Replaces a cast by what it gives back."""
    if (values := cast_from(op)) is None:
        return False
    for result, value in zip(op.results, values, strict=True):
        rewriter.report(cast_folded, result, value)
    rewriter.replace(op, list(values))
    return True


def fold_constant_like(op: Operation, rewriter: Rewriter) -> bool:
    """Replaces a `chlo.constant_like` whose shape is known by a constant."""
    if not isinstance(type := op.operands[0].type, ShapedType) or not type.has_static_shape:
        return False
    if (signature := splat_constant(op.signature)) is None:
        return False
    constant = rewriter.create_with(InsertionPoint.before_op(op), signature, [], op.location)
    rewriter.report(constant_like_folded, op)
    rewriter.replace_renaming(op, constant.results)
    return True


@remembered
def splat_constant(signature: Signature) -> Signature | None:
    """Returns the signature of the `chlo.constant` for a `chlo.constant_like`; None if the value is not a number."""
    value = signature.properties["value"]
    (operand_type,), (result_type,) = signature.operand_types, signature.result_types
    if not isinstance(value, (BoolAttr, FloatAttr, IntegerAttr)) or not isinstance(operand_type, RankedTensorType):
        return None
    type = I1 if isinstance(value, BoolAttr) else value.type
    number = text_of(value).partition(" : ")[0]
    elements = DenseElementsAttr(number, RankedTensorType(operand_type.shape, type))
    return Signature.of(chlo.CONSTANT, (), (result_type,), DictionaryAttr((("value", elements),)))


def is_commutative(definition: OpDefinition) -> bool:
    """Whether the operands of operations with this definition may be swapped by folding."""
    return definition.dialect == "chlo" and "Commutative" in definition.traits


def fold_by_folder(op: Operation, rewriter: Rewriter) -> bool:
    """Folds an operation by the folder that its dialect has for it."""
    folder = folder_of(op.signature.definition)
    assert folder is not None
    folding = folder(op, [constant_value(operand) for operand in op.operands])
    if folding is None:
        return False
    if callable(folding):
        folding(rewriter)
        rewriter.report(changed_by_folding, op)
        return True
    if len(folding) != len(op.results) or not all(isinstance(one, (Value, Attribute)) for one in folding):
        expected = f"{len(op.results)} values or attributes"
        raise BrokenPackageError(f"the folder of '{op.name}' returned {folding!r}, not {expected}", op.location)
    if (values := materialized(op, folding, rewriter)) is None:
        return False
    for result, value in zip(op.results, values, strict=True):
        rewriter.report(folded, result, value)
    rewriter.replace(op, values)
    return True


def materialized(op: Operation, folding: Sequence[Value | Attribute], rewriter: Rewriter) -> list[Value] | None:
    """Returns the values that the results of `op` are, with new constants before `op`; None if one cannot be made."""
    definition = op.signature.definition
    values: list[Value] = []
    made: list[Operation] = []
    for result, one in zip(op.results, folding, strict=True):
        if isinstance(one, Attribute):
            if (signature := constant_signature(definition.dialect, one, result.type)) is None:
                for constant in made:
                    rewriter.erase(constant)
                return None
            constant = rewriter.create_with(InsertionPoint.before_op(op), signature, [], op.location)
            rewriter.renames(constant.result, result)
            made.append(constant)
            values.append(constant.result)
        else:
            values.append(one)
    return values


FOLDS: Mapping[OpDefinition, Fold] = {
    UNREALIZED_CONVERSION_CAST: fold_cast,
    chlo.CONSTANT_LIKE: fold_constant_like,
    **{definition: fold_commutative for definition in chlo.OPERATIONS if is_commutative(definition)},
}
"""How operations of the dialects that every run knows are folded, by what defines them."""


def fold_of(definition: OpDefinition) -> Fold | None:
    """Returns what folds operations with this definition; None if nothing does."""
    found = FOLDS.get(definition)
    return found if found is not None or folder_of(definition) is None else fold_by_folder


def folded(value: OpResult, source: Value) -> Explanation:
    """A result of an operation is replaced by what it is."""
    op, constant = value.owner, constant_value(source)
    if constant is not None and source not in op.operands:
        return explained("folded", "{value} is the constant {constant}", op, value=value, constant=constant)
    return explained("folded", "{value} replaced by {source}, which it is", op, value=value, source=source)


def changed_by_folding(op: Operation) -> Explanation:
    """Folding gives an operation other operands or attributes."""
    return explained("changed-by-folding", "{op} has a simpler form", op, op=op)


def constant_like_folded(op: Operation) -> Explanation:
    """A `chlo.constant_like` is replaced by a constant."""
    text = "{value} is a constant: its shape is known"
    return explained("constant-like-folded", text, op, value=op.results[0])


def cast_folded(value: OpResult, source: Value) -> Explanation:
    """A result of a cast is replaced by what was cast, or that of another operation by the operand that it is."""
    what = "cast" if "cast" in value.owner.name else "operation"
    text = f"{{value}} replaced by {{source}}: the {what} changes nothing"
    return explained("cast-folded", text, value.owner, value=value, source=source)


# What is folded while another dialect's operations are converted.


@cache
def is_foldable(definition: OpDefinition) -> bool:
    """Whether operations with this definition may be folded during a conversion that keeps their operands."""
    return definition is UNREALIZED_CONVERSION_CAST or is_commutative(definition) or folder_of(definition) is not None


def fold_unconverted(
    op: Operation, constant_of: Callable[[Value], Attribute | None], rewriter: Rewriter
) -> Sequence[Value] | None:
    """Folds an operation, which is foldable, during a conversion; returns the values that its results are, if any.

    What would be a constant is not folded: a conversion does not know whether it may make one.
    """
    definition = op.signature.definition
    if definition is UNREALIZED_CONVERSION_CAST:
        return cast_from(op)
    if (folder := folder_of(definition)) is None:
        first, second = map(constant_of, op.operands)
        if first is not None and second is None:
            swap_operands(op, rewriter)
        return None
    while callable(folding := folder(op, [constant_of(operand) for operand in op.operands])):
        folding(rewriter)
        rewriter.report(changed_by_folding, op)
    values = [one for one in folding or () if isinstance(one, Value)]
    return values if folding and len(values) == len(folding) else None


def fold(ops: Iterable[Operation], constant_of: Callable[[Value], Attribute | None], rewriter: Rewriter) -> None:
    """Folds `ops`, which are foldable, in the order of the text; each as the module was before any was folded."""
    found = [(op, sources) for op in ops if (sources := fold_unconverted(op, constant_of, rewriter)) is not None]
    replaced: dict[Value, Value] = {}
    for op, sources in found:
        for result, source in zip(op.results, sources, strict=True):
            while source in replaced:
                source = replaced[source]
            if source is not result:
                rewriter.report(cast_folded, result, source)
                rewriter.replace_uses(result, source)
                replaced[result] = source
    for op, _ in reversed(found):
        if not any(result.is_used for result in op.results):
            rewriter.erase(op)


def cast_from(op: Operation) -> list[Value] | None:
    """The values that a cast gives back: its operands, or those of a cast that it undoes; None if it does more."""
    types = op.signature.result_types
    if op.signature.operand_types == types:
        return op.operands
    first = op.operands[0] if op.operands else None
    if not isinstance(first, OpResult) or first.owner.signature.definition is not UNREALIZED_CONVERSION_CAST:
        return None
    undone = first.owner
    if list(undone.results) != op.operands or undone.signature.operand_types != types:
        return None
    return list(undone.operands)
