"""Lines that differ from a known one in the sizes of tensors, or the number of a constant, besides names.

The *family* of a line is what it has in common with them: its text up to the types at its end, the element types of
these, and which of their shapes are equal. It is learnt from a line whose format ends in types that become those of
operands and results as they are; in other lines of the family these are known by their positions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from itertools import accumulate
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Attribute, Location, Type
from sdyopt.ir.attributes import NO_ATTRIBUTES, DictionaryAttr, FunctionType, StringAttr, SymbolRefAttr, TypeAttr
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import Signature
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.formats.state import EntryArgument
from sdyopt.mlir.literals.attributes import dense_elements
from sdyopt.mlir.literals.numbers import LiteralError
from sdyopt.mlir.read.attributes import DICTIONARY
from sdyopt.mlir.read.tokens import Failed, TooDeep
from sdyopt.mlir.read.types import TensorTypes, tensors_of
from sdyopt.mlir.tokens import pattern
from sdyopt.mlir.write.attributes import MAX_NESTING

if TYPE_CHECKING:
    from sdyopt.mlir.read.operations import Operations


# What is known of a line of which only the names differ from one that was seen: all but the values it uses.

MARK = "\0"
"""The placeholder of a value's name in a skeleton."""


class RegionTemplate(NamedTuple):
    """A region of one block that uses nothing from outside: the types of its arguments, then for each operation its
    signature and which of the block's values, counted from the first argument on, are its operands.
    """

    argument_types: tuple[Type, ...]
    operations: tuple[tuple[Signature, tuple[int, ...]], ...]

    def make(self, location: Location | int) -> Region:
        """A new such region; everything in it has this location."""
        region = Region()
        block = region.add_block()
        values: list[Value] = [block.add_argument(type, location) for type in self.argument_types]
        for signature, operands in self.operations:
            op = Operation(signature, [values[index] for index in operands], location)
            values += op.results
            block.append(op)
        return region


def region_template_of(region: Region, location: Location | int) -> RegionTemplate | None:
    """How to make `region` again, if a line only implies it: all in it then has the location of its operation."""
    if len(region.blocks) != 1:
        return None
    block = region.block
    numbers: dict[Value, int] = {argument: number for number, argument in enumerate(block.arguments)}
    if any(argument.location != location for argument in block.arguments):
        return None
    operations = []
    for op in block.ops:
        if op.regions or op.successors or op.location != location or not numbers.keys() >= set(op.operands):
            return None
        operations.append((op.signature, tuple([numbers[operand] for operand in op.operands])))
        for result in op.results:
            numbers[result] = len(numbers)
    return RegionTemplate(tuple([argument.type for argument in block.arguments]), tuple(operations))


class LineTemplate(NamedTuple):
    """The common parts of lines with one skeleton. Slots count the names in a line from 0."""

    signature: Signature
    names: int
    """How many names the line has."""
    operands: tuple[int, ...]
    """The slots of the operands."""
    operand_types: tuple[Type, ...]
    result: int
    """The slot of the result's name; -1 if there is none."""
    pack: int
    """How many results that name stands for, if more than one: `%name:2`; else 0."""
    column: int
    """Where in the line the operation's name stands, counted from the end of the names before it."""
    location: Location | None
    """The location that the line gives by itself."""
    location_slot: int
    """The slot of the location's alias, or -1."""
    regions: tuple[RegionTemplate, ...]
    """How to make the regions that the line only implies."""

    def with_signature(self, signature: Signature) -> LineTemplate:
        """Returns the template of a line that is like this one, except for the signature of its operation."""
        return LineTemplate(signature, self.names, self.operands, signature.operand_types, *self[4:])


_SIZED = pattern(r"tensor<((?:[1-9]\d{0,17}x)+)(?=[a-z]\w*>)", re.ASCII)  # any word: scalar types take long to compile
"""Literal, sizes, literal, sizes, …, literal: a literal after sizes begins with the element type."""

_TYPES = pattern(r"(?:[(), \t\r]|->|tensor<(?:[1-9]\d{0,17}x)*[a-z]\w*>|loc\(\0\))*", re.ASCII)
"""The end of a line that is nothing but types."""

_SYMBOL = pattern(r"@([A-Za-z_][\w$.]*+)", re.ASCII)
"""A reference to a symbol whose name needs no quotes."""


_CONSTANT = pattern(
    r"([^<\"]*\bdense<)(-?\d+(?:\.\d*(?:[eE][-+]?\d+)?)?|0x[\dA-Fa-f]+|true|false)> : "
    r"tensor<((?:\d{1,18}x)*)([a-z]\w*)>([ \t\r]*(?:loc\(\0\))?)",
    re.ASCII,
)
"""A constant that is one number: the text before that, it, sizes and elements of its type, the text after these."""


_NUMBERS = pattern(r"(?<![\w.#@$%<\"-])(0|[1-9]\d{0,8})(?![\w.\"])", re.ASCII)
"""Literal, number, literal, number, …, literal: numbers that any integer of 32 bits may be, without a sign."""

_FIRST_PROBE = 100_003
"""Numbers from this one on are in a line that shows where in the properties its numbers go."""


_DICTIONARY = pattern(DICTIONARY)

_Place = tuple[str, bool]
"""The default dialect at a line, and whether the line has such a dictionary."""


class _Family(NamedTuple):
    """The types of a family. A type is the number of one at the end of the line, or after these of `others`."""

    like: LineTemplate
    """That of the line that was read."""
    tensors: tuple[TensorTypes, ...]
    """For each type at the end of the line, the tensors with the same elements."""
    others: tuple[Type, ...]
    operands: tuple[int, ...]
    results: tuple[int, ...]


_Make = Callable[[Sequence[int]], Any]
"""Returns a value with these numbers."""


class _Numbered(NamedTuple):
    """A family whose lines differ in numbers, too, which are in their properties."""

    family: _Family
    properties: _Make


def _maker(value: Any, probes: Sequence[int]) -> _Make | None:
    """Returns how to make a value again with numbers in place of the probes; None if none of these is in it."""
    if type(value) is int:
        return itemgetter(probes.index(value)) if value in probes else None
    is_attribute = isinstance(value, Attribute)
    if not is_attribute and type(value) is not tuple:
        return None
    kind = type(value)
    parts = [getattr(value, field) for field in kind.fields] if is_attribute else value
    makers = [_maker(part, probes) for part in parts]
    if not any(makers):
        return None
    if not is_attribute and len(parts) > 1 and all(type(part) is int for part in parts) and all(makers):
        return itemgetter(*map(probes.index, parts))

    def make(numbers: Sequence[int]) -> Any:
        made = [part if maker is None else maker(numbers) for part, maker in zip(parts, makers)]  # noqa: B905
        return kind(*made) if is_attribute else tuple(made)

    return make


class Sized(NamedTuple):
    """A text in parts: the sizes of types, and all else."""

    sizes: list[str]
    between: tuple[str, ...]
    """The text before, between and after these."""
    form: tuple[int, ...]
    """For each type the first that has the same shape."""

    def tensors(self) -> tuple[TensorTypes, ...] | None:
        """Returns for each type the tensors with the same elements; None if no tensor has them."""
        found = [tensors_of(literal.partition(">")[0]) for literal in self.between[1:]]
        return None if None in found else tuple(found)  # type: ignore[arg-type]


class Families:
    """The families of the lines of one text."""

    def __init__(self, parser: Operations) -> None:
        self.parser = parser
        self._known: dict[Hashable, _Family] = {}
        self._numbered: dict[Hashable, _Numbered | None] = {}
        """Families by the text between numbers; None if these are not in properties."""
        self._met: set[Hashable] = set()
        """The texts between numbers in one line that has been read."""
        self._attributes: dict[str, DictionaryAttr | None] = {}
        self._constants: dict[Hashable, LineTemplate] = {}
        """Those of constants that are one number, by what is before and after that and the type."""

    def learn(self, dialect: str, skeleton: str, template: LineTemplate, text: str, start: int) -> None:
        """Remembers the family of a line that has been read where this is the default dialect, if it has one."""
        signature = template.signature
        if not isinstance(definition := signature.definition, OpDef) or "//" in skeleton:
            return
        bare, attributes = self._without_attributes(skeleton, text, start)
        if attributes is not signature.attributes or any("." in name for name in definition.inherent_names):
            bare, attributes = skeleton, None
        skeleton, place = bare, (dialect, attributes is not None)
        if definition.is_constant:
            if (constant := _CONSTANT.fullmatch(skeleton)) is not None and [*signature.properties] == ["value"]:
                self._constants[place, constant[1], constant[5]] = template
            return
        if not _ends_in_types(definition, skeleton):
            return
        text, _, ending = skeleton.rpartition(" : ")
        line = sized(ending)
        if not (tensors := line.tensors()) or not _TYPES.fullmatch(ending):
            return
        types = [table[sizes] for table, sizes in zip(tensors, line.sizes, strict=True)]
        places = [_place(type, types) for type in (*signature.operand_types, *signature.result_types)]
        count = len(signature.operand_types)
        others = tuple(types[len(tensors) :])
        family = _Family(template, tensors, others, tuple(places[:count]), tuple(places[count:]))
        head: Hashable = text
        if (symbol := signature.symbol) is not None:
            head, name = _around_symbol(text)
            if not isinstance(symbol, SymbolRefAttr) or name != symbol.root:
                return
        elif len(numbers := _NUMBERS.split(text)) > 1 and not template.regions:
            key = place, tuple(numbers[::2]), line.between, line.form
            if key in self._met and key not in self._numbered:
                self._numbered[key] = self._with_numbers(family, [*map(int, numbers[1::2])], text, ending, dialect)
            self._met.add(key)
        self._known[place, head, line.between, line.form] = family

    def _with_numbers(
        self, family: _Family, numbers: list[int], head: str, ending: str, dialect: str
    ) -> _Numbered | None:
        """Returns the family of lines that differ in numbers; None if these are anywhere but in properties.

        A line with other numbers is read to find out where they go.
        """
        parser = self.parser
        probes = range(_FIRST_PROBE, _FIRST_PROBE + len(numbers))
        parts = _NUMBERS.split(head)
        parts[1::2] = map(str, probes)
        literals = f"{''.join(parts)} : {ending.partition('loc(')[0]}".split(MARK)
        text = literals[0] + "".join([f"%{index}{literal}" for index, literal in enumerate(literals[1:])])
        parsers: Any = type(parser)
        reader = parsers(text, parser.registry, parser.allow_unregistered, use_templates=False)
        reader.attribute_aliases, reader.type_aliases = parser.attribute_aliases, parser.type_aliases
        reader.default_dialects = [dialect]
        try:
            reader.reset(0)
            reader.parse_operation()
        except (Failed, TooDeep):
            return None
        read, signature = reader.block.last.signature, family.like.signature
        make = _maker(read.properties, probes)
        if make is None or read.attributes not in (NO_ATTRIBUTES, signature.attributes):
            return None
        return _Numbered(family, make) if make(numbers) is signature.properties else None

    def find(self, dialect: str, skeleton: str, text: str, start: int) -> LineTemplate | None:
        """Returns the template of a line in a known family. Its text begins at `start`."""
        if skeleton.endswith("{") or skeleton.lstrip(" ").startswith("}"):
            return None
        skeleton, attributes = self._without_attributes(skeleton, text, start)
        place = dialect, attributes is not None
        constant = _CONSTANT.fullmatch(skeleton) if self._constants and "dense<" in skeleton else None
        if constant is not None:
            known = self._constants.get((place, constant[1], constant[5]))
            tensors = tensors_of(constant[4])
            if known is None or tensors is None:
                return None
            return _with_value(known, constant[2], tensors[constant[3]], attributes)
        head, _, ending = skeleton.rpartition(" : ")
        line = sized(ending)
        symbol = ""
        if (family := self._known.get((place, head, line.between, line.form))) is None:
            around, symbol = _around_symbol(head)
            family = self._known.get((place, around, line.between, line.form)) if symbol else None
        properties: DictionaryAttr | None = None
        if family is None and not symbol and self._numbered:
            numbers = _NUMBERS.split(head)
            numbered = self._numbered.get((place, tuple(numbers[::2]), line.between, line.form))
            if numbered is not None:
                family, make = numbered
                try:
                    properties = make([*map(int, numbers[1::2])])
                except ValueError:
                    return None
        if family is None:
            return None
        like, tables, others, operands, results = family
        types = [table[sizes] for table, sizes in zip(tables, line.sizes)]  # noqa: B905 - of the same length
        types += others
        nameless = like.signature.nameless
        signature = Signature.of(
            nameless.definition,
            tuple([types[index] for index in operands]),
            tuple([types[index] for index in results]),
            nameless.properties if properties is None else properties,
            nameless.attributes if attributes is None else attributes,
        )
        if symbol:
            signature = signature.named(SymbolRefAttr((symbol,)))
        return like.with_signature(signature)

    def _without_attributes(self, skeleton: str, text: str, start: int) -> tuple[str, DictionaryAttr | None]:
        """Returns a line without what is in its dictionary of discardable attributes, and these; None if it has none.

        The names of these have the prefix of a dialect.
        """
        brace = skeleton.find("{")
        if brace < 0 or skeleton[brace - 1] != " " or skeleton.find("<", 0, brace) >= 0:
            return skeleton, None  # a dictionary inside brackets may be something else
        found = _DICTIONARY.match(skeleton, brace)
        dictionary = "" if found is None else found[0]
        if MARK in dictionary or not dictionary:
            return skeleton, None
        if dictionary not in self._attributes:
            entries = self.parser.dictionary_ahead(start + text.index(dictionary))
            is_discardable = entries and all("." in name for name in entries)
            self._attributes[dictionary] = DictionaryAttr.of(entries) if entries and is_discardable else None
        if (attributes := self._attributes[dictionary]) is None:
            return skeleton, None
        return f"{skeleton[:brace]}{{}}{skeleton[brace + len(dictionary) :]}", attributes


def _with_value(like: LineTemplate, literal: str, type: Any, attributes: DictionaryAttr | None) -> LineTemplate | None:
    """Returns the template of a constant with another number, type or attributes; None if that is wrong."""
    try:
        value = dense_elements(literal, type)
    except LiteralError:
        return None
    signature = like.signature
    properties = DictionaryAttr((("value", value),))
    attributes = signature.attributes if attributes is None else attributes
    return like.with_signature(Signature.of(signature.definition, (), (type,), properties, attributes))


def _ends_in_types(definition: OpDef, skeleton: str) -> bool:
    """Whether a line with such an operation ends in types that are taken over as they are."""
    if skeleton.lstrip(" \t\0:=0123456789").startswith('"'):
        return True
    own = definition.assembly_format
    return own is not None and definition.infer is None and own.ends_in_types


def sized(text: str) -> Sized:
    """Returns the parts of a text."""
    parts = _SIZED.split(text)
    sizes = parts[1::2]
    return Sized(sizes, tuple(parts[::2]), tuple(map(sizes.index, sizes)))


def _place(type: Type, types: list[Type]) -> int:
    """Returns the number of a type among others, to which it is added if it is not one of them."""
    if type not in types:
        types.append(type)
    return types.index(type)


def _around_symbol(head: str) -> tuple[tuple[str, ...], str]:
    """Returns the text before and after the only reference to a symbol, and its name; "" if that needs quotes."""
    parts = _SYMBOL.split(head) if head.count("@") == 1 else []
    return ((parts[0], parts[2]), parts[1]) if len(parts) == 3 else ((), "")


# Lines that open a function, and those that close it, are taken without parsing if one like them was seen before.

_UP_TO_NAME = pattern(r"([ \t]*+[A-Za-z_][\w$.]*+ (?:[a-z]++ )?@)([A-Za-z_][\w$.]*+)(?=\()", re.ASCII)
"""The beginning of a head: the operation, its visibility and its name."""

_LONGEST = 1 << 12
"""How many characters a head may have to be remembered."""

_SYMBOL_NAME = "sym_name"
"""The property that holds a function's name."""

_TYPE = "function_type"
"""The one that holds its type."""

_Key = tuple[str, str, tuple[str, ...], tuple[Hashable, ...]]
"""The default dialect, and the skeleton of the head: before the function's name, and after it in parts."""


class _Head(NamedTuple):
    """The properties of a head."""

    types: tuple[Type | None, ...]
    """Those of the arguments and results; None in place of those with sizes."""
    definition: OpDef
    column: int
    """Where in the line the operation's name stands."""


class _Line(NamedTuple):
    """A head without the names of arguments, in parts."""

    key: _Key
    symbol: str
    """The name of the function."""
    types: list[Type]
    """Those with sizes."""
    gaps: tuple[int, ...]
    """How many characters are before the function's name and each argument, from the one before it on."""


class Heads:
    """The heads that one parse has met, and the functions that are open."""

    def __init__(self, parser: Operations) -> None:
        self.parser = parser
        self._read: dict[Block, tuple[_Line, OpDef, int]] = {}
        """The heads of functions that are being parsed, by their entry blocks."""
        self._known: dict[_Key, tuple[_Head, Signature] | None] = {}
        """Heads, each with the signature of one function that has it; None while there is none."""
        self.open_functions: dict[Block, tuple[Signature, int]] = {}
        """Functions whose heads have been taken, and their places, by their entry blocks."""

    def learn(self, arguments: Sequence[EntryArgument], start: int, end: int, split: Any) -> None:
        """Remembers the head, from `start` to `end`, that has been parsed and whose region is open.

        `arguments` are those of the region; `split` takes a line apart into names and what is between.
        """
        parser = self.parser
        definition, text = parser.holder, parser.text
        if definition is None or "FunctionOpInterface" not in definition.traits:
            return
        line_start = text.rfind("\n", max(start - _LONGEST, 0), start) + 1
        is_one_line = text.startswith("\n", end) and text.find("\n", start, end) < 0
        if end - line_start > _LONGEST or not is_one_line or text[line_start:start].strip(" \t"):
            return
        parts = split(text[line_start:end])
        line = _line(parser.default_dialects[-2], MARK.join(parts[::2]))
        if line is None or line.key in self._known or parts[1::2] != [argument.name for argument in arguments]:
            return
        if parser.complaints or any(argument.location is not None for argument in arguments):
            return  # The next head may deserve a complaint, too.
        self._known[line.key] = None
        self._read[parser.block] = line, definition, start - line_start

    def learn_function(self, op: Operation, location: Location | None) -> None:
        """Remembers what has become of the function, if there is nothing after it on its last line."""
        entry = next(iter(op.regions[0].blocks), None)
        read = None if entry is None else self._read.pop(entry, None)
        parser = self.parser
        if read is None or location is not None or op.operands or op.results or len(op.regions) > 1:
            return
        line, definition, column = read
        type = op.properties[_TYPE].type  # type: ignore[attr-defined]
        types = _without(line.types, (*type.inputs, *type.results))
        if parser.text[parser.last_end - 1] == "}" and types is not None:
            self._known[line.key] = _Head(types, definition, column), op.signature

    def open(self, skeleton: str, names: list[str], line_start: int) -> bool:
        """Takes the head of that skeleton and with those names, which begins at `line_start`, if it is known."""
        parser = self.parser
        line = _line(parser.default_dialects[-1], skeleton)
        known = None if line is None else self._known.get(line.key)
        if line is None or known is None or len(parser.open_blocks) == MAX_NESTING:
            return False
        if len(set(names)) < len(names) or any(
            name in parser.values or name in parser.forward or "#" in name for name in names
        ):
            return False
        head, signature = known
        sized = iter(line.types)
        types = [next(sized) if type is None else type for type in head.types]
        starts = _starts(line_start, line.gaps, [line.symbol, *names])
        arguments = [
            EntryArgument(name, type, None, end - len(name))
            for name, type, end in zip(names, types, starts[2:])  # noqa: B905
        ]
        holder, parser.holder = parser.holder, head.definition
        parser.open_region(arguments)
        parser.holder = holder
        type = TypeAttr(FunctionType(tuple(types[: len(names)]), tuple(types[len(names) :])))
        properties = signature.properties.with_entry(_TYPE, type).with_entry(_SYMBOL_NAME, StringAttr(line.symbol))
        signature = signature.with_properties(properties)
        self.open_functions[parser.block] = signature, line_start + head.column
        return True

    def close(self) -> bool:
        """Ends the function that is open, whose closing brace has nothing after it; returns whether that is so."""
        parser = self.parser
        if self.open_functions.get(parser.block) is None or parser.block.first is None or parser.labels:
            return False
        signature, place = self.open_functions.pop(parser.block)
        parser.append_with_regions(Operation(signature, [], place, [parser.close_region()]))
        return True


def _line(dialect: str, skeleton: str) -> _Line | None:
    """Returns the parts of a head; None if it is not one."""
    if (found := _UP_TO_NAME.match(skeleton)) is None:
        return None
    before, behind = found[1], skeleton[found.end() :]
    parts = sized(behind)
    if (tensors := parts.tensors()) is None:
        return None
    types = [table[sizes] for table, sizes in zip(tensors, parts.sizes, strict=True)]
    gaps = (len(before), *[len(literal) for literal in behind.split(MARK)[:-1]])
    return _Line((dialect, before, parts.between, parts.form), found[2], types, gaps)


def _without(sized: list[Type], types: Sequence[Type]) -> tuple[Type | None, ...] | None:
    """Returns `types` without those in `sized`; None if these are not in it in this order."""
    left: list[Type | None] = []
    count = 0
    for type in types:
        is_next = count < len(sized) and type is sized[count]
        left.append(None if is_next else type)
        count += is_next
    return tuple(left) if count == len(sized) else None


def _starts(line_start: int, gaps: tuple[int, ...], names: list[str]) -> list[int]:
    """Returns where the line begins, and where each name in it ends."""
    lengths = [gap + len(name) for gap, name in zip(gaps, names, strict=True)]
    return [*accumulate(lengths, initial=line_start)]
