"""From a module to a portable artifact."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.bytecode.vhlo.encodings import VersionedType
from sdyopt.bytecode.vhlo.operations import NEWEST_WRITTEN, Version, VersionedName, since
from sdyopt.bytecode.vhlo.versioned import NoCounterpartError, versioned_type
from sdyopt.bytecode.vhlo.versions import bytecode_version, is_expressible, target_version, text_of_version
from sdyopt.bytecode.vhlo.writing import downgraded, newest, versioned_attributes
from sdyopt.bytecode.writing import BytecodeWriter, Locate, WrittenForm, located
from sdyopt.dialects import REGISTRY
from sdyopt.ir.attribute import Attribute, Type
from sdyopt.ir.attributes import DictionaryAttr
from sdyopt.ir.clone import clone
from sdyopt.ir.operation import Operation
from sdyopt.ir.resources import Resources
from sdyopt.ir.types import ShapedType
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic

PRODUCER = "StableHLO_v"

_CAST = "builtin.unrealized_conversion_cast"

_REDUCTIONS = frozenset({"all_reduce", "reduce", "reduce_scatter", "reduce_window", "scatter", "select_and_scatter"})
_MIXED_REDUCTIONS: Version = (0, 17, 0)
"""Since when operations that reduce may do so in another element type than that of their operands."""

_TYPED_CONFIGS: Version = (1, 3, 0)
_FUTURES_IN_CALLS: Version = (1, 17, 0)
_TYPED_FFI = 4
_SEVERAL_VALUES: Version = (1, 5, 0)


def write_portable_artifact(module: Operation, target: str, resources: Resources, locate: Locate | None) -> bytes:
    """Returns the artifact of a module for a version of StableHLO. Raises CompilationError."""
    version = target_version(target)
    copy = clone(module, {})
    _insert_casts(copy)
    writer = ArtifactWriter(copy, resources, bytecode_version(version), locate or located)
    writer.target = version
    return writer.write(PRODUCER + text_of_version(version))


def stem_of(op: Operation) -> str | None:
    """Returns the name in VHLO, without version, of an operation that becomes one of VHLO; None for others."""
    dialect, _, name = op.name.partition(".")
    if dialect == "stablehlo" or op.name in ("func.func", "func.call", "func.return"):
        return name
    return None


def _is_versioned(value: Value) -> bool:
    """Whether a value has a type of VHLO in an artifact."""
    owner = value.owner if isinstance(value, OpResult) else value.owner.parent_op  # type: ignore[attr-defined]
    return owner is not None and stem_of(owner) is not None


def _insert_casts(module: Operation) -> None:
    """Inserts a cast after the definition of each value that operations of the other side use.

    What is used first has the last of the casts of an operation's results.
    """
    places = {op: place for place, op in enumerate(module.walk())}
    for op in places:
        for region in op.regions:
            for block in region.blocks:
                for argument in _by_first_use(block.arguments, places):
                    cast = _cast_of(argument)
                    if cast is not None:
                        block.prepend(cast)
        for result in _by_first_use(op.results, places):
            cast = _cast_of(result)
            if cast is not None:
                cast.insert_after(op)


def _by_first_use(values: Sequence[Value], places: dict[Operation, int]) -> Sequence[Value]:
    """Returns values in the order in which their casts are made: those to types of VHLO when they are first used."""
    if len(values) < 2 or _is_versioned(values[0]):
        return values

    def first_use(value: Value) -> tuple[int, int]:
        uses = [(places[owner], index) for owner, index in value.use_pairs]
        return min(uses, default=(len(places), 0))

    return sorted(values, key=first_use)


def _cast_of(value: Value) -> Operation | None:
    """Returns the cast of a value for the operations of the other side, which then use its result.

    A cast to a type of VHLO has the location of the first operation that needs it.
    """
    is_versioned = _is_versioned(value)
    uses = [(owner, index) for owner, index in value.use_pairs if (stem_of(owner) is not None) != is_versioned]
    if not uses:
        return None
    try:
        other = versioned_type(value.type)
    except NoCounterpartError:
        return None  # An operation of VHLO cannot have it, which is said where that is written.
    cast = Operation.create(
        REGISTRY.operations[_CAST],
        [value],
        [value.type if is_versioned else other],
        location=value.definition_location if is_versioned else uses[-1][0].location,
    )
    for owner, index in uses:
        owner.set_operand(index, cast.result)
    return cast


def refusal(op: Operation, name: str) -> CompilationError:
    """Returns the error for an operation that VHLO, or a version of it, lacks."""
    message = f"failed to legalize operation '{name}' that was explicitly marked illegal"
    return CompilationError([Diagnostic("error", message, op.location)])


class _VersionedForm(WrittenForm):
    """What an operation of VHLO is written with."""

    def __init__(self, op: Operation, name: VersionedName, target: Version, has_properties: bool) -> None:
        super().__init__(op.signature, 0)
        stem = name.stem
        properties, discardable = versioned_attributes(name, op.signature)
        self.result_types = tuple([versioned_type(type) for type in op.signature.result_types])
        operand_types = [
            type if isinstance(type, VersionedType) else versioned_type(type) for type in op.signature.operand_types
        ]
        found = downgraded(name, properties, target)
        parts = (self.result_types, operand_types, list(properties.values()), list(discardable.values()))
        if found is None or not is_expressible(parts, target) or not _is_allowed(op, stem, target):
            raise CannotExpressError(name.full_name)
        self.name = found.full_name
        self.is_declared = True
        if has_properties:
            self.attributes = DictionaryAttr.of(discardable)
            self.properties = [properties[key] for key in sorted(properties)] or None
            self.optional = [False] * len(properties)
        else:
            self.attributes = DictionaryAttr.of({**properties, **discardable})
            self.properties = None


class CannotExpressError(ValueError):
    """A version of StableHLO lacks an operation, which is named."""


def _is_allowed(op: Operation, stem: str, target: Version) -> bool:
    """Whether a version allows what is only known from an operation as a whole."""
    if stem in ("all_gather", "all_reduce", "all_to_all") and target < _SEVERAL_VALUES:
        return len(op.results) == 1 and len(op.operands) == 1
    return True


class ArtifactWriter(BytecodeWriter):
    """Writes a module as an artifact for `target`."""

    target: Version = NEWEST_WRITTEN
    has_use_lists = False

    def form_of(self, op: Operation) -> WrittenForm:
        stem = stem_of(op)
        if stem is None:
            if op.name.startswith("func."):
                raise refusal(op, op.name)
            return super().form_of(op)
        found = self.forms.get(op.signature)
        if found is None:
            found = self.forms[op.signature] = self._versioned_form(op, stem)
        self._check_regions(op, stem)
        return found

    def argument_type(self, argument: BlockArgument) -> Type:
        return versioned_type(argument.type) if _is_versioned(argument) else argument.type

    def _versioned_form(self, op: Operation, stem: str) -> WrittenForm:
        if not isinstance(op.definition, OpDef):
            raise refusal(op, op.name)
        name = newest(stem)
        try:
            if since(stem)[0] > NEWEST_WRITTEN:
                raise NoCounterpartError
            return _VersionedForm(op, name, self.target, self.has_properties)
        except NoCounterpartError:
            raise refusal(op, op.name) from None
        except CannotExpressError as error:
            raise self._cannot_convert(op, str(error)) from None

    def _cannot_convert(self, op: Operation, name: str) -> CompilationError:
        failure = Diagnostic(
            "error", f"failed to convert VHLO to v{text_of_version(self.target)}", self.module.location
        )
        return CompilationError([*refusal(op, name).diagnostics, failure])

    def _check_regions(self, op: Operation, stem: str) -> None:
        """Raises CompilationError if a version lacks what the regions of an operation do, or its custom call."""
        name = newest(stem).full_name
        if stem in _REDUCTIONS and self.target < _MIXED_REDUCTIONS:
            inner = {_element(argument.type) for region in op.regions for argument in region.blocks[0].arguments}
            outer = {_element(type) for type in op.signature.result_types}
            if not inner <= outer:
                raise self._cannot_convert(op, name)
        if stem == "composite" and op.regions and self.target < since(stem)[-1]:
            raise self._cannot_convert(op, name)
        if stem == "custom_call":
            config, version = op.properties.get("backend_config"), op.properties.get("api_version")
            is_typed = isinstance(config, DictionaryAttr) or getattr(version, "value", 0) == _TYPED_FFI
            types = (*op.signature.operand_types, *op.signature.result_types)
            has_futures = any(str(type).startswith("!stablehlo.future") for type in types)
            if (is_typed and self.target < _TYPED_CONFIGS) or (has_futures and self.target < _FUTURES_IN_CALLS):
                raise self._cannot_convert(op, name)


def _element(type: Type) -> Attribute:
    return getattr(type, "element_type", type) if isinstance(type, ShapedType) else type
