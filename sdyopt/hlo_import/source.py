"""HLO text as a source of a program: where the program's operations are in it, and what their locations are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, reduce

from sdyopt.display.wording import counted
from sdyopt.hlo.source_places import SourcePlaces
from sdyopt.hlo_import.blocks import definition
from sdyopt.hlo_import.computations import ModuleConverter
from sdyopt.hlo_import.header import module_attributes
from sdyopt.hlo_import.literals import is_elided
from sdyopt.hlo_import.metadata import metadata_of
from sdyopt.hlo_import.syntax import HloComputation, HloInstruction, HloText, operand_names, read_text
from sdyopt.ir.attribute import Location
from sdyopt.ir.attributes import DictionaryAttr, StringAttr
from sdyopt.ir.locations import UNKNOWN, CallSiteLoc, FileLineColRange, FusedLoc, NameLoc
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.diagnostics.source import Source
from sdyopt.mlir.read.reading import ParsedText

COMPILED = "this is HLO text that XLA has compiled: sdy-view --hlo FILE shows it"
"""What is said of compiled programs where others are expected."""


class HloSource(Source):
    """The HLO text of a module. Offsets of instructions become the locations that XLA gives them."""

    module: HloText | None = None
    """What has been read of it."""

    @property
    def is_compiled(self) -> bool:
        """Whether XLA has compiled the module: it has an order in which it runs."""
        return self.module is not None and self.module.attributes.get("is_scheduled", ("", 0))[0] == "true"

    @cached_property
    def own_names(self) -> Mapping[int, str]:  # type: ignore[override]
        """The names of instructions by their offsets."""
        return {offset: f"%{instruction.name}" for offset, (instruction, _) in self._instructions.items()}

    def location(self, offset: int) -> Location:
        """Returns the location of the instruction whose name is at an offset, or else an unknown one."""
        found = self._instructions.get(offset)
        if found is None:
            return UNKNOWN
        instruction, computation = found
        while instruction.opcode == "get-tuple-element":  # It is where its operand is.
            ((name, _),) = operand_names(instruction)
            instruction = self._named(computation)[name]
        return self._location_of(instruction)

    def _named(self, computation: HloComputation) -> Mapping[str, HloInstruction]:
        found = self._names.get(computation.name)
        if found is None:
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
            for computation in self.module.computations
            for instruction in computation.instructions
        }

    @cached_property
    def _places(self) -> SourcePlaces:
        assert self.module is not None
        names = ("FileNames", "FunctionNames", "FileLocations", "StackFrames")
        return SourcePlaces({name: self.module.tables.get(name, {}) for name in names})

    def _location_of(self, instruction: HloInstruction) -> Location:
        """Returns the name of the operation in JAX with the stack of calls, or the name of the instruction."""
        metadata = metadata_of(instruction)
        name = metadata.get("op_name", "")
        if not name:
            return NameLoc(instruction.name)
        frames = self._frames(metadata)
        if frames:
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


def read_hlo(source: HloSource, complaints: list[Diagnostic] | None = None) -> ParsedText:
    """Returns the program in HLO text. Raises CompilationError.

    A warning about constants whose values are not in the text is added to `complaints`.
    """
    text = source.module = HloText()
    try:
        read_text(source.text, text)
        program = ParsedText(_module(text), {}, is_rewired=False)
        if complaints is not None:
            complaints += _elided(text)
        return program
    except CompilationError as error:
        if not source.is_compiled:
            raise
        (diagnostic,) = error.diagnostics
        raise CompilationError([diagnostic._replace(message=f"{diagnostic.message}; {COMPILED}")]) from None


def _module(text: HloText) -> Operation:
    converter = ModuleConverter(text)
    region = Region()
    block = region.add_block()
    for function in converter.functions():
        block.append(function)
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
        for computation in text.computations
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
