"""From a module to a portable artifact."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sdyopt.bytecode.vhlo.conversion import downgraded, newest, versioned_attributes
from sdyopt.bytecode.vhlo.encodings import NoCounterpartError, VersionedAttr, VersionedType, versioned_type
from sdyopt.bytecode.vhlo.operations import OLDEST, Version, since
from sdyopt.bytecode.writing import BytecodeWriter, Locate, WrittenForm, located
from sdyopt.dialects import REGISTRY
from sdyopt.dialects.stablehlo.attributes import DotAlgorithm, FutureType
from sdyopt.ir.attribute import Attribute, Location, Type, checked
from sdyopt.ir.attributes import DictionaryAttr, FloatType, Resources, ShapedType
from sdyopt.ir.clone import clone
from sdyopt.ir.operation import Operation
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir import releases
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, failure

# Versions of StableHLO, and what each of them can express.

_TARGET = re.compile(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})", re.ASCII)

_FORM = "Target version must be of the form `#.#.#`."

_TYPES: dict[int, Version] = {
    **dict.fromkeys((27, 28), (0, 10, 0)),
    29: (0, 11, 0),
    30: (0, 18, 0),
    **dict.fromkeys((31, 32), (1, 2, 0)),
    **dict.fromkeys((33, 34), (1, 6, 0)),
    **dict.fromkeys((35, 36), (1, 7, 0)),
    **dict.fromkeys((37, 38, 39, 40), (1, 8, 0)),
    41: (1, 13, 0),
    42: (1, 15, 0),
}
"""Since when types exist, by their codes, if not since the oldest version."""

_ATTRIBUTES: dict[int, Version] = {19: (1, 9, 0), 20: (1, 9, 0), **dict.fromkeys(range(21, 26), (1, 16, 0))}

_BYTECODE: tuple[tuple[Version, int], ...] = (
    ((0, 15, 0), 6),
    ((0, 14, 0), 4),
    ((0, 12, 0), 3),
    ((0, 10, 0), 1),
    (OLDEST, 0),
)
"""The version of the format of bytecode since a version of StableHLO."""


def text_of_version(version: Version) -> str:
    """Returns `1.9.0`."""
    return ".".join(map(str, version))


def target_version(text: str, location: Location | int) -> Version:
    """Returns the version for which an artifact is to be written, without its patch number.

    Raises CompilationError, at the location of the module, for a version that is not written.
    """
    if (found := _TARGET.fullmatch(text)) is None:
        problem = f"Invalid target version argument '{text}'" if text else "No target version specified."
        raise failure(f"{problem}\n{_FORM}", location)
    version = (int(found[1]), int(found[2]), int(found[3]))
    problem = ""
    if version < OLDEST:
        problem = f"less than minimum supported {text_of_version(OLDEST)}"
    elif version > releases.followed().stablehlo:
        problem = f"greater than current version {text_of_version(releases.followed().stablehlo)}"
    if problem:
        raise failure(f"target version {text} is {problem}", location)
    return (*version[:2], 0)


def is_expressible(value: object, target: Version) -> bool:
    """Whether a version has an attribute or type, and all that are in it."""
    work = [value]
    while work:
        if isinstance(found := work.pop(), tuple | list):
            work += found
        elif isinstance(found, VersionedAttr | VersionedType):
            since = (_TYPES if isinstance(found, VersionedType) else _ATTRIBUTES).get(found.code, OLDEST)
            if since > target:
                return False
            work += found.values
    return True


PRODUCER = "StableHLO_v"

_CAST = "builtin.unrealized_conversion_cast"

_REDUCTIONS = frozenset({"all_reduce", "reduce", "reduce_scatter", "reduce_window", "scatter", "select_and_scatter"})
_MIXED_REDUCTIONS: Version = (0, 17, 0)
"""Since when operations that reduce may do so in another element type than that of their operands."""

_TYPED_CONFIGS: Version = (1, 3, 0)
_FUTURES_IN_CALLS: Version = (1, 17, 0)
_TYPED_FFI = 4
_SEVERAL_VALUES: Version = (1, 5, 0)
_F8_ALGORITHMS: Version = (1, 21, 0)
"""Since when the algorithm of a product may read f8E4M3FN, which is checked since jaxlib 0.12."""


def write_portable_artifact(module: Operation, target: str, resources: Resources, locate: Locate | None) -> bytes:
    """Returns the artifact of a module for a version of StableHLO. Raises CompilationError."""
    version = target_version(target, module.location)
    copy = clone(module, {})
    _insert_casts(copy)
    form = next(form for first, form in _BYTECODE if version >= first)
    writer = ArtifactWriter(copy, resources, form, locate or located, releases.since("0.11.0"))
    writer.target = version
    writer.convert()
    return writer.write(PRODUCER + text_of_version(version))


def stem_of(op: Operation) -> str | None:
    """Returns the name in VHLO, without version, of an operation that becomes one of VHLO; None for others."""
    dialect, _, name = op.name.partition(".")
    return name if dialect == "stablehlo" or op.name in ("func.func", "func.call", "func.return") else None


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
                    if (cast := _cast_of(argument)) is not None:
                        block.prepend(cast)
        for result in _by_first_use(op.results, places):
            if (cast := _cast_of(result)) is not None:
                cast.insert_after(op)


def _check_others(module: Operation) -> None:
    """Raises CompilationError for an operation of another dialect that is invalid beside those of VHLO.

    MLIR verifies scans, which are isolated, when it leaves the operation that holds them, and reports all of them: they
    are wrong before 0.11.1.
    """
    for op in module.walk(post_order=True):
        problem = _NEED_DEFINITION.get(op.name)
        owners = [value.owner for value in op.operands if isinstance(value, OpResult)]
        if problem is not None and any(owner.name == _CAST for owner in owners):
            raise failure(f"'{op.name}' op {problem}", op.location)
        inside = [inner for region in op.regions for block in region.blocks for inner in block.ops]
        if (scans := [inner for inner in inside if inner.name == "chlo.scan"]) and not releases.since("0.11.1"):
            raise CompilationError(
                [Diagnostic("error", problem, scan.location) for scan in scans for problem in _SCAN_PROBLEMS]
            )


_SCAN_PROBLEMS = ("terminator operand 0 is not ranked", "'chlo.scan' op failed to infer returned types")
"""The errors of a scan: it infers its types from those of VHLO that its body returns."""

_NEED_DEFINITION = {
    "sdy.func_data_flow_edge": "expected operand of sdy.func_data_flow_edge to be a result of call op.",
    **dict.fromkeys(
        [f"sdy.{name}" for name in ("all_gather", "all_to_all", "collective_permute", "sharded_to_unreduced")],
        "collective on operand without sharding",
    ),
}
"""Operations of SDY that look at the definition of their operand, and what is wrong if that is a cast."""


def _by_first_use(values: Sequence[Value], places: dict[Operation, int]) -> Sequence[Value]:
    """Returns values in the order in which their casts are made: those to types of VHLO when they are first used."""
    if len(values) < 2 or _is_versioned(values[0]):
        return values

    def first_use(value: Value) -> tuple[int, int]:
        return min([(places[owner], index) for owner, index in value.use_pairs], default=(len(places), 0))

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
    return failure(f"failed to legalize operation '{name}' that was explicitly marked illegal", op.location)


class _VersionedForm(WrittenForm):
    """The form in which an operation of VHLO is written. Raises NoCounterpartError."""

    def __init__(self, op: Operation, stem: str, current: Version) -> None:
        super().__init__(op.signature, 0)
        self.newest = newest(stem, current)
        self.is_declared = True
        self._own, self._discardable = versioned_attributes(self.newest, op.signature)
        self.result_types = _types(op.signature.result_types)
        self._operand_types = _types(op.signature.operand_types)

    def convert(self, target: Version, has_properties: bool) -> bool:
        """Returns whether a version has the operation, whose version is then that of the target."""
        found = downgraded(self.newest, self._own, target)
        own, others = self._own, self._discardable
        parts = (self.result_types, self._operand_types, list(own.values()), list(others.values()))
        if found is None or not is_expressible(parts, target):
            return False
        self.name = found.full_name
        self.properties = None
        if has_properties:
            self.attributes = DictionaryAttr.of(others)
            self.properties = [(own[key], False) for key in sorted(own)] or None
        else:
            self.attributes = DictionaryAttr.of({**own, **others})
        return True


def _types(types: Sequence[Type]) -> tuple[Type, ...]:
    return tuple([type if isinstance(type, VersionedType) else versioned_type(type) for type in types])


class ArtifactWriter(BytecodeWriter):
    """Writes a module as an artifact for `target`."""

    target: Version = OLDEST
    has_use_lists = False

    def convert(self) -> None:
        """Finds the forms of all operations. Raises CompilationError for the first that VHLO or the target lacks."""
        versioned_ops: list[tuple[Operation, str]] = []
        for op in self.module.walk():
            if (stem := stem_of(op)) is not None:
                versioned_ops.append((op, stem))
                self._add_form(op, stem)
            elif op.name.startswith("func."):
                raise refusal(op, op.name)
        _check_others(self.module)
        converted: dict[WrittenForm, bool] = {}
        replaced: set[Operation | None] = set()
        """The operations that have another version there, and those in them, at which MLIR does not look again."""
        for op, stem in versioned_ops:
            if (form := checked(_VersionedForm, self.forms[op.signature])) not in converted:
                converted[form] = form.convert(self.target, self.has_properties)
            if op.parent_op in replaced:
                replaced.add(op)
                if not converted[form]:
                    form.convert(releases.followed().stablehlo, self.has_properties)
            elif not converted[form] or not _is_allowed(op, stem, self.target):
                message = f"failed to convert VHLO to v{text_of_version(self.target)}"
                failure = Diagnostic("error", message, self.module.location)
                raise CompilationError([*refusal(op, form.newest.full_name).diagnostics, failure])
            elif form.name != form.newest.full_name:
                replaced.add(op)

    def argument_type(self, argument: BlockArgument) -> Type:
        return versioned_type(argument.type) if _is_versioned(argument) else argument.type

    def _add_form(self, op: Operation, stem: str) -> None:
        is_known = isinstance(op.definition, OpDef) and since(stem)[0] <= releases.followed().stablehlo
        try:
            if op.signature not in self.forms and is_known:
                self.forms[op.signature] = _VersionedForm(op, stem, releases.followed().stablehlo)
            for region in op.regions:
                for block in region.blocks:
                    _types([argument.type for argument in block.arguments])
        except NoCounterpartError:
            is_known = False
        if not is_known:
            raise refusal(op, op.name)


def _is_allowed(op: Operation, stem: str, target: Version) -> bool:
    """Whether a version allows what is only known from an operation as a whole."""
    types = (*op.signature.operand_types, *op.signature.result_types)
    if stem in ("all_gather", "all_reduce", "all_to_all") and target < _SEVERAL_VALUES:
        return len(types) == 2
    if stem in _REDUCTIONS and target < _MIXED_REDUCTIONS:
        inner = {_element(argument.type) for region in op.regions for argument in region.blocks[0].arguments}
        return inner <= {_element(type) for type in op.signature.result_types}
    if stem == "composite" and target < since(stem)[-1]:
        return not op.regions
    if stem == "dot_general" and target < _F8_ALGORITHMS and releases.since("0.12.0.1"):
        algorithm = op.properties.get("algorithm")
        return not isinstance(algorithm, DotAlgorithm) or FloatType("f8E4M3FN") not in (
            algorithm.lhs_precision_type,
            algorithm.rhs_precision_type,
        )
    if stem == "custom_call":
        config, version = op.properties.get("backend_config"), op.properties.get("api_version")
        is_typed = isinstance(config, DictionaryAttr) or getattr(version, "value", 0) == _TYPED_FFI
        has_futures = any(isinstance(type, FutureType) for type in types)
        return not ((is_typed and target < _TYPED_CONFIGS) or (has_futures and target < _FUTURES_IN_CALLS))
    return True


def _element(type: Type) -> Attribute:
    return getattr(type, "element_type", type) if isinstance(type, ShapedType) else type
