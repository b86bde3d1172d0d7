"""HLO text as a source of a program: where the program's operations are in it, and what their locations are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, reduce

from sdyopt.hlo.quoting import unquoted
from sdyopt.hlo.source_places import SourcePlaces
from sdyopt.hlo_import.blocks import definition
from sdyopt.hlo_import.computations import ModuleConverter
from sdyopt.hlo_import.header import module_attributes
from sdyopt.hlo_import.syntax import HloText, Instruction, read_text
from sdyopt.ir.attribute import Location
from sdyopt.ir.attributes import DictionaryAttr, StringAttr
from sdyopt.ir.locations import UNKNOWN, CallSiteLoc, FileLineColRange, FusedLoc, NameLoc
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Region
from sdyopt.mlir.diagnostics.source import Source
from sdyopt.mlir.read.reading import ParsedText

_FIELD = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|[^\s,}"]+)')


class HloSource(Source):
    """The HLO text of a module. Offsets of instructions become the locations that XLA gives them."""

    module: HloText | None = None
    """What has been read of it."""

    def location(self, offset: int) -> Location:
        """Returns the location of the instruction whose name is at an offset, or else an unknown one."""
        found = self._instructions.get(offset)
        return UNKNOWN if found is None else self._location_of(found)

    @cached_property
    def _instructions(self) -> dict[int, Instruction]:
        if self.module is None:
            return {}
        return {
            instruction.offset: instruction
            for computation in self.module.computations
            for instruction in computation.instructions
        }

    @cached_property
    def _places(self) -> SourcePlaces:
        assert self.module is not None
        names = ("FileNames", "FunctionNames", "FileLocations", "StackFrames")
        return SourcePlaces({name: self.module.tables.get(name, {}) for name in names})

    def _location_of(self, instruction: Instruction) -> Location:
        """Returns the name of the operation in JAX with the stack of calls, or the name of the instruction."""
        metadata = _metadata(instruction)
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
            for frame in self._places.frames(metadata)
        ]


def _metadata(instruction: Instruction) -> dict[str, str]:
    text, _ = instruction.attributes.get("metadata", ("", 0))
    return {name: unquoted(value) for name, value in _FIELD.findall(text)}


def read_hlo(source: HloSource) -> ParsedText:
    """Returns the program in HLO text. Raises CompilationError."""
    text = source.module = read_text(source.text)
    converter = ModuleConverter(text)
    region = Region()
    block = region.add_block()
    for function in converter.functions():
        block.append(function)
    module = Operation.create(
        definition("builtin.module"),
        properties=DictionaryAttr.of({"sym_name": StringAttr(text.name)}),
        attributes=module_attributes(text, converter),
        regions=[region],
        location=text.offset,
    )
    return ParsedText(module, {}, is_rewired=False)
