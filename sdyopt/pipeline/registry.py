"""The registry of passes, by the names of their flags."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from importlib import import_module
from types import new_class
from typing import TYPE_CHECKING, Any, NoReturn

from sdyopt.ir.attribute import SdyOptError
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.installed import BrokenPackageError, declared, load, package_of, packages_of
from sdyopt.mlir.releases import since
from sdyopt.rewriting.passes import (
    FunctionPass,
    Option,
    Pass,
    PassPipeline,
    anchor_of,
    description_of,
    options_of,
    registered_pass,
    registered_passes,
)

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


# The syntax of textual pipelines, `a{options},b(c,d)`, with MLIR's messages and places.


BLANKS = " \t\n\v\f\r"
"""The characters that MLIR trims."""

MAX_NESTING = 100
"""The depth of nested pipelines."""

MAX_LISTED = 12
"""The number of names that a message lists where none is similar to an unknown one."""

_TAB = 8


class PipelineError(SdyOptError):
    """An invalid pipeline, with MLIR's message in whole lines.

    `unknown` is the unknown name, if that is the error, and `known` are the known ones.
    """

    def __init__(self, message: str, unknown: str = "", known: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.unknown = unknown
        self.known = known
        if self.hint:
            self.add_note(f"hint: {self.hint}")

    @property
    def hint(self) -> str:
        """The release that has the unknown pass, or a question with the known names that are similar; may be empty."""
        if self.unknown in SINCE:
            release = SINCE[self.unknown]
            return f"the pass came with jaxlib {release}: -shardy={release} or a later release has it"
        return suggestion(self.unknown, self.known) if self.unknown else ""


def suggestion(name: str, known: Iterable[str]) -> str:
    """Returns a question with the `known` names that are similar to `name`; a list of all if none is, and if few are
    known.
    """
    from difflib import get_close_matches

    names = tuple(known)
    if near := get_close_matches(name, names, n=2):
        return f"did you mean {' or '.join([repr(other) for other in near])}?"
    return f"known are {', '.join([repr(other) for other in names])}" if 0 < len(names) <= MAX_LISTED else ""


class PipelineElement:
    """An element of a textual pipeline: its name, and its options or nested elements."""

    def __init__(self, name: str, offset: int = 0, options: str = "") -> None:
        self.name = name
        self.offset = offset
        self.options = options
        self.inner: list[PipelineElement] | None = None


def read_elements(text: str) -> list[PipelineElement]:
    """Returns the elements between the parentheses of a pipeline. Raises PipelineError."""
    outermost: list[PipelineElement] = []
    open_lists = [outermost]
    at = 0
    while True:
        end = _first_of(text, ",({)", at)
        name = text[at:end].lstrip(BLANKS)
        open_lists[-1].append(PipelineElement(name.rstrip(BLANKS), end - len(name)))
        if end == len(text):
            break
        at = end
        if text[at] == "(":
            open_lists[-1][-1].inner = []
            open_lists.append(open_lists[-1][-1].inner)
            at += 1
            if len(open_lists) > MAX_NESTING:
                fail(text, at, f"nesting is limited to {MAX_NESTING} levels")
            continue
        if text[at] == "{":
            close = _closing_brace(text, at)
            open_lists[-1][-1].options = text[at + 1 : close]
            at = _after_blanks(text, close + 1)
        while text.startswith(")", at):
            if len(open_lists) == 1:
                fail(text, at, "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline")
            open_lists.pop()
            at = _after_blanks(text, at + 1)
        if at == len(text):
            break
        if text[at] != ",":
            fail(text, at, "expected ',' after parsing pipeline")
        at += 1
    if len(open_lists) > 1:
        fail(text, at, "encountered unbalanced parentheses while parsing pipeline")
    return outermost


def fail(text: str, offset: int, message: str, unknown: str = "", known: tuple[str, ...] = ()) -> NoReturn:
    """Raises PipelineError with the line of `offset` and a caret below it, if each character before has one column."""
    start = text.rfind("\n", 0, offset) + 1
    line = text[start : _first_of(text, "\r\n", offset)]
    number = text.count("\n", 0, offset) + 1
    column = len(text[start:offset].encode("utf-8", "surrogateescape")) + 1
    parts = [f"MLIR Textual PassPipeline Parser:{number}:{column}: error: {message}\n", _expanded(line, line), "\n"]
    if line.isascii():
        caret = "".join(["^" if index == offset - start else " " for index in range(len(line) + 1)])
        parts += [_expanded(line, caret).rstrip(" "), "\n"]
    raise PipelineError("".join(parts), unknown, known)


def _expanded(line: str, shown: str) -> str:
    """Returns `shown` with each character below a tab of `line` repeated up to the next stop; tabs become blanks."""
    parts: list[str] = []
    width = 0
    for index, c in enumerate(shown):
        count = _TAB - width % _TAB if line[index : index + 1] == "\t" else 1
        parts.append(count * (" " if c == "\t" else c))
        width += count
    return "".join(parts)


def _first_of(text: str, wanted: str, start: int) -> int:
    """Returns the offset of the first of the `wanted` characters after `start`, or the end of the text."""
    return min((at for at in [text.find(c, start) for c in wanted] if at >= 0), default=len(text))


def _after_blanks(text: str, start: int) -> int:
    return len(text) - len(text[start:].lstrip(BLANKS))


def _closing_brace(text: str, opening: int) -> int:
    """Returns the offset of the brace that closes the one at `opening`."""
    depth = 0
    for at in range(opening, len(text)):
        depth += (text[at] == "{") - (text[at] == "}")
        if not depth:
            return at
    fail(text, opening, "missing closing '}' while processing pass options")


# Entries of the registry: what is known about a pass before its module is imported.

PassClass = type[Any]
"""A `Pass`, or a class of another package with `name`, `description` and a method `run(module)` that returns whether it
may have changed anything; its options are the keyword arguments of its constructor."""


class BrokenPassError(SdyOptError, ImportError):
    """A pass that a package declares but that cannot be run, for example because it cannot be imported."""


class PassEntry(NamedTuple):
    """A pass by its name; its module is imported when it runs, or when `--help` shows its `description`."""

    name: str
    load: Callable[[], PassClass]
    """Returns the class. Raises BrokenPassError for one of another package that cannot be run."""
    package: str = ""
    """The package of the pass, with its version; empty for a pass of this project."""

    @property
    def description(self) -> str:
        """The description of the pass, or, in parentheses, why it cannot be run."""
        try:
            return description_of(self.load())
        except BrokenPassError as error:
            return f"({error})"

    @property
    def is_newer(self) -> bool:
        """Whether the release that is followed does not have the pass."""
        return self.name in SINCE and not since(SINCE[self.name])

    @property
    def class_name(self) -> str:
        """The name of the pass where MLIR does not show its flag: `InlineMeshesPass`."""
        cls = self.load()
        name: str = getattr(cls, "class_name", f"{cls.__name__}Pass")
        return name

    @property
    def is_pipeline(self) -> bool:
        """Whether this is a named pipeline of several passes."""
        return issubclass(self.load(), PassPipeline)

    @property
    def anchor(self) -> str:
        """The name of the operations that the pass runs on, or ANY."""
        return anchor_of(self.load())

    @property
    def options(self) -> Mapping[str, Option]:
        """The options of the pass by their names."""
        return options_of(self.load())


MODULES: dict[str, str] = {
    "sdy-add-data-flow-edges": "importing.data_flow_edges",
    "sdy-apply-sharding-constraints": "importing.apply_sharding_constraints",
    "sdy-constant-or-scalar-splitter": "importing.constant_or_scalar_splitter",
    "sdy-drop-sharding-rules": "propagation.passes",
    "sdy-inline-meshes": "importing.meshes",
    "sdy-lift-inlined-meshes": "importing.meshes",
    "sdy-manual-axes-cleanup": "importing.manual_axes_cleanup",
    "sdy-populate-op-sharding-rules": "propagation.passes",
    "sdy-remove-size-one-axes": "importing.meshes",
    "sdy-sharding-group-import": "importing.sharding_group_import",
    "sdy-import-gspmd-shardings": "importing.import_gspmd_shardings",
    "sdy-aggressive-propagate": "propagation.passes",
    "sdy-basic-propagate": "propagation.passes",
    "sdy-op-priority-propagate": "propagation.passes",
    "sdy-user-priority-propagate": "propagation.passes",
    "sdy-close-shardings": "exporting.after_propagation",
    "sdy-constant-or-scalar-merger": "exporting.after_propagation",
    "sdy-drop-sharding-and-mesh": "exporting.after_propagation",
    "sdy-insert-explicit-reshards": "explicit_reshards.insert_explicit_reshards",
    "sdy-optimize-collectives": "collectives.optimize_collectives",
    "sdy-pad-for-divisibility": "padding.pad_for_divisibility",
    "sdy-per-instruction-partitioning": "exporting.per_instruction_partitioning",
    "sdy-remove-all-gather-reduce-scatter-for-cmv1": "exporting.remove_all_gather_reduce_scatter_for_cmv1",
    "sdy-remove-propagation-debug-info": "exporting.after_propagation",
    "sdy-remove-sharding-groups": "exporting.after_propagation",
    "sdy-remove-sub-axes-in-input-output-shardings": "exporting.input_output_shardings",
    "sdy-convert-global-to-local": "local_program.convert_global_to_local",
    "sdy-reshard-to-collectives": "collectives.reshard_to_collectives",
    "sdy-resolve-permutation-factors": "permutation_factors.resolve_permutation_factors",
    "sdy-resolve-single-device-sharding": "exporting.resolve_single_device_sharding",
    "sdy-sharding-constraint-to-reshard": "exporting.after_propagation",
    "sdy-sink-data-flow-edges": "exporting.sink_data_flow_edges",
    "sdy-update-non-divisible-input-output-shardings": "exporting.input_output_shardings",
    "sdy-verify-unreduced-axes": "exporting.verify_unreduced_axes",
    "canonicalize": "general.operations",
    "cse": "general.operations",
    # Functions and calls.
    "sdy-flatten-call-graph": "importing.calls",
    "sdy-import-func-calls": "importing.calls",
    "sdy-propagate-sharding-from-func-to-call": "importing.calls",
    "sdy-add-func-data-flow-edges": "importing.data_flow_edges",
    "sdy-pre-order-funcs": "importing.calls",
    "sdy-explicit-gather-scatter-batching": "importing.explicit_gather_scatter_batching",
    "sdy-export-named-computations": "exporting.calls",
    "sdy-propagate-to-func-results": "exporting.calls",
    "sdy-sink-func-data-flow-edges": "exporting.sink_data_flow_edges",
    "sdy-unflatten-call-graph": "exporting.calls",
    "sdy-insert-func-call-reshards": "exporting.calls",
    "symbol-dce": "general.symbols",
    "inline": "general.symbols",
    "symbol-privatize": "general.symbols",
    "topological-sort": "general.operations",
    "strip-debuginfo": "general.operations",
    "print-op-stats": "general.printing",
    "loop-invariant-code-motion": "general.operations",
    "control-flow-sink": "general.operations",
    "trivial-dce": "general.operations",
    "composite-fixed-point-pass": "general.printing",
    "print-ir": "general.printing",
    "chlo-legalize-to-stablehlo": "chlo_to_stablehlo.chlo_legalize_to_stablehlo",
    # XLA's form of shardings.
    "stablehlo-ext-prepare-for-hlo-export": "xla_form.preparation",
    "xla-sdy-import-constants": "xla_form.preparation",
    "stablehlo-ext-canonicalize-from-hlo-import": "xla_form.preparation",
    "xla-sdy-round-trip-import-shardy-attrs": "xla_form.importing",
    "xla-sdy-round-trip-shard-map-import": "xla_form.importing",
    "xla-sdy-import-sdy-custom-calls": "xla_form.importing",
    "xla-sdy-open-while-free-vars-sharding": "xla_form.preparation",
    "xla-sdy-import-shardings": "xla_form.meshes",
    "xla-sdy-round-trip-dedup-meshes": "xla_form.meshes",
    "xla-sdy-round-trip-export-ops": "xla_form.export",
    "xla-sdy-round-trip-shard-map-export": "xla_form.export",
    "xla-sdy-round-trip-export-shardy-attrs": "xla_form.export",
    "xla-sdy-stablehlo-export-manual-reduction-collectives": "xla_form.manual_reductions",
    "xla-sdy-export-ops": "xla_form.export",
    "xla-sdy-stablehlo-round-trip-shard-map-export": "xla_form.export",
    "xla-sdy-stablehlo-export-shardings": "xla_form.export",
    "xla-sdy-stablehlo-round-trip-export-callback-custom-calls": "xla_form.export",
}
"""The module of each pass in `sdyopt.passes`, in the order of help."""

SINCE = {
    "sdy-optimize-collectives": "0.11.2",
    "sdy-per-instruction-partitioning": "0.11.1",
    "sdy-resolve-single-device-sharding": "0.11.2",
    "sdy-verify-unreduced-axes": "0.11.0",
}
"""The releases that passes came with. In older ones they have no name, but may be parts of pipelines."""

PIPELINE_MODULES: dict[str, str] = {
    "sdy-import-pipeline": "pipelines",
    "sdy-propagation-pipeline": "pipelines",
    "sdy-export-pipeline": "pipelines",
    "sdy-local-program-pipeline": "pipelines",
    "xla-sdy-round-trip-import-pipeline": "pipelines",
    "xla-sdy-round-trip-export-pipeline": "pipelines",
    "xla-sdy-stablehlo-import-pipeline": "pipelines",
    "xla-sdy-stablehlo-export-pipeline": "pipelines",
    "shardy-xla": "pipelines",
}
"""The same of each pipeline that has a name."""

UNNAMED_MODULES: dict[str, str] = {"sdy-save-module": "general.printing"}
"""The same of passes that are only run as parts of pipelines."""


UNIMPLEMENTED: dict[str, str] = {
    **dict.fromkeys(
        (
            "bubble-down-memory-space-casts",
            "generate-runtime-verification",
            "loop-invariant-subset-hoisting",
            "mem2reg",
            "remove-dead-values",
            "sccp",
            "snapshot-op-locations",
            "sroa",
            "view-op-graph",
        ),
        "MLIR",
    ),
    **dict.fromkeys(
        (
            "shape-legalize-to-stablehlo",
            "stablehlo-canonicalize-dynamism",
            "stablehlo-check-shape-assertions",
            "stablehlo-compatibility-expander",
            "stablehlo-complex-math-expander",
            "stablehlo-convert-to-signless",
            "stablehlo-legalize-composite-to-call",
            "stablehlo-legalize-deprecated-ops",
            "stablehlo-legalize-qdq-to-quantized-op",
            "stablehlo-legalize-quant-to-math",
            "stablehlo-legalize-quantized-op-to-qdq",
            "stablehlo-legalize-to-linalg",
            "stablehlo-legalize-to-vhlo",
            "stablehlo-refine-arguments",
            "stablehlo-refine-shapes",
            "stablehlo-wrap-in-composite",
            "vhlo-legalize-to-stablehlo",
            "vhlo-to-version",
        ),
        "StableHLO",
    ),
    "mhlo-flatten-tuple": "MLIR-HLO",
}
"""The other passes that the reference knows, with the project that each is from."""


def unimplemented(name: str) -> str | None:
    """Returns the error for the name of a pass that other tools have, but this project has not; else None."""
    project = UNIMPLEMENTED.get(name)
    return None if project is None else f"'{name}' is a pass of {project} that sdy-opt does not implement"


def _load(module: str, name: str) -> PassClass:
    import_module(f"sdyopt.passes.{module}")
    return registered_pass(name)


def _entries(modules: Mapping[str, str]) -> tuple[PassEntry, ...]:
    return tuple([PassEntry(name, partial(_load, module, name)) for name, module in modules.items()])


PASSES = _entries(MODULES)

PIPELINES = _entries(PIPELINE_MODULES)

ALIASES = {"sdy-constant-splitter": "sdy-constant-or-scalar-splitter"}
"""Other names of passes."""


@cache
def passes_by_name() -> dict[str, PassEntry]:
    """Returns every pass and pipeline of this project by its names."""
    known = {entry.name: entry for entry in (*PASSES, *PIPELINES)}
    return known | {alias: known[name] for alias, name in ALIASES.items()}


def all_passes() -> dict[str, PassEntry]:
    """Returns every pass and pipeline by its names, including those of other packages."""
    return _registered_here() | installed_passes() | passes_by_name()


def find_pass(name: str) -> PassEntry:
    """Returns the pass or pipeline of that name, also one of another package. Raises KeyError if there is none."""
    known = passes_by_name().get(name) or installed_passes().get(name)
    return _registered_here()[name] if known is None else known


def unknown_pass(name: str) -> PipelineError:
    """Returns the error for a name that no pass has."""
    if known_elsewhere := unimplemented(name):
        return PipelineError(known_elsewhere)
    message = f"'{name}' does not refer to a registered pass or pass pipeline"
    return PipelineError(message, name, tuple(all_passes()))


def find_named(name: str) -> PassEntry:
    """Returns the pass or pipeline of that name. Raises PipelineError if the release that is followed has none."""
    try:
        entry = find_pass(name)
    except KeyError:
        raise unknown_pass(name) from None
    if entry.is_newer:
        raise unknown_pass(name)
    return entry


def find_part(name: str) -> PassEntry:
    """Returns the pass of that name as part of a pipeline: it may be one that cannot be named otherwise."""
    return _unnamed().get(name) or find_pass(name)


@cache
def _unnamed() -> dict[str, PassEntry]:
    return {entry.name: entry for entry in _entries(UNNAMED_MODULES)}


# Passes of other packages, declared as entry points of the group `sdyopt.passes`.

GROUP = "sdyopt.passes"


@cache
def installed_passes() -> dict[str, PassEntry]:
    """Returns the passes of other packages by name, sorted, without importing them."""
    return {
        name: PassEntry(name, partial(_load_installed, name), packages_of(points))
        for name, points in sorted(declared(GROUP).items())
    }


def _registered_here() -> dict[str, PassEntry]:
    """Returns the passes that code of others has registered in this process, by name."""
    return {
        name: PassEntry(name, partial(registered_pass, name), cls.__module__)
        for name, cls in registered_passes().items()
        if not cls.__module__.startswith("sdyopt.")
    }


def _load_installed(name: str) -> PassClass:
    """Returns the class of a declared pass. Raises BrokenPassError if it is declared twice or is not a pass."""
    points = declared(GROUP)[name]
    point = points[0]
    try:
        found: Any = load(points, f"pass '{name}'", "of")
    except BrokenPackageError as error:
        raise BrokenPassError(str(error)) from error
    if not (isinstance(found, type) and callable(getattr(found, "run", None))):
        raise BrokenPassError(f"{_titled(point)} is not a pass: {point.value} is not a class with a method run(module)")
    if issubclass(found, Pass) and found.run in (Pass.run, FunctionPass.run):
        raise BrokenPassError(f"{_titled(point)} is not a pass: {point.value} has no method run(op, rewriter)")
    own_name = found.name if issubclass(found, Pass) else ""
    if own_name and own_name != point.name:
        raise BrokenPassError(f"{_titled(point)} is registered as '{own_name}': the names must be equal")
    for name, option in options_of(found).items():
        if not isinstance(option.default, bool | int | str | tuple):
            raise BrokenPassError(f"{_titled(point)} is not a pass: '{name}' is not an option with a default")
    return _named(found, point)


def _named(cls: type[Any], point: EntryPoint) -> PassClass:
    """Returns `cls` as a pass with the declared name."""
    fields = {
        "__module__": cls.__module__,
        "__doc__": cls.__doc__,
        "name": point.name,
        "description": description_of(cls),
    }
    return new_class(cls.__name__, (cls,), exec_body=lambda body: body.update(fields))


def _titled(point: EntryPoint) -> str:
    return f"pass '{point.name}' of {package_of(point)}"
