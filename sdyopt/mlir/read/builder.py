"""What parsing builds up: the blocks that are open, the values that have names, the aliases.

Names of values are kept in one table for the whole text; a region's names leave it when the region closes. A name
may be used before its definition: a `ForwardValue` stands in for it until then.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import DistinctAttr
from sdyopt.ir.locations import UNKNOWN
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.resources import Resources
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, Hinted, Note, ParseError, UnknownName, error
from sdyopt.mlir.formats.parse_context import ParseContext
from sdyopt.mlir.formats.state import EntryArgument, ValueUse
from sdyopt.mlir.patterns import pattern
from sdyopt.mlir.write.attributes import MAX_NESTING, text_of

if TYPE_CHECKING:
    from sdyopt.mlir.read.dictionaries import Dictionaries
    from sdyopt.mlir.read.fast.line_templates import LineTemplates


UNREGISTERED = (
    "created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the "
    "MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used"
)
"""How MLIR's messages end about attributes and types of unknown dialects."""


_NAMESPACE = pattern(r"[A-Za-z_][\w$]*", re.ASCII)


def check_namespace(name: str, offset: int) -> None:
    """Raises ParseError if no dialect can have this name."""
    if not _NAMESPACE.fullmatch(name):
        raise ParseError(f"invalid dialect namespace '\"{name}\"'", offset)


class ForwardValue(Value):
    """Stands for a value that is used at `offset` but not yet defined."""

    __slots__ = ("offset",)

    def __init__(self, type: Type, offset: int) -> None:
        self.type = type
        self._uses = ()
        self.offset = offset


class Builder(ParseContext):
    """What a parse has built: blocks, values, labels, aliases."""

    templates: LineTemplates | None
    dictionaries: Dictionaries | None

    def __init__(self, text: str, registry: Registry, allow_unregistered: bool) -> None:
        super().__init__(text, registry)
        self.allow_unregistered = allow_unregistered
        self.values: dict[str, Value] = {}
        self.definitions: dict[str, int] = {}
        self.forward: dict[str, ForwardValue] = {}
        self.may_use_hidden = False
        """Whether an operation may use a value that is not visible to it. Names that have been defined are visible,
        except those around an isolated operation, and in regions of several blocks."""
        self.top = Block()
        self.block = self.top
        self.open_blocks: list[tuple[Block, int, dict[str, Block]]] = []
        self.default_dialects = ["builtin"]
        self.labels: dict[str, Block] = {}
        self.undefined_labels: dict[Block, tuple[str, int]] = {}
        self.attribute_aliases: dict[str, Attribute] = {}
        self.type_aliases: dict[str, Type] = {}
        self.distinct_attributes: dict[int, DistinctAttr] = {}
        self.alias_uses: dict[str, int] = {}
        self.resources: Resources = {}

    def undefined_alias(self, sigil: str, name: str, known: Mapping[str, Attribute], hint: str = "") -> ParseError:
        """The error for an alias that is not defined before it is used."""
        aliases = UnknownName(name, lambda: known, lambda other: sigil + other)
        return self.missing(Hinted(f"undefined symbol alias id '{name}'", hint or aliases), self.next_token)

    # Operations and regions.

    def open_region(self) -> None:
        """A region's brace has opened; its entry block gets the arguments that the format has declared."""
        if len(self.open_blocks) == MAX_NESTING:
            raise ParseError(f"nesting is limited to {MAX_NESTING} levels", self.start)
        self.open_blocks.append((self.block, len(self.values), self.labels))
        self.default_dialects.append(self._default_dialect())
        self.labels = {}
        region = Region()
        self.block = region.add_block()
        arguments, self.entry_arguments = self.entry_arguments, []
        for argument in arguments:
            if argument.name in self.values or argument.name in self.forward:
                self._check_free(argument)
            self.define_argument(argument)

    def _check_free(self, argument: EntryArgument) -> None:
        """Raises ParseError if an argument that the operation's format declares has a name that is in use."""
        following = self.next_token
        if self.text.startswith("^", following):
            raise ParseError("invalid block name in region with named arguments", following)
        value = self.values.get(argument.name) or self.forward[argument.name]
        raise ParseError(
            f"region entry argument '{argument.name}' is already in use",
            argument.offset,
            [Note("previously referenced here", self.place_of(argument.name, value, argument.offset))],
        )

    def _default_dialect(self) -> str:
        """The dialect whose name operations in the region that now begins need not have before theirs.

        The operation that holds the region says it; one in generic form does not.
        """
        holder = self.operation
        return (holder.default_dialect or "") if isinstance(holder, OpDef) else self.default_dialects[-1]

    def define_argument(self, argument: EntryArgument) -> None:
        """Adds an argument to the current block."""
        location = argument.offset if argument.location is None else argument.location
        self.define(argument.name, self.block.add_argument(argument.type, location), argument.offset)

    def close_region(self) -> Region:
        """The region whose brace has closed. Its names are forgotten. With nothing in it it has no block."""
        region = self.block.parent
        assert region is not None
        self._check_labels()
        entry = region.blocks[0]
        if len(region.blocks) == 1 and entry.first is None and not entry.arguments and not self.labels:
            region.blocks.clear()
        self.block, known, self.labels = self.open_blocks.pop()
        self.default_dialects.pop()
        values = self.values
        while len(values) > known:
            values.popitem()
        return region

    def _check_labels(self) -> None:
        """Raises ParseError if the text names a block of this region that it does not have."""
        for block in self.labels.values():
            if block in self.undefined_labels:
                label, offset = self.undefined_labels[block]
                known = [other for other in self.labels if self.labels[other] not in self.undefined_labels]
                hint = UnknownName(label, known.copy, "^{}".format)
                raise ParseError(Hinted("reference to an undefined block", hint), offset)

    def open_block(self, label: str, offset: int) -> None:
        """A label has been read: what follows is in its block. The entry block may be labelled, if still empty."""
        region = self.block.parent
        assert region is not None
        is_entry = len(region.blocks) == 1 and self.block.first is None and not self.labels_defined(region)
        block = self.labels.get(label)
        if block is not None and block not in self.undefined_labels:
            raise ParseError(f"redefinition of block '^{label}'", offset)
        if is_entry:
            if block is not None:
                del self.undefined_labels[block]
            block = self.block
            if block.arguments:
                raise ParseError("invalid block name in region with named arguments", offset)
        elif block is None:
            block = region.add_block()
            self.may_use_hidden = True
        else:
            self.may_use_hidden = True
            del self.undefined_labels[block]
            block.parent = region
            region.blocks.append(block)
        self.labels[label] = block
        self.block = block

    def labels_defined(self, region: Region) -> bool:
        """Whether a block of the region that is being read has had a label."""
        return any(block not in self.undefined_labels for block in self.labels.values())

    def block_named(self, label: str, offset: int) -> Block:
        """The block a successor names; it may be defined later."""
        block = self.labels.get(label)
        if block is None:
            block = self.labels[label] = Block()
            self.undefined_labels[block] = (label, offset)
        return block

    # Values.

    def append_with_regions(self, op: Operation) -> None:
        """Puts an operation that has regions at the end of the block."""
        if self.values and "IsolatedFromAbove" in op.definition.traits:
            self.may_use_hidden = True
        self.block.append(op)

    def resolve(self, use: ValueUse, type: Type) -> Value:
        """The value a name stands for. Raises ParseError if the name was used or defined with another type."""
        name = use.name
        value = self.values.get(name)
        if value is None:
            value = self.forward.get(name)
            if value is None:
                value = self.forward[name] = ForwardValue(type, use.offset)
                self.may_use_hidden = True
                if "#" in name and name.partition("#")[0] in self.values:
                    raise ParseError(Hinted("reference to invalid result number", self._results_hint(name)), use.offset)
        if value.type is not type:
            raise ParseError(
                f"use of value '{name.partition('#')[0]}' expects different type than prior uses: "
                f"'{text_of(type)}' vs '{text_of(value.type)}'",
                use.offset,
                [Note("prior use here", self.place_of(name, value, use.offset))],
            )
        return value

    def _results_hint(self, name: str) -> str:
        """How many results the operation has of which `name` would be another."""
        base = name.partition("#")[0]
        value = self.values[base]
        count = len(value.owner.results) if isinstance(value, OpResult) and f"{base}#1" in self.values else 1
        return f"{base} has {count} results, up to {base}#{count - 1}" if count > 1 else f"{base} is but one value"

    def place_of(self, name: str, value: Value, end: int) -> Location | int:
        """Where, before `end`, a name was given to `value`, or first used. Only errors ask."""
        from sdyopt.mlir.read.definitions import offset_of_definition

        if isinstance(value, ForwardValue):
            return value.offset
        location = value.owner.location if isinstance(value, OpResult) else getattr(value, "location", UNKNOWN)
        if isinstance(value, BlockArgument) and isinstance(location, int):
            return location
        # The results of one operation may have the same name: the later is before the operation, too.
        end = min(location, end) if isinstance(location, int) else end
        offset = offset_of_definition(self.text, name, end)
        return location if offset is None else offset

    def define(self, name: str, value: Value, offset: int) -> None:
        """Gives a value its name. Raises ParseError if the name is taken, or was used with another type."""
        if name in self.values:
            raise ParseError(
                f"redefinition of SSA value '{name.partition('#')[0]}'",
                offset,
                [Note("previously defined here", self.place_of(name, self.values[name], offset))],
            )
        if self.forward:
            forward = self.forward.pop(name, None)
            if forward is not None:
                if forward.type is not value.type:
                    raise ParseError(
                        f"definition of SSA value '{name}{'' if '#' in name else '#0'}' "
                        f"has type '{text_of(value.type)}'",
                        offset,
                        [Note(f"previously used here with type '{text_of(forward.type)}'", forward.offset)],
                    )
                forward.replace_all_uses_with(value)
        self.values[name] = value

    def finish(self) -> None:
        """Raises CompilationError if a block or a name was used that nothing defines."""
        undefined = sorted(self.forward.items(), key=lambda item: item[1].offset)
        if undefined:
            raise CompilationError([self._undeclared(name, value.offset) for name, value in undefined])
        self._check_labels()

    def _undeclared(self, name: str, offset: int) -> Diagnostic:
        from sdyopt.mlir.read.suggestions import visible_values

        name = name[1:].partition("#")[0]
        values = UnknownName(name, lambda: visible_values(self.text, offset, self.forward), "%{}".format)
        return error(Hinted("use of undeclared SSA value name", values), offset)
