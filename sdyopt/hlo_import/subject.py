"""An instruction that is being converted: its operands as values, its attributes, and what it makes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NoReturn, Protocol

from sdyopt.hlo.quoting import unquoted
from sdyopt.hlo_import.blocks import BlockBuilder
from sdyopt.hlo_import.errors import fail
from sdyopt.hlo_import.syntax import HloComputation, HloInstruction
from sdyopt.hlo_import.types import ConvertedShape
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import I64, NO_ATTRIBUTES, DenseArrayAttr, DenseElementsAttr, DictionaryAttr, IntegerAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.ir.types import RankedTensorType, TupleType
from sdyopt.ir.value import Value
from sdyopt.layout.tokens import integer
from sdyopt.mlir.literals.attributes import dense_elements

_INTEGERS = re.compile(r"[{\[(]\s*(?:-?\d+\s*(?:,\s*-?\d+\s*)*)?[}\])]")
_INTEGER = re.compile(r"-?\d+")


class Computations(Protocol):
    """The computations of the module."""

    def named(self, name: str, place: int, user: HloInstruction) -> HloComputation:
        """Returns a computation that stands above an instruction. Raises CompilationError if there is none."""

    def region(self, computation: HloComputation, location: int) -> Region:
        """Returns a region with what a computation does; its block has the computation's parameters."""

    def closed_region(self, computation: HloComputation, values: Sequence[Value]) -> Region:
        """Returns a region whose block has no arguments, but uses `values` in place of the parameters."""

    def function_name(self, computation: HloComputation) -> str:
        """Returns the name of the function that a computation becomes."""


class Subject:
    """An instruction, `operands` as values, and the `shape` of its result. `attributes` are those of any operation."""

    __slots__ = ("attributes", "block", "computations", "instruction", "location", "operands", "shape")

    def __init__(
        self,
        instruction: HloInstruction,
        operands: list[Value],
        shape: ConvertedShape,
        attributes: DictionaryAttr,
        block: BlockBuilder,
        computations: Computations,
    ) -> None:
        self.instruction = instruction
        self.operands = operands
        self.shape = shape
        self.attributes = attributes
        self.block = block
        self.computations = computations
        self.location = instruction.offset

    @property
    def type(self) -> Type:
        """The type of the result."""
        return self.shape.type

    @property
    def types(self) -> list[Type]:
        """The types of the parts of the result that are not tuples."""
        return [self.shape.type] if not isinstance(self.shape.type, TupleType) else flat_types(self.shape.type)

    # What it makes.

    def create(
        self,
        name: str,
        properties: Mapping[str, Attribute] | None = None,
        regions: Sequence[Region] = (),
        operands: Sequence[Value] | None = None,
        types: Sequence[Type] | None = None,
        attributes: DictionaryAttr | None = None,
    ) -> Operation:
        """Appends an operation: by default with the operands, the type of the result and the attributes of this."""
        return self.block.create(
            name,
            self.operands if operands is None else operands,
            [self.shape.type] if types is None else types,
            NO_ATTRIBUTES if properties is None else DictionaryAttr.of(dict(properties)),
            self.attributes if attributes is None else attributes,
            self.location,
            regions,
        )

    def tupled(self, op: Operation) -> Value:
        """Returns the results of an operation, as a tuple if this is of one."""
        return self.block.tupled(op.results, self.shape.type, self.location)

    # Attributes.

    def text(self, name: str, default: str | None = None) -> str | None:
        """Returns the text of an attribute."""
        found = self.instruction.attributes.get(name)
        return default if found is None else found[0]

    def string(self, name: str, default: str = "") -> str:
        """Returns a string without its quotes and escapes."""
        return unquoted(self.text(name, default) or "")

    def integers(self, name: str) -> tuple[int, ...]:
        """Returns the integers in an attribute `{0,1}`; none if it is missing. Raises CompilationError."""
        text = self.text(name)
        if text is None:
            return ()
        if not _INTEGERS.fullmatch(text):
            self.fail_at(name, f"expected a list of integers, as {{0,1}}, found '{text[:40]}'")
        return tuple([self._checked(name, number) for number in _INTEGER.findall(text)])

    def integer(self, name: str, default: int = 0) -> int:
        """Returns an integer. Raises CompilationError."""
        text = self.text(name)
        if text is None:
            return default
        if not _INTEGER.fullmatch(text):
            self.fail_at(name, f"expected an integer, found '{text[:40]}'")
        return self._checked(name, text)

    def only_integer(self, name: str) -> int:
        """Returns the integer in an attribute `{0}`. Raises CompilationError."""
        found = self.integers(name)
        if len(found) != 1:
            self.fail_at(name, f"expected one integer, found {len(found)}")
        return found[0]

    def flag(self, name: str) -> bool:
        """Returns whether an attribute is true; it is not if it is missing. Raises CompilationError."""
        text = self.text(name, "false")
        if text not in ("true", "false"):
            self.fail_at(name, f"expected 'true' or 'false', found '{str(text)[:40]}'")
        return text == "true"

    def word(self, name: str, words: Mapping[str, str], default: str | None = None) -> str:
        """Returns what an attribute, one of `words`, is called in StableHLO. Raises CompilationError."""
        text = self.text(name, default)
        found = None if text is None else words.get(text)
        if found is None:
            self.fail_at(name, f"expected one of {', '.join(words)}, found '{str(text)[:40]}'")
        return found

    def computation(self, name: str) -> HloComputation:
        """Returns the computation that an attribute names. Raises CompilationError."""
        text, place = self.instruction.attributes[name]
        return self.computations.named(text.removeprefix("%"), place, self.instruction)

    def region(self, name: str) -> Region:
        """Returns a region with what the computation of an attribute does. Raises CompilationError."""
        return self.computations.region(self.computation(name), self.location)

    def _checked(self, name: str, text: str) -> int:
        found = integer(text)
        if found is None:
            self.fail_at(name, f"{text[:40]} does not fit into 64 bits")
        return found

    # Errors.

    def fail_at(self, name: str, message: str) -> NoReturn:
        """Raises CompilationError at an attribute."""
        found = self.instruction.attributes.get(name)
        fail(f"attribute '{name}': {message}", self.instruction.opcode_offset if found is None else found[1])

    def refuse(self, why: str) -> NoReturn:
        """Raises CompilationError for what has no form in StableHLO."""
        fail(f"'{self.instruction.opcode}' cannot be converted: {why}", self.instruction.opcode_offset)

    def rank(self, operand: int = 0) -> int:
        """Returns the rank of an operand. Raises CompilationError if it is not an array."""
        type = self.operands[operand].type
        if not isinstance(type, RankedTensorType):
            fail(f"'{self.instruction.opcode}' expects an array as operand {operand}", self.instruction.opcode_offset)
        return len(type.shape)


def flat_types(type: Type) -> list[Type]:
    """Returns the types in a tuple that are not tuples, from left to right."""
    if not isinstance(type, TupleType):
        return [type]
    return [leaf for element in type.types for leaf in flat_types(element)]


@lru_cache(maxsize=4096)
def i64_array(numbers: tuple[int, ...]) -> DenseArrayAttr:
    """Returns `array<i64: 1, 2>`."""
    return DenseArrayAttr(I64, numbers)


@lru_cache(maxsize=4096)
def i64_attribute(number: int) -> IntegerAttr:
    """Returns `1 : i64`."""
    return IntegerAttr(number, I64)


@lru_cache(maxsize=1024)
def i64_table(rows: tuple[tuple[int, ...], ...], width: int = 0) -> DenseElementsAttr:
    """Returns `dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>`; the rows are of one length, `width` if there are none."""
    shape = (len(rows), len(rows[0]) if rows else width)
    lists = [f"[{', '.join(map(str, row))}]" for row in rows]
    return dense_elements(f"[{', '.join(lists)}]" if shape[0] and shape[1] else "", RankedTensorType(shape, I64))
