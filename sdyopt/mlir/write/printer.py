"""The printer: operations in their own formats, or all in generic form.

An operation without regions prints from a plan that depends on its signature alone and is made once for all
operations that share it: a format string into which the values' names go. Nothing recurses: an operation that holds
regions is a generator that gives, in turn, the generators of what is inside.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from typing import TYPE_CHECKING, Any

from sdyopt.ir.attribute import Location, show_with
from sdyopt.ir.attributes import NO_ATTRIBUTES, DenseElementsAttr, DictionaryAttr, Resources, StringAttr, SymbolRefAttr
from sdyopt.ir.operation import Descent, Operation, descend
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Block, Region
from sdyopt.ir.signature import OpDefinition, Signature
from sdyopt.ir.value import Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.diagnostics import MARK, Source, has_marks
from sdyopt.mlir.formats.elements import functional_type
from sdyopt.mlir.formats.format import Format, Spaced, write_parts
from sdyopt.mlir.formats.state import (
    OPERAND,
    ArgumentLocationMark,
    ArgumentMark,
    Mark,
    NewlineMark,
    Quiet,
    RegionMark,
    SuccessorsMark,
    Writer,
)
from sdyopt.mlir.releases import since
from sdyopt.mlir.write.aliases import Aliases, AliasPlace, Mention, Visit
from sdyopt.mlir.write.attributes import OTHER_TEXTS, string_token, symbol_token, text_of
from sdyopt.mlir.write.builtin import PLAIN, PrintOptions
from sdyopt.mlir.write.names import Names

if TYPE_CHECKING:
    from sdyopt.mlir.write.names import Users


Plan = tuple[str, tuple[int, ...] | None, str | None]
"""A format string for the part after `=`; the operands whose names go into it (None: all in order); what an operation
in generic form mentions, if that has aliases."""


# Format strings of operations that differ in one symbol name: all but that name is the same for all of them.

_STAND_IN = "__symbol__"


class AroundSymbol(NamedTuple):
    """The parts of a format string before the symbol name, and after it."""

    before: str
    behind: str


def symbol_of(signature: Signature) -> str:
    """Returns the symbol name in a signature as it stands in a format string; "" if there is none."""
    if (name := signature.symbol) is None:
        return ""
    token = symbol_token(name.value if isinstance(name, StringAttr) else name.root)
    return token.replace("%", "%%") if "%" in token else token


def with_stand_in(op: Operation) -> Operation:
    """Returns an operation like `op`, for printing only, with a stand-in for the symbol name; `op` if it has none."""
    signature = op.signature
    if signature.symbol is None:
        return op
    name = StringAttr(_STAND_IN) if isinstance(signature.symbol, StringAttr) else SymbolRefAttr((_STAND_IN,))
    like = Operation(signature.nameless.named(name), [])
    like.operands, like.results, like.regions = op.operands, op.results, op.regions  # for printing only: no new uses
    return like


def around_stand_in(text: str) -> AroundSymbol | None:
    """Returns the parts of a format string; None if the stand-in is not in it once."""
    parts = text.split(f"@{_STAND_IN}")
    return AroundSymbol(*parts) if len(parts) == 2 else None


class _LineHead(NamedTuple):
    """The beginning of an operation in its own format, up to the first part that depends on types."""

    text: str
    operands: list[int]
    """Those whose names go into it."""
    order: tuple[int, ...] | None
    """The same as a plan has it, if there are no others."""
    rest: tuple[Spaced, ...]


def _template(writer: Writer) -> str:
    """Returns what has been written as a format string."""
    text = "".join(writer.parts)  # type: ignore[arg-type]
    return text.replace("%", "%%").replace(OPERAND, "%s") if "%" in text or writer.order else text


def _order(writer: Writer, op: Operation) -> tuple[int, ...] | None:
    """Returns which operands have been written; None if that is all in order."""
    return None if writer.order == [*range(len(op.operands))] else tuple(writer.order)


def _shown_name(definition: OpDefinition, default_dialect: str) -> str:
    """Returns the name of an operation, without its dialect where that is the default."""
    rest = definition.name[len(default_dialect) + 1 :]
    return rest if definition.dialect == default_dialect and "." not in rest else definition.name


INDENT = "  "


def print_operation(
    op: Operation,
    source: Source | None = None,
    options: PrintOptions = PLAIN,
    resources: Resources | None = None,
    rename: Callable[[Names], None] | None = None,
) -> str:
    """The text of `op`, with a newline at its end, and a trailer with those of the `resources` that it names.

    `source` is the text it was parsed from, for locations. What is inside another operation is printed as in a local
    scope; its values have the names that they have in the outermost operation or, if the options ask for a local
    scope, in the innermost around it that knows no values from outside. `rename` may change their names.
    """
    scope = named_from(op, options.local_scope)
    if op.parent is not None:
        options = options._replace(local_scope=True)
    printer = Printer(op, source, options, scope, rename)
    if not options.changes_elements:
        return printer.text(resources or {})
    from sdyopt.mlir.write.builtin import elements_shown

    with elements_shown(options):
        return printer.text(resources or {})


def named_from(op: Operation, is_local: bool = False) -> Operation:
    """The operation in which the values inside `op` are named."""
    while op.parent_op is not None and not (is_local and op.regions and "IsolatedFromAbove" in op.definition.traits):
        op = op.parent_op
    return op


class Printer:
    """Prints `root`, with its values named from `scope` on, which is `root` or holds it."""

    def __init__(
        self,
        root: Operation,
        source: Source | None,
        options: PrintOptions,
        scope: Operation,
        rename: Callable[[Names], None] | None = None,
    ) -> None:
        self.root = root
        self.source = source
        self.options = options
        self.generic = options.generic
        self.debug_info = options.debug_info
        has_own_text = options.generic or options.value_users or options.debug_info or options.names_from_locations
        named = Names(scope, options, shares_names=not has_own_text and rename is None)
        if rename is not None:
            rename(named)
        # A part of a program may use values from outside of `scope`, and those of a failed conversion.
        self.names = NamesInside(named.values) if root.operands or root.parent is not None else named.values
        self.result_groups = named.results
        self.labels = named.blocks
        self.copies = named.copies
        self._written: dict[tuple[Region, RegionMark, str, str], list[Any]] = {}
        """The texts of regions that have copies."""
        self._before_value: dict[Hashable, str] = {}
        """The text of constants before their value, by what they are besides that."""
        self._shared: dict[Any, tuple[AroundSymbol | None, Plan]] = {}
        """The plans that operations share which differ in one symbol name; see `_plan_around_symbol`."""
        self._are_alike: dict[Any, bool] = {}
        """Whether those of a kind share them."""
        self._heads: dict[Hashable, _LineHead] = {}
        """The beginnings of operations that differ in types alone."""
        self._implied: dict[Any, Plan | None] = {}
        """The plans of operations that imply a region, by their signature and what is in that."""
        self.out: list[Any] = []
        self.plans: dict[str, dict[Signature, Plan]] = {}
        self.users: Users | None = None
        if options.value_users:
            from sdyopt.mlir.write.names import Users

            self.users = Users(named)

    def text(self, resources: Resources) -> str:
        """Prints `root`."""
        self._print()
        if not (self.debug_info or has_marks()):
            return "".join(self.out)
        if self.options.local_scope:
            from sdyopt.mlir.write.aliases import LocalScope

            return LocalScope(self.source).resolve(self.out)
        return Aliases(self.source, resources).resolve(self.out)

    def marked_text(self) -> str:
        """Prints `root` without aliases."""
        self._print()
        return "".join([part for part in self.out if isinstance(part, str)])

    def _print(self) -> None:
        descend(self.descent())
        self.out.append("\n")

    def descent(self) -> Descent:
        """Returns what writes `root`."""
        return self._in_parts(self.root, "", "builtin")

    # Operations.

    def operations_of(self, block: Block, indent: str, default_dialect: str, with_terminator: bool) -> Descent:
        """The operations of a block, a line each."""
        out, names, debug_info, copies = self.out, self.names, self.debug_info, self.copies
        with_ends = debug_info or self.users is not None
        plans = self.plans.setdefault(default_dialect, {})
        op = block.first
        while op is not None:
            if op.next is None and not with_terminator and "IsTerminator" in op.definition.traits:
                return
            plan: Plan | None
            if op.regions or op.successors:
                plan = self._plan_of_copy(op, indent, default_dialect) if copies else None
                if plan is None and not with_ends:
                    plan = self._plan_without_regions(op, default_dialect)
                if plan is None:
                    out.append(indent)
                    yield self._in_parts(op, indent, default_dialect)
                    out.append("\n")
                    op = op.next
                    continue
            else:
                if debug_info:
                    out.append(Visit(op.location, True))
                signature = op.signature
                if (plan := plans.get(signature)) is None:
                    plan = plans[signature] = self._plan(op, default_dialect)
            template, order, mentioned = plan
            operands = op.operands
            if order is not None:
                operands = [operands[index] for index in order]
            if len(operands) == 1:
                text = template % names[operands[0]]
            else:
                text = template % tuple([names[operand] for operand in operands])
            if len(results := op.results) == 1:
                out.append(f"{indent}{names[results[0]]} = {text}\n")
            elif results:
                out.append(f"{indent}{self.result_groups[op]} = {text}\n")
            else:
                out.append(f"{indent}{text}\n")
            if mentioned is not None or with_ends:
                self._finish_line(op, mentioned)
            op = op.next

    def _finish_line(self, op: Operation, mentioned: str | None) -> None:
        """Appends the trailing location to the line just written.

        That of an operation in generic form mentions something else than it says.
        """
        line = self.out.pop()[:-1]
        self.out += [line] if mentioned is None else [Mention(mentioned), Quiet(line)]
        self._end(op)
        self.out.append("\n")

    def _end(self, op: Operation) -> None:
        """The location of an operation and what uses it, where these are printed."""
        if self.debug_info:
            self.out.append(AliasPlace(op.location, True))
        if self.users is not None:
            self.out.append(self.users.of_operation(op))

    def _plan(self, op: Operation, default_dialect: str) -> Plan:
        """How operations like `op` print."""
        signature = op.signature
        if self.generic or has_marks():
            plan = self._own_plan(op, default_dialect)
        elif signature.symbol is not None:
            nameless = signature.nameless
            kind = nameless.definition, nameless.properties, nameless.attributes, default_dialect
            key = nameless, default_dialect
            plan = self._plan_around_symbol(op, key, kind, lambda like: self._own_plan(like, default_dialect))
        elif isinstance(signature.definition, OpDef) and signature.definition.is_constant:
            plan = self._plan_of_constant(op, default_dialect)
        else:
            plan = self._own_plan(op, default_dialect)
        assert plan is not None
        return plan

    def _plan_of_constant(self, op: Operation, default_dialect: str) -> Plan | None:
        """How a constant prints, whose text ends in its value: what comes before that is the same for all like it."""
        signature = op.signature
        value = signature.properties["value"]
        if not isinstance(value, DenseElementsAttr) or value.type is not signature.result_types[0]:
            return self._own_plan(op, default_dialect)
        text = (not OTHER_TEXTS and value.printed) or text_of(value)
        if "%" in text or len(signature.properties) > 1:
            return self._own_plan(op, default_dialect)
        key = signature.definition, signature.attributes, default_dialect
        if (before := self._before_value.get(key)) is None:
            plan = self._own_plan(op, default_dialect)
            if plan is not None:
                self._before_value[key] = plan[0].removesuffix(text)
            return plan
        return before + text, None, None

    def _plan_around_symbol(
        self, op: Operation, key: Any, kind: Any, make: Callable[[Operation], Plan | None]
    ) -> Plan | None:
        """Returns what `make` gives for `op`, which is the same for all with the same key, apart from symbol names.

        Whether it is the same is the same for all of a kind.
        """
        symbol = symbol_of(op.signature)
        if (known := self._shared.get(key)) is None:
            if (plan := make(with_stand_in(op))) is None:
                return None
            around = around_stand_in(plan[0]) if symbol else AroundSymbol(plan[0], "")
            if kind not in self._are_alike and symbol and around is not None:
                self._are_alike[kind] = make(op) == (symbol.join(around), *plan[1:])
            known = self._shared[key] = (around if self._are_alike.get(kind, not symbol) else None), plan
        around, plan = known
        return make(op) if around is None else (symbol.join(around), plan[1], plan[2])

    def _plan_of_copy(self, op: Operation, indent: str, default_dialect: str) -> Plan | None:
        """How an operation prints whose region is a copy of one that has been written; None if it is not."""
        region = self.copies.get(op.regions[0]) if len(op.regions) == 1 and not op.successors else None
        if region is None or has_marks() or self.options.skip_regions:
            return None
        key = op.signature.nameless, default_dialect, region, indent
        return self._plan_around_symbol(
            op, key, key, lambda like: self._own_plan_of_copy(like, region, indent, default_dialect)
        )

    def _plan_without_regions(self, op: Operation, default_dialect: str) -> Plan | None:
        """How an operation prints whose region its text implies; None if it is not one."""
        if (own := self._own_format(op.definition)) is None or not own.ends_in_types or has_marks():
            return None
        if (implied := implied_region(op)) is None:
            return None
        key = op.signature, default_dialect, implied
        if key not in self._implied:
            self._implied[key] = self._own_plan(op, default_dialect)
        return self._implied[key]

    def _own_plan_of_copy(self, op: Operation, region: Region, indent: str, default_dialect: str) -> Plan | None:
        """The same, made without a plan of a similar operation; `region` is that in which values are named."""
        writer = Writer()
        self._write(op, writer, default_dialect)
        inner_dialect = getattr(op.definition, "default_dialect", None) or ""
        texts: list[str] = []
        for part in writer.parts:
            if isinstance(part, str):
                texts.append(part)
            elif isinstance(part, ArgumentMark):
                texts.append(self.names[region.blocks[0].arguments[part.argument]])
            elif isinstance(part, RegionMark):
                if (written := self._written.get((region, part, indent, inner_dialect))) is None:
                    return None
                texts += written
            elif not isinstance(part, ArgumentLocationMark):
                return None
        template = "".join(texts).replace("%", "%%").replace(OPERAND, "%s")
        return template, tuple(writer.order), None

    def _own_plan(self, op: Operation, default_dialect: str) -> Plan | None:
        """How operations with the signature of `op` print; None if they have regions in print."""
        if not (op.regions or op.successors or has_marks()):
            return self._plan_after_head(op, default_dialect)
        writer = Writer()
        self._write(op, writer, default_dialect)
        if op.regions and not all(isinstance(part, str) for part in writer.parts):
            return None
        template = _template(writer)
        mentioned = _mentioned(op) if MARK in template and self._own_format(op.definition) is None else None
        return template, _order(writer, op), mentioned

    def _plan_after_head(self, op: Operation, default_dialect: str) -> Plan:
        """The same for an operation without regions, whose text mentions no aliases."""
        signature = op.signature
        definition = signature.definition
        count = len(op.operands)
        key = definition, signature.properties, signature.attributes, count, len(op.results), default_dialect
        if (head := self._heads.get(key)) is None:
            writer = Writer()
            if (own := self._own_format(definition)) is None:
                self._write_generic(op, writer)
                return _template(writer), _order(writer, op), None
            writer.text(_shown_name(definition, default_dialect))
            rest = own.write_head(op, writer)
            head = self._heads[key] = _LineHead(_template(writer), writer.order, _order(writer, op), rest)
        writer = Writer()
        write_parts(head.rest, op, writer)
        text = head.text + _template(writer)
        if not writer.order:
            return text, head.order, None
        writer.order[:0] = head.operands
        return text, _order(writer, op), None

    def _write(self, op: Operation, writer: Writer, default_dialect: str) -> None:
        """Writes `op` from its name on."""
        if (own := self._own_format(op.signature.definition)) is None:
            self._write_generic(op, writer)
            return
        writer.text(_shown_name(op.signature.definition, default_dialect))
        own.write(op, writer)

    def _own_format(self, definition: OpDefinition) -> Format | None:
        """The format in which operations of this kind print; None for the generic form."""
        return None if self.generic or not isinstance(definition, OpDef) else definition.assembly_format

    def _write_generic(self, op: Operation, writer: Writer) -> None:
        writer.text(f"{string_token(op.name)}(")
        writer.operands(0, len(op.operands))
        writer.text(")")
        if op.successors:
            writer.text("[")
            writer.successors(0, len(op.successors))
            writer.text("]")
        definition = op.definition
        properties = definition.shown_properties(op.properties) if isinstance(definition, OpDef) else op.properties
        if properties is not NO_ATTRIBUTES:
            writer.text(f" <{text_of(properties)}>")
        if op.regions:
            writer.text(" (")
            for index in range(len(op.regions)):
                if index:
                    writer.text(", ")
                writer.region(index, with_empty_label=True)
            writer.text(")")
        if op.attributes.entries:
            writer.text(f" {text_of(op.attributes)}")
        writer.text(f" : {functional_type(op)}")

    def _in_parts(self, op: Operation, indent: str, default_dialect: str) -> Descent:
        """One operation, for which there is no plan, without the indentation before and the newline after it."""
        out, names = self.out, self.names
        if self.debug_info:
            out.append(Visit(op.location, True))
        if len(op.results) == 1:
            out.append(f"{names[op.results[0]]} = ")
        elif op.results:
            out.append(f"{self.result_groups[op]} = ")
        writer = Writer()
        self._write(op, writer, default_dialect)
        inner_dialect = getattr(op.definition, "default_dialect", None) or ""
        is_generic = self._own_format(op.definition) is None
        order = iter(writer.order)
        for part in writer.parts:
            if isinstance(part, str):
                if OPERAND in part:
                    start, *rest = part.split(OPERAND)
                    part = start + "".join([names[op.operands[next(order)]] + text for text in rest])
                out.append(Quiet(part) if is_generic else part)
            elif isinstance(part, NewlineMark):
                out.append(f"\n{indent}")
            elif isinstance(part, RegionMark):
                if self.options.skip_regions:
                    out.append("{...}")
                else:
                    if (region := op.regions[part.region]) in self.copies:
                        yield self._region_of_copies(region, part, indent, inner_dialect)
                    else:
                        yield self._region(region, part, indent, inner_dialect)
            else:
                self._mark(op, part)
        if is_generic and has_marks():
            out.append(Mention(_mentioned(op)))
        self._end(op)

    def _mark(self, op: Operation, mark: Mark) -> None:
        if isinstance(mark, ArgumentMark):
            region = op.regions[mark.region]
            region = self.copies.get(region, region)
            self.out.append(self.names[region.blocks[0].arguments[mark.argument]])
        elif isinstance(mark, ArgumentLocationMark):
            if self.debug_info:
                self._argument_location(op.regions[mark.region].blocks[0].arguments[mark.argument].location)
        elif isinstance(mark, SuccessorsMark):
            self.out.append(", ".join([self.labels[block] for block in op.successors[mark.start : mark.stop]]))

    def _argument_location(self, location: Location | int) -> None:
        self.out += [Visit(location, False), AliasPlace(location, False)]

    # Regions.

    def _region(self, region: Region, mark: RegionMark, indent: str, default_dialect: str) -> Descent:
        """A region from `{` to `}`."""
        self.out.append("{\n")
        blocks = region.blocks
        before = _predecessors(region) if len(blocks) > 1 else {}
        for number, block in enumerate(blocks):
            is_bare = block.first is None and mark.with_empty_label
            if number or (mark.with_arguments and block.arguments) or is_bare:
                self.block_header(block, indent, before.get(block, ()), is_entry=number == 0)
            if self.users is not None:
                self.out += [f"{indent}{INDENT}{comment}\n" for comment in self.users.of_arguments(block)]
            yield self.operations_of(block, indent + INDENT, default_dialect, mark.with_terminator)
        self.out.append(f"{indent}}}")

    def _region_of_copies(self, region: Region, mark: RegionMark, indent: str, default_dialect: str) -> Descent:
        """A region that is a copy of another one, or has copies: its text is the same each time."""
        region = self.copies[region]
        key = region, mark, indent, default_dialect
        if (written := self._written.get(key)) is None:
            start = len(self.out)
            yield self._region(region, mark, indent, default_dialect)
            written = self.out[start:]
            if not has_marks():
                written = ["".join(written)]
            self._written[key] = written
        else:
            self.out += written

    def block_header(self, block: Block, indent: str, before: Collection[Block], is_entry: bool) -> None:
        """A label, the arguments, and in a comment `before`, the blocks that branch to this one."""
        out = self.out
        out.append(indent + self.labels[block])
        if block.arguments:
            out.append("(")
            for index, argument in enumerate(block.arguments):
                out.append(f"{', ' if index else ''}{self.names[argument]}: {text_of(argument.type)}")
                if self.debug_info:
                    self._argument_location(argument.location)
            out.append(")")
        out.append(":")
        if not is_entry:
            labels = ", ".join([self.labels[other] for other in before])
            count = "no predecessors" if not before else "pred: " if len(before) == 1 else f"{len(before)} preds: "
            out.append(f"  // {count}{labels}")
        out.append("\n")


def _predecessors(region: Region) -> dict[Block, list[Block]]:
    """For each block that others branch to those others, in order, as often as they do."""
    before: dict[Block, list[Block]] = {}
    for block in region.blocks:
        if block.last is not None:
            for successor in block.last.successors:
                before.setdefault(successor, []).append(block)
    return before


def _mentioned(op: Operation) -> str:
    """Returns what an operation in generic form mentions besides its regions, in the order that counts for aliases.

    MLIR does not look into the properties of unregistered operations.
    """
    properties = op.properties.entries if isinstance(op.definition, OpDef) else ()
    if since("0.11.2"):
        return functional_type(op) + text_of(op.attributes) + text_of(DictionaryAttr(properties))
    return functional_type(op) + text_of(DictionaryAttr.of([*properties, *op.attributes.entries]))


def implied_region(op: Operation) -> Hashable:
    """Returns all there is in the only region of `op`, if that is one operation on its arguments, and its return."""
    if len(op.regions) != 1 or op.successors:
        return None
    if type(region := op.regions[0]) is not Region or len(region.blocks) != 1:
        return None
    block = region.blocks[0]
    first, last = block.first, block.last
    if first is None or last is None or first.next is not last or first.regions or last.regions or first.successors:
        return None
    if first.operands != block.arguments or last.operands != [*first.results] or last.results or last.successors:
        return None
    return first.signature, last.signature


# The text of operations, values, blocks and regions for people: `str` of them, whatever state they are in.


_GENERIC = PrintOptions(generic=True)
_BROKEN = (LookupError, AttributeError, TypeError, ValueError, AssertionError)
"""The exceptions that printing raises for programs that are not valid."""


class NamesInside(dict[Value, str]):
    """Names of values, of which some are not known."""

    def __missing__(self, value: Value) -> str:
        return "<<UNKNOWN SSA VALUE>>"


class _PartPrinter(Printer):
    """Prints one operation, or some blocks of it, with values from elsewhere."""

    def __init__(self, op: Operation, options: PrintOptions, blocks: list[Block] | None = None) -> None:
        super().__init__(op, None, options._replace(local_scope=True), named_from(op))
        self.names = NamesInside(self.names)
        self._blocks = blocks

    def descent(self) -> Descent:
        return super().descent() if self._blocks is None else self._of_blocks(self._blocks)

    def _of_blocks(self, blocks: list[Block]) -> Descent:
        dialect = getattr(self.root.definition, "default_dialect", None) or ""
        for block in blocks:
            self.block_header(block, "", (), is_entry=True)
            yield self.operations_of(block, "  ", dialect, with_terminator=True)


def _attempted(
    show: Callable[[PrintOptions], str], otherwise: str, styles: Sequence[PrintOptions] = (PLAIN, _GENERIC)
) -> str:
    """Returns the text in the first of the `styles` in which it can be printed, or else `otherwise`."""
    for options in styles:
        try:
            return show(options).rstrip("\n")
        except _BROKEN:
            continue
    return otherwise


def _operation(op: Operation) -> str:
    """Returns the text of an operation; in generic form if it is not as declared, so that its format may omit some."""
    is_as_declared = all(map(_has_declared_counts, op.walk()))
    try:
        if is_as_declared:
            return print_operation(op).rstrip("\n")
    except _BROKEN:
        pass
    styles = (PLAIN, _GENERIC) if is_as_declared else (_GENERIC,)
    return _attempted(lambda options: _PartPrinter(op, options).text({}), repr(op), styles)


def _has_declared_counts(op: Operation) -> bool:
    """Whether an operation has as many operands and results as it declares, as far as that is a fixed number."""
    declared = op.definition
    return not isinstance(declared, OpDef) or (
        (not declared.has_fixed_operands or len(op.operands) == len(declared.operands))
        and (not declared.has_fixed_results or len(op.results) == len(declared.results))
    )


def _value(value: Value) -> str:
    """Returns the name of a value in the text of the outermost operation around it."""
    holder = None if value.block is None else value.block.parent_op
    holder = holder or getattr(value, "owner", None)
    if not isinstance(holder, Operation):
        return NamesInside()[value]
    return NamesInside(Names(named_from(holder)).values)[value]


def _blocks(op: Operation | None, blocks: list[Block], otherwise: str) -> str:
    if op is None:
        return otherwise
    return _attempted(lambda options: _PartPrinter(op, options, blocks).text({}), otherwise)


show_with(Operation, _operation)
show_with(Value, _value)
show_with(Block, lambda block: _blocks(block.parent_op, [block], repr(block)))
show_with(Region, lambda region: _blocks(region.parent, region.blocks, repr(region)))


# Operations inside messages.

OPTIONS = PrintOptions(elide_elements=16)
"""A message shows few elements."""


def describe_operation(op: Operation, generic: bool = True) -> str:
    """Returns `op` as MLIR shows it inside a message, with marks for what may have an alias.

    It is in `generic` form, in which MLIR shows operations that may be invalid, or else in its own.
    """
    return _described(op, OPTIONS._replace(generic=generic))


def describe_without_regions(op: Operation) -> str:
    """Returns `op` in generic form as MLIR shows it inside a message, with `{...}` in place of regions."""
    return _described(op, OPTIONS._replace(generic=True, skip_regions=True))


def _described(op: Operation, options: PrintOptions) -> str:
    from sdyopt.mlir.write.builtin import elements_shown

    with elements_shown(options):
        return Printer(op, None, options, named_from(op, is_local=True)).marked_text().rstrip("\n")
