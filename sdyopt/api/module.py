"""Modules for Python programs: `sdyopt.parse` and `Module`."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, TypeVar, Unpack, overload, runtime_checkable

from sdyopt import bytecode
from sdyopt.diagnostics.rendering import Error, Place, function_place, hints, place_of
from sdyopt.dialects import REGISTRY
from sdyopt.dialects.builtin import MODULE
from sdyopt.dialects.func.ops import FUNC
from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.shardings.slots import meshes_by_name, set_mesh, sharding_mesh
from sdyopt.display.wording import file_hint
from sdyopt.driver.input_output import read_source, source_of
from sdyopt.driver.instruments.snapshots import Snapshots
from sdyopt.driver.job import Options
from sdyopt.ir.attributes import DenseResourceAttr, Resources
from sdyopt.ir.collecting import Listing
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.ir.region import Region
from sdyopt.ir.symbols import symbols
from sdyopt.ir.value import BlockArgument, OpResult, Value
from sdyopt.mlir.declare.definition import OpDef
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, Source
from sdyopt.mlir.literals.attributes import resource_values
from sdyopt.mlir.releases import Release, followed, following, following_unless_chosen, is_chosen, loaded_release
from sdyopt.mlir.rewrite.remarks import Listeners
from sdyopt.mlir.verify.links import verify_links
from sdyopt.mlir.verify.verifier import Verifier
from sdyopt.mlir.write.builtin import PrintOptions
from sdyopt.mlir.write.names import Names
from sdyopt.mlir.write.printer import describe_operation, print_operation
from sdyopt.pipeline.manager import Instrument, PassManager
from sdyopt.pipeline.model import PassInvocation, Pipeline, invoked
from sdyopt.pipeline.registry import PassEntry, find_named
from sdyopt.rewriting.passes import Pass
from sdyopt.sharding.uses import ShardingUse, rewrite_shardings, sharding_uses

if TYPE_CHECKING:
    from sdyopt.driver.remarks import Remark
    from sdyopt.mlir.rewrite.remarks import UnknownOps


# What can be read as a program: texts, files, and live objects of JAX and of MLIR's Python bindings.


@runtime_checkable
class Lowered(Protocol):
    """The result of `jax.jit(f).lower(…)`, and of `compile` of that."""

    def as_text(self) -> Any: ...


class CompiledProgram(Protocol):
    """The result of `jax.jit(f).lower(…).compile()`."""

    def as_text(self) -> Any: ...

    def memory_analysis(self) -> Any: ...


@runtime_checkable
class Lowerable(Protocol):
    """A function that JAX can lower: `jax.jit(f)`, whose arguments are needed, or `jax.jit(f).trace(…)`."""

    def lower(self, *args: Any, **kwargs: Any) -> Any: ...


@runtime_checkable
class Exported(Protocol):
    """The result of `jax.export.export(…)`."""

    def mlir_module(self) -> Any: ...


class _PrintableOperation(Protocol):
    def get_asm(self, *, enable_debug_info: bool = False) -> Any: ...


@runtime_checkable
class BoundModule(Protocol):
    """A module, or an operation, of MLIR's Python bindings."""

    @property
    def operation(self) -> _PrintableOperation: ...


O = TypeVar("O", bound=Operation)  # noqa: E741

ProgramInput = (
    str | bytes | bytearray | os.PathLike[str] | Lowered | CompiledProgram | Lowerable | Exported | BoundModule
)
"""The objects and texts that can be read as a program."""


def definition(name: str) -> OpDef:
    """Returns the declaration of an operation. Raises KeyError, with similar names, if no dialect declares it."""
    if (found := REGISTRY.operation(name)) is None:
        (hint,) = hints([Diagnostic("error", "", 0, hint=REGISTRY.similar_operations(name))])
        raise KeyError(f"no dialect declares the operation '{name}'" + (f"; {hint}" if hint else ""))
    return found


_COMPILED = re.compile(r"\s*HloModule\b")
_NAME = re.compile(r"^(?:module @|HloModule )(?P<name>[\w$.-]+)", re.MULTILINE)


class ProgramText(NamedTuple):
    """A program as text."""

    text: str
    path: str | None = None
    """The file that it is from."""
    is_live: bool = False
    """Whether it was an object and not text."""

    @property
    def is_compiled(self) -> bool:
        """Whether it is HLO: what XLA has compiled."""
        return _COMPILED.match(self.text) is not None

    def name(self, given: str | None, default: str) -> str:
        """Returns the name of the program in messages: that of its file, or of the module of an object."""
        if self.path is not None or given is not None:
            return self.path or given or default
        named = _NAME.search(self.text, 0, 1 << 20) if self.is_live else None
        return default if named is None else named["name"]


def read_program(
    program: ProgramInput, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None
) -> ProgramText:
    """Returns the text of a program, with locations if it has any. `args` and `kwargs` are those of a jitted function.

    Raises OSError for a file that cannot be read, and TypeError for what is not a program, or if arguments are missing.
    """
    if (args or kwargs) and (
        isinstance(program, str | bytes | bytearray | os.PathLike) or not isinstance(program, Lowerable)
    ):
        raise TypeError(f"arguments are for jitted functions, not for {program!r:.200}")
    if isinstance(program, str):
        return ProgramText(program)
    if isinstance(program, bytes | bytearray):  # `jax.export` serializes to the latter
        return ProgramText(program.decode("utf-8-sig", "surrogateescape"))
    if isinstance(program, os.PathLike):
        with open(program, encoding="utf-8-sig", errors="surrogateescape", newline="") as stream:
            return ProgramText(stream.read(), os.fspath(program))
    if isinstance(program, Exported):
        return ProgramText(_checked("mlir_module", program.mlir_module()), is_live=True)
    if isinstance(program, Lowered):
        return ProgramText(_printed(program), is_live=True)
    if isinstance(program, Lowerable):
        return ProgramText(_printed(_lowered(program, args, kwargs or {})), is_live=True)
    if (print_asm := getattr(getattr(program, "operation", None), "get_asm", None)) is not None:
        return ProgramText(str(print_asm(enable_debug_info=True)), is_live=True)
    known = "a text, bytes, a path, or an object with as_text, lower, mlir_module or operation.get_asm"
    hint = "; jax.jit(f) makes one of a function f" if callable(program) else ""
    raise TypeError(f"not a program: {program!r:.200}; a program is {known}{hint}")


def _lowered(function: Lowerable, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """Returns what JAX lowers a function to. Raises TypeError if that is a jitted one and there are no arguments."""
    if hasattr(function, "trace") and not args and not kwargs:
        try:
            return function.lower()  # It may have no parameters.
        except TypeError as error:
            raise TypeError(f"a jitted function is lowered for its arguments, args=(…): {error}") from None
    return function.lower(*args, **kwargs)


def _printed(lowered: Any) -> str:
    try:
        text = lowered.as_text(debug_info=True)
    except TypeError:  # Not all that have `as_text` can print locations.
        text = lowered.as_text()
    return _checked("as_text", text)


def _checked(method: str, text: Any) -> str:
    if not isinstance(text, str):
        raise TypeError(f"{method} returns no text, but {text!r:.200}")
    return text


# Observers of passes for Python programs: what `-mlir-print-ir-…` and `-mlir-timing` are for commands.


def print_ir(
    before: Collection[str] | bool = (),
    after: Collection[str] | bool = True,
    *,
    only_changes: bool = False,
    module_scope: bool = False,
    write: Callable[[str], object] | None = None,
) -> Instrument:
    """Returns an instrument that prints the program before and after passes: all, none or some of them, by name.

    `only_changes` omits programs that a pass leaves as they are, and `module_scope` prints the whole module for passes
    over functions. `write` takes whole lines, by default for standard error.
    """
    options = Options(
        print_ir_before=() if isinstance(before, bool) else tuple(before),
        print_ir_before_all=before is True,
        print_ir_after=() if isinstance(after, bool) else tuple(after),
        print_ir_after_all=after is True,
        print_ir_after_change=only_changes,
        print_ir_module_scope=module_scope,
    )
    return Snapshots(options, _text, Verifier(REGISTRY, describe_operation), write or sys.stderr.write)


def _text(op: Operation, generic: bool) -> str:
    return print_operation(op, options=PrintOptions(generic=generic, local_scope=op.parent is not None))


class PrintingOptions(TypedDict, total=False):
    """Those of `PrintOptions` that `to_text` takes as keywords."""

    local_scope: bool
    value_users: bool
    elide_elements: int | None
    hex_elements: int
    names_from_locations: bool


class Module:
    """A program in memory. `operation` is its `builtin.module`, by default an empty one, and `str(module)` its text.

    `source` is the text that it was parsed from. `is_as_written` is true until a pass has run. `shardy` is the release
    of jaxlib that passes and outputs follow unless another one is chosen: that of the jaxlib whose object the program
    was.
    """

    def __init__(
        self, operation: Operation | None = None, source: Source | None = None, resources: Resources | None = None
    ) -> None:
        if operation is None:
            body = Region()
            body.add_block()
            operation = Operation.create(MODULE, regions=[body])
        self.operation = operation
        self.source = Source("", "<module>") if source is None else source
        self.is_as_written = True
        self.resources = resources
        self.shardy: str | None = None
        self._verifiers: dict[Release, Verifier] = {}

    @property
    def verifier(self) -> Verifier:
        """The verifier of the release of Shardy that is followed; it remembers what it has found valid."""
        return self._verifiers.setdefault(followed(), Verifier(REGISTRY, describe_operation))

    def verify(self) -> None:
        """Raises Error if the program is invalid, or if operations, values and their uses do not fit each other."""
        try:
            verify_links(self.operation)
            with self._following(None):
                self.verifier.verify(self.operation)
        except CompilationError as error:
            raise Error(error.diagnostics, self.source) from None

    def copy(self) -> Module:
        """Returns a copy that shares nothing mutable with this module."""
        copy = Module(self.operation.clone(), self.source, self.resources)
        copy.is_as_written, copy.shardy = self.is_as_written, self.shardy
        return copy

    def __copy__(self) -> Module:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Module:
        return self.copy()

    def run(
        self,
        *passes: str | Pass,
        verify: bool = True,
        on_remark: Callable[[Remark], object] | None = None,
        on_warning: Callable[[Diagnostic], object] | None = None,
        instruments: Sequence[Instrument] = (),
        shardy: str | None = None,
    ) -> Module:
        """Runs passes, or passes by name ("sdy-inline-meshes", with options "pass{option=value}"), and returns itself.

        With `verify` the module is verified after each pass that may have changed it. `on_remark` is called with
        each remark, in which a pass explains what it does or does not do, and `on_warning` with each warning.
        `instruments` are called before and after each pass, as `sdyopt.print_ir()` and `sdyopt.Timing()`.
        Passes follow the Shardy of the release `shardy` of jaxlib, "0.12.0.1" or "newest"; without one that of the
        jaxlib whose object the program was, or the default.

        Raises PipelineError for unknown passes and options, BrokenPassError for a pass of another package that cannot
        be run, ValueError for an unknown release, and Error if a pass fails or leaves an invalid module.
        """
        with self._following(shardy):
            pipeline = Pipeline.of([element for given in passes for element in _elements(given)])
            return self.run_pipeline(pipeline, verify, on_remark, on_warning, instruments)

    def _following(self, shardy: str | None) -> AbstractContextManager[object]:
        """Returns the context in which passes follow the release of that name, or else the program's own."""
        return following_unless_chosen(self.shardy) if shardy is None else following(shardy)

    def run_pipeline(
        self,
        pipeline: str | Pipeline,
        verify: bool = True,
        on_remark: Callable[[Remark], object] | None = None,
        on_warning: Callable[[Diagnostic], object] | None = None,
        instruments: Sequence[Instrument] = (),
        shardy: str | None = None,
    ) -> Module:
        """Runs a pipeline in the syntax of `-pass-pipeline`, "builtin.module(sdy-inline-meshes,…)", and returns itself.

        The other arguments are those of `run`, and so are the errors.
        """
        if shardy is not None or (self.shardy is not None and not is_chosen()):
            with self._following(shardy):
                return self.run_pipeline(pipeline, verify, on_remark, on_warning, instruments)
        if isinstance(pipeline, str):
            from sdyopt.pipeline.model import read_pipeline

            pipeline = read_pipeline(pipeline)
        remarks = None
        if on_remark is not None:
            from sdyopt.driver.remarks import RemarkReporter

            remarks = RemarkReporter(self.operation, self.source if self.is_as_written else None, on_remark)
        self.is_as_written = self.is_as_written and not pipeline.elements
        errors: list[CompilationError] = []
        manager = PassManager(
            pipeline,
            self.verifier,
            errors.append,
            verify,
            instruments,
            remarks=remarks,
            listeners=Listeners(
                emit=on_warning,
                unknown_ops=None if on_warning is None else partial(_unknown_ops, on_warning, set()),
                text=self._text_of,
                write=sys.stderr.write,
                show=partial(describe_operation, generic=False),
            ),
        )
        if not manager.run(self.operation):
            diagnostics = [diagnostic for error in errors for diagnostic in error.diagnostics]
            raise Error(diagnostics, self.source) from errors[0].__cause__
        return self

    @overload
    def walk(self, *kinds: str, post_order: bool = False) -> Iterator[Operation]: ...
    @overload
    def walk(self, *kinds: type[O], post_order: bool = False) -> Iterator[O]: ...
    def walk(self, *kinds: Any, post_order: bool = False) -> Iterator[Operation]:
        """Yields every operation, outer before inner, or with `post_order` after inner.

        With names or classes of `sdyopt.ops`, only operations of these kinds. The one just yielded may be erased or
        moved. Raises KeyError, with similar names, for the name of an operation that its dialect does not have.
        """
        for name in [kind for kind in kinds if isinstance(kind, str)]:
            dialect = REGISTRY.dialect(name.partition(".")[0])
            if dialect is not None and not dialect.allows_unknown_operations:
                definition(name)
        return self.operation.walk(*kinds, post_order=post_order)

    @property
    def functions(self) -> dict[str, Operation]:
        """The functions directly inside the module by their names, in order."""
        return {name: op for name, op in symbols(self.operation).items() if op.signature.definition is FUNC}

    # Meshes and shardings.

    @property
    def meshes(self) -> dict[str, Mesh]:
        """The meshes by their names, in order."""
        return meshes_by_name(self.operation)

    def set_mesh(self, name: str, mesh: Mesh) -> None:
        """Changes the mesh with that name, or adds one.

        Raises ValueError if another symbol has the name.
        """
        set_mesh(self.operation, name, mesh)

    def mesh_of(self, sharding: Sharding) -> Mesh:
        """Returns the mesh that a sharding names or contains. Raises KeyError for an unknown name."""
        if (mesh := sharding_mesh(sharding, self.meshes)) is None:
            raise KeyError(sharding.mesh_name)
        return mesh

    def sharding_uses(self) -> Iterator[ShardingUse]:
        """Yields every sharding with the operation that keeps it, in the order of the text."""
        return sharding_uses(self.operation)

    def rewrite_shardings(self, rewrite: Callable[[Sharding], Sharding]) -> bool:
        """Replaces every sharding by `rewrite(sharding)`, and returns whether any has changed.

        `rewrite` is called once for each different sharding.
        """
        return rewrite_shardings(Listing(self.operation), rewrite)

    # Values and places.

    def value_names(self) -> dict[Value, str]:
        """Returns the name of each value in `str(module)`: `%arg0`, `%3#1`. Computed at each call."""
        return Names(self.operation).values

    def place_of(self, what: Operation | OpResult | BlockArgument | Remark | Diagnostic) -> Place | None:
        """Returns the place of an operation, value, remark or warning: in the text, or in the file of its location.

        That of a function without a location is where its `return` is from, in programs of JAX where the function was
        called, or else its line in the text. None if there is none.
        """
        location = what.owner.location if isinstance(what, OpResult) else what.location
        found = place_of(location, self.source)
        if found is None and isinstance(what, Operation) and what.definition is FUNC:
            return function_place(what, self.source)
        return found

    def resource_values(self, attribute: DenseResourceAttr) -> tuple[Any, ...]:
        """Returns the elements that an attribute refers to, as `DenseElementsAttr.values` does.

        Raises KeyError if the module has no resource with the key, and ValueError if it has another number of bytes.
        """
        return resource_values(attribute, self.resources or {})

    def to_text(
        self,
        generic: bool = False,
        debug_info: bool = False,
        *,
        of: Operation | None = None,
        **options: Unpack[PrintingOptions],
    ) -> str:
        """Returns the text, optionally in generic form or with locations; or that `of` an operation inside.

        The other options are those of `PrintOptions`, as `value_users=True` or `elide_elements=16`.
        """
        chosen = PrintOptions(generic=generic, debug_info=debug_info, **options)
        with self._following(None):
            return print_operation(self.operation if of is None else of, self.source, chosen, self.resources)

    def to_bytecode(self, version: int | None = None) -> bytes:
        """Returns MLIR bytecode in that version of its format, the newest by default. Raises Error."""
        source = self.source
        return self._binary(
            lambda: bytecode.write(self.operation, self.resources, version, source.resolve, source.data)
        )

    def to_portable_artifact(self, target: str) -> bytes:
        """Returns a portable artifact for a version of StableHLO, as "1.9.0". Raises Error for what it cannot express.

        Operations and attributes of other dialects, as those of SDY, stay as they are.
        """
        return self._binary(
            lambda: bytecode.write_artifact(self.operation, target, self.resources, self.source.resolve)
        )

    def _binary(self, write: Callable[[], bytes]) -> bytes:
        try:
            with self._following(None):
                return write()
        except CompilationError as error:
            raise Error(error.diagnostics, self.source) from None

    def _text_of(self, op: Operation, in_place: bool) -> str:
        """The text of an operation for a pass: in generic form if it is not valid."""
        try:
            self.verifier.verify(op)
            is_valid = True
        except CompilationError:
            is_valid = False
        options = PrintOptions(generic=not is_valid, local_scope=in_place or op.parent is not None)
        return print_operation(op, self.source, options, self.resources)

    def __str__(self) -> str:
        """Returns the text, in generic form if the module is invalid and cannot be printed otherwise."""
        try:
            return self.to_text()
        except (LookupError, AttributeError, TypeError, ValueError, AssertionError):
            return self.to_text(generic=True)

    def __repr__(self) -> str:
        names = ", ".join([f"@{name}" for name in self.functions])
        return f"<Module {self.source.name!r}: {names or 'no functions'}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the module as text, with locations, its release, and whether passes have run; without its source."""
        text = self.to_text(generic=True, debug_info=True)
        return _unpickled, (text, self.source.name, self.is_as_written, self.shardy)


def _unpickled(text: str, name: str, is_as_written: bool, shardy: str | None) -> Module:
    """Returns a module that was pickled; one that passes have changed is not taken to be as it was written."""
    module = parse(text, True, name)
    module.is_as_written, module.shardy = is_as_written, shardy
    return module


run_pipeline = Module.run_pipeline


def _unknown_ops(on_warning: Callable[[Diagnostic], object], reported: set[str]) -> UnknownOps:
    """Returns what warns of operations without a known sharding rule, once in all of a run's passes."""
    from sdyopt.mlir.rewrite.remarks import UnknownOps

    return UnknownOps(on_warning, partial(describe_operation, generic=False), reported)


def _elements(given: str | Pass) -> tuple[PassInvocation | Pipeline, ...]:
    """Returns a pass or named pipeline, by its name, with or without options, or a pass that is ready to run."""
    if isinstance(given, str):
        name, brace, options = given.partition("{")
        entry = find_named(name)
        if not brace:
            return invoked(entry)
        from sdyopt.pipeline.model import read_pass

        if not options.endswith("}"):
            from sdyopt.pipeline.registry import PipelineError

            raise PipelineError(f"expected '}}' at the end of '{given}'")
        return read_pass(entry, options[:-1], entry.anchor)
    return (PassInvocation(PassEntry(given.name, lambda: type(given)), instance=given),)


def parse(
    program: ProgramInput,
    allow_unregistered_dialect: bool = False,
    name: str | None = None,
    *,
    args: Sequence[Any] = (),
    kwargs: Mapping[str, Any] | None = None,
) -> Module:
    """Parses and verifies a program, and returns the module.

    A program is a text, bytes, a path object, or a live object: of JAX a jitted function, which is lowered for `args`
    and `kwargs`, what it is traced or lowered to, or `jax.export.Exported`; or a module of MLIR's Python bindings.
    `name` is its name in diagnostics unless it has a path: by default "<string>", or the module's if it is an object.

    Raises Error, OSError for a file that cannot be read, and TypeError for what is not a program.
    """
    given = read_program(program, args, kwargs)
    return parse_given(given, allow_unregistered_dialect, name, isinstance(program, str))


def parse_given(
    given: ProgramText, allow_unregistered_dialect: bool = False, name: str | None = None, is_text: bool = False
) -> Module:
    """Returns the module of a program that has been read, as in the release of its jaxlib. Raises Error."""
    shardy = loaded_release() if given.is_live else None
    with following_unless_chosen(shardy):
        module = _parsed(given, allow_unregistered_dialect, name, is_text)
    module.shardy = shardy
    return module


def _parsed(given: ProgramText, allow_unregistered_dialect: bool, name: str | None, is_text: bool) -> Module:
    text = given.text
    source = source_of(text, given.name(name, "<string>"))
    try:
        parsed = read_source(source, allow_unregistered_dialect)
    except CompilationError as error:
        from sdyopt.driver.input_output import foreign_format

        foreign = foreign_format(source.text) if source.is_mlir else None
        diagnostics = (foreign or error).diagnostics
        hint = file_hint(text) if is_text else ""
        if hint:
            diagnostics = [diagnostics[0]._replace(hint=hint), *diagnostics[1:]]
        failure = Error(diagnostics, source)
        if given.is_live and given.is_compiled:
            failure.add_note("hint: sdyopt.view.view shows what XLA has compiled")
        raise failure from None
    module = Module(parsed.module, source, parsed.resources)
    try:
        module.verifier.verify(module.operation, parsed.is_rewired)
    except CompilationError as error:
        raise Error(error.diagnostics, source) from None
    return module
