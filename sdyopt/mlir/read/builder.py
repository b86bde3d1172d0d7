"""The state of a parse: the blocks that are open, the values that have names, the aliases.

Names of values are kept in one table for the whole text; a region's names leave it when the region closes. A name
may be used before its definition: a `ForwardValue` stands in for it until then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import DistinctAttr, Resources
from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block, Region
from sdyopt.ir.value import OpResult, Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.declare.dialect import Registry
from sdyopt.mlir.diagnostics import Diagnostic, Hinted, Note, UnknownName, error
from sdyopt.mlir.formats.state import EntryArgument, ValueUse
from sdyopt.mlir.read.tokens import Failed, Tokens
from sdyopt.mlir.write.attributes import MAX_NESTING, text_of

if TYPE_CHECKING:
    from sdyopt.mlir.read.attributes import Dictionaries
    from sdyopt.mlir.read.line_templates import LineTemplates


class ForwardValue(Value):
    """Stands for a value that is used at `offset` but not yet defined."""

    __slots__ = ("offset",)

    def __init__(self, type: Type, offset: int) -> None:
        self.type = type
        self._uses = ()
        self.offset = offset


class Builder(Tokens):
    """The state of a parse: blocks, values, labels, aliases."""

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
        self.holder: OpDef | None = None
        """The operation whose own format is being read; None in an operation in generic form."""
        self.holder_start = 0
        self.open_blocks: list[tuple[Block, int, dict[str, Block]]] = []
        self.default_dialects = ["builtin"]
        self.labels: dict[str, Block] = {}
        self.undefined_labels: dict[Block, tuple[str, int]] = {}
        self.attribute_aliases: dict[str, Attribute] = {}
        self.type_aliases: dict[str, Type] = {}
        self.distinct_attributes: dict[int, DistinctAttr] = {}
        self.alias_uses: dict[str, int] = {}
        self.resources: Resources = {}
        self.external_resources: dict[str, dict[str, str]] = {}
        """The tokens of resources that other tools know, by group and key."""

    # Operations and regions.

    def open_region(self, arguments: Sequence[EntryArgument] = ()) -> None:
        """A region's brace has been read; its entry block gets the arguments that the format has declared."""
        if len(self.open_blocks) == MAX_NESTING:
            raise self.too_deep()
        self.open_blocks.append((self.block, len(self.values), self.labels))
        holder = self.holder
        self.default_dialects.append(self.default_dialects[-1] if holder is None else holder.default_dialect or "")
        self.labels = {}
        self.block = Region().add_block()
        if arguments and self.kind == "CARET":
            raise self.error_here("invalid block name in region with named arguments")
        for argument in arguments:
            if (value := self.values.get(argument.name) or self.forward.get(argument.name)) is not None:
                place = self.place_of(argument.name, value, argument.offset)
                message = f"region entry argument '{argument.name}' is already in use"
                raise self.error_at(message, argument.offset, [Note("previously referenced here", place)])
            self.define_argument(argument)

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
        """Reports the blocks of this region that the text names and does not have."""
        undefined = [self.undefined_labels[block] for block in self.labels.values() if block in self.undefined_labels]
        if undefined:
            known = [other for other in self.labels if self.labels[other] not in self.undefined_labels]
            for label, offset in sorted(undefined, key=lambda entry: entry[1]):
                hint = UnknownName(label, known.copy, "^{}".format)
                self.error_at(Hinted("reference to an undefined block", hint), offset)
            raise Failed

    def open_block(self, label: str, offset: int) -> None:
        """A label has been read: what follows is in its block. The entry block may be labelled, if still empty."""
        region = self.block.parent
        assert region is not None
        is_labelled = any(block not in self.undefined_labels for block in self.labels.values())
        is_entry = len(region.blocks) == 1 and self.block.first is None and not is_labelled
        if (block := self.labels.get(label)) is not None and block not in self.undefined_labels:
            raise self.error_at(f"redefinition of block '^{label}'", offset)
        if is_entry:
            if block is not None:
                del self.undefined_labels[block]
            block = self.block
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

    def block_named(self, label: str, offset: int) -> Block:
        """The block a successor names; it may be defined later."""
        if (block := self.labels.get(label)) is None:
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
        """The value a name stands for. It may be defined further down, of the same type."""
        name = use.name
        if (value := self.values.get(name)) is None and (value := self.forward.get(name)) is None:
            if "#" in name and name.partition("#")[0] in self.values:
                message = Hinted("reference to invalid result number", self._results_hint(name))
                raise self.error_at(message, use.offset)
            value = self.forward[name] = ForwardValue(type, use.offset)
            self.may_use_hidden = True
        if value.type is not type:
            raise self.error_at(
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
        return f"{base} has {count} results, up to {base}#{count - 1}" if count > 1 else f"{base} has a single result"

    def place_of(self, name: str, value: Value, end: int) -> Location | int:
        """Where, before `end`, a name was given to `value`, or first used. Only errors ask."""
        raise NotImplementedError

    def define(self, name: str, value: Value, offset: int) -> None:
        """Gives a value its name, which must be free and must not have been used with another type."""
        if name in self.values:
            note = Note("previously defined here", self.place_of(name, self.values[name], offset))
            raise self.error_at(f"redefinition of SSA value '{name.partition('#')[0]}'", offset, [note])
        if self.forward and (forward := self.forward.pop(name, None)) is not None:
            if forward.type is not value.type:
                note = Note(f"previously used here with type '{text_of(forward.type)}'", forward.offset)
                shown = name if "#" in name else f"{name}#0"
                message = f"definition of SSA value '{shown}' has type '{text_of(value.type)}'"
                raise self.error_at(message, offset, [note])
            forward.replace_all_uses_with(value)
        self.values[name] = value

    def finish(self) -> None:
        """Reports the blocks and names that are used and that nothing defines."""
        if undefined := sorted(self.forward.items(), key=lambda item: item[1].offset):
            self.complaints += [self._undeclared(name, value.offset) for name, value in undefined]
            raise Failed
        self._check_labels()

    def _undeclared(self, name: str, offset: int) -> Diagnostic:
        from sdyopt.mlir.read.suggestions import visible_values

        name = name[1:].partition("#")[0]
        values = UnknownName(name, lambda: visible_values(self.text, offset, self.forward), "%{}".format)
        return error(Hinted("use of undeclared SSA value name", values), offset)
