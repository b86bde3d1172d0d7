"""HLO text as a source of a program: where the program's operations are in it, and what their locations are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, reduce

from sdyopt.display.wording import counted
from sdyopt.hlo.attributes import Index, SourcePlaces, aliases, donors, entry_layout
from sdyopt.hlo.text import HloComputation, HloError, HloInstruction, HloText
from sdyopt.hlo_import.computations import ModuleConverter, frontend_attributes
from sdyopt.hlo_import.instructions import definition
from sdyopt.hlo_import.syntax import (
    ConvertedShape,
    converted,
    fail,
    has_default_layout,
    index_list,
    is_elided,
    layout_attribute,
)
from sdyopt.ir.attribute import Attribute, Location
from sdyopt.ir.attributes import FALSE, I32, ArrayAttr, DictionaryAttr, IntegerAttr, StringAttr, i64, i64_array
from sdyopt.ir.locations import UNKNOWN, CallSiteLoc, FileLineColRange, FusedLoc, NameLoc
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.layout.shape import ArrayShape, Shape, leaves
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, Source
from sdyopt.mlir.read.parser import ParsedText
from sdyopt.sharding.gspmd import FRONTEND_ATTRIBUTES

# The attributes of a module, from its first line.

_KNOWN = frozenset(
    {
        "alias_passthrough_params",
        "allow_spmd_sharding_propagation_to_output",
        "allow_spmd_sharding_propagation_to_parameters",
        "buffer_donor",
        "entry_computation_layout",
        "frontend_attributes",
        "input_output_alias",
        "is_scheduled",
        "num_partitions",
        "origin_recovery_table",
        "replica_count",
    }
)
"""The attributes that the first line may have."""

_MAX_DEVICES = 2**31 - 1


def module_attributes(text: HloText, converter: ModuleConverter) -> DictionaryAttr:
    """Returns the attributes of the module. Raises CompilationError."""
    for name, (_, place, _) in text.attributes.items():
        if name not in _KNOWN:
            fail(f"a module has no attribute '{name}'", place)
    found: dict[str, Attribute] = {
        "mhlo.cross_program_prefetches": ArrayAttr(()),
        "mhlo.input_output_alias": ArrayAttr(tuple(_aliases(text))),
        "mhlo.is_dynamic": FALSE,
        "mhlo.use_auto_spmd_partitioning": FALSE,
    }
    for name, attribute in (("num_partitions", "mhlo.num_partitions"), ("replica_count", "mhlo.num_replicas")):
        if (count := _device_count(text, name)) != 1:
            found[attribute] = IntegerAttr(count, I32)
    donors(text)  # They have no form here, but their text one of its own.
    if (frontend := text.attributes.get("frontend_attributes")) is not None:
        found[FRONTEND_ATTRIBUTES] = frontend_attributes(*frontend[:2])
    parameters, result = _entry_shapes(text, converter)
    found |= _layouts("parameter_layouts", "parameter_tiles", parameters)
    found |= _layouts("result_layout", "result_tiles", [result])
    return DictionaryAttr.of(found)


def _device_count(text: HloText, name: str) -> int:
    """Returns how many partitions or replicas the module is for, 1 if its first line does not say it."""
    given, place, _ = text.attributes.get(name, ("1", 0, 0))
    if not re.fullmatch(r"[0-9]{1,10}", given) or not 1 <= int(given) <= _MAX_DEVICES:
        fail(f"{name} is a number from 1 to {_MAX_DEVICES}, not {given}", place)
    return int(given)


def _aliases(text: HloText) -> list[Attribute]:
    """Returns which results share the memory of parameters."""
    found: list[Attribute] = []
    for each in aliases(text):
        entries: dict[str, Attribute] = {
            "kind": StringAttr("must_alias" if each.is_must else "may_alias"),
            "parameter_index": i64_array(each.parameter_index),
            "parameter_number": i64(each.parameter),
        }
        alias = {"alias": DictionaryAttr.of(entries), "output_index": i64_array(each.result_index)}
        found.append(DictionaryAttr.of(alias))
    return found


def _entry_shapes(text: HloText, converter: ModuleConverter) -> tuple[list[ConvertedShape], ConvertedShape]:
    """Returns the shapes of parameters and result, as the first line says, or as the instructions do."""
    own = converter.entry_shapes()
    if (given := entry_layout(text)) is None:
        return own
    _, place, _ = text.attributes["entry_computation_layout"]
    parameters = [converted(shape, place) for shape in given.parameters]
    result = converted(given.result, place)
    if [each.type for each in parameters] != [each.type for each in own[0]] or result.type != own[1].type:
        fail("the shapes are not those of the entry computation's parameters and of its result", place)
    return parameters, result


def _layouts(name: str, tiles_name: str, shapes: Sequence[ConvertedShape]) -> dict[str, Attribute]:
    """Returns the layouts of arrays; nothing if all are the default."""
    if all(has_default_layout(each.shape) for each in shapes):
        return {}
    leaves = [leaf.shape for each in shapes for leaf in each.leaves]
    tiles = [
        ArrayAttr(
            tuple([index_list(tuple(tile.sizes)) for tile in leaf.layout.tiles]) if isinstance(leaf, ArrayShape) else ()
        )
        for leaf in leaves
    ]
    return {
        f"mhlo.xla_entry_computation_{name}": ArrayAttr(tuple(map(layout_attribute, leaves))),
        f"mhlo.xla_entry_computation_{tiles_name}": ArrayAttr(tuple(tiles)),
    }


COMPILED = "this is HLO text that XLA has compiled: sdy-view --hlo FILE shows it"


class HloSource(Source):
    """The HLO text of a module. Offsets of instructions become the locations that XLA gives them."""

    module: HloText | None = None

    @property
    def is_compiled(self) -> bool:  # type: ignore[override]
        """Whether XLA has compiled the module: it has an order in which it runs."""
        return self.module is not None and self.module.is_scheduled

    @cached_property
    def own_names(self) -> Mapping[int, str]:  # type: ignore[override]
        """The names of instructions by their offsets."""
        return {offset: f"%{instruction.name}" for offset, (instruction, _) in self._instructions.items()}

    def location(self, offset: int) -> Location:
        """Returns the location of the instruction whose name is at an offset, or else an unknown one."""
        if (found := self._instructions.get(offset)) is None:
            return UNKNOWN
        instruction, computation = found
        while instruction.opcode == "get-tuple-element":  # It is where its operand is.
            (name,) = instruction.operands
            instruction = self._named(computation)[name]
        return self._location_of(instruction)

    def _named(self, computation: HloComputation) -> Mapping[str, HloInstruction]:
        if (found := self._names.get(computation.name)) is None:
            found = {instruction.name: instruction for instruction in computation.instructions}
            self._names[computation.name] = found
        return found

    @cached_property
    def _names(self) -> dict[str, Mapping[str, HloInstruction]]:
        """The instructions of computations by their names, of those that have been needed."""
        return {}

    @cached_property
    def _instructions(self) -> dict[int, tuple[HloInstruction, HloComputation]]:
        if self.module is None:
            return {}
        return {
            instruction.offset: (instruction, computation)
            for computation in self.module.computations.values()
            for instruction in computation.instructions
        }

    @cached_property
    def _places(self) -> SourcePlaces:
        assert self.module is not None
        return SourcePlaces(self.module.tables)

    @cached_property
    def donations(self) -> Mapping[int, int]:  # type: ignore[override]
        """The arguments whose memory results take, as the first line says; XLA's translation leaves some out."""
        text = self.module
        layout = None if text is None else entry_layout(text)
        if text is None or layout is None:
            return {}
        arguments = [_numbers(shape) for shape in layout.parameters]
        firsts = [sum(map(len, arguments[:number])) for number in range(len(arguments))]
        results = _numbers(layout.result)
        named = [(each.parameter, each.parameter_index, each.result_index) for each in aliases(text)]
        given = [*named, *[(parameter, index, None) for parameter, index in donors(text)]]
        return {
            firsts[parameter] + arguments[parameter][index]: -1 if result is None else results[result]
            for parameter, index, result in given
            if parameter < len(arguments) and index in arguments[parameter] and (result is None or result in results)
        }

    def _location_of(self, instruction: HloInstruction) -> Location:
        """Returns the name of the operation in JAX with the stack of calls, or the name of the instruction."""
        metadata = instruction.metadata
        if not (name := metadata.get("op_name", "")):
            return NameLoc(instruction.name)
        if frames := self._frames(metadata):
            return NameLoc(name, reduce(lambda caller, callee: CallSiteLoc(callee, caller), reversed(frames)))
        if "source_file" in metadata:
            line = metadata.get("source_line", "0")
            place = FileLineColRange(metadata["source_file"], int(line) if line.isdigit() else 0, 0)
            return FusedLoc((NameLoc(name), place))
        return NameLoc(name)

    def _frames(self, metadata: Mapping[str, str]) -> list[Location]:
        """Returns the stack of calls that metadata names, innermost first."""
        if "stack_frame_id" not in metadata:
            return []
        return [
            NameLoc(frame.function or "", FileLineColRange(frame.file or "", frame.line or 0, frame.column or 0))
            for frame in self._places.frames(metadata, with_repeated=True)
        ]


def _numbers(shape: Shape) -> dict[Index, int]:
    """Returns the numbers of the parts of a shape that are not tuples, by the ways to them."""
    return {index: number for number, (index, _) in enumerate(leaves(shape))}


def read_hlo(source: HloSource, complaints: list[Diagnostic] | None = None) -> ParsedText:
    """Returns the program in HLO text. Raises CompilationError.

    A warning about constants whose values are not in the text is added to `complaints`.
    """
    text = source.module = HloText(source.text)
    try:
        text.read()
        program = ParsedText(_module(text), {}, is_rewired=False)
        if complaints is not None:
            complaints += _elided(text)
        return program
    except HloError as error:
        diagnostic = Diagnostic("error", str(error), error.offset)
    except CompilationError as error:
        (diagnostic,) = error.diagnostics
    if source.is_compiled:
        diagnostic = diagnostic._replace(message=f"{diagnostic.message}; {COMPILED}")
    raise CompilationError([diagnostic])


def _module(text: HloText) -> Operation:
    converter = ModuleConverter(text)
    region = Region()
    block = region.add_block()
    functions = converter.functions()
    for op in (*converter.meshes(), *functions):
        block.append(op)
    return Operation.create(
        definition("builtin.module"),
        properties=DictionaryAttr((("sym_name", StringAttr(text.name)),)),
        attributes=module_attributes(text, converter),
        regions=[region],
        location=text.offset,
    )


def _elided(text: HloText) -> Iterator[Diagnostic]:
    """Yields a warning at the first constant whose values are not in the text."""
    found = [
        instruction.offset
        for computation in text.computations.values()
        for instruction in computation.instructions
        if instruction.opcode == "constant" and is_elided(instruction)
    ]
    if found:
        yield Diagnostic(
            "warning",
            f"{counted(len(found), 'constant')} with '...' in place of values: they are zeros here "
            "(XLA writes the values with --xla_dump_large_constants)",
            found[0],
        )
