"""One input from text to text: read, run the passes, write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Literal

from sdyopt.dialects import REGISTRY
from sdyopt.driver.input_output import (
    OFF,
    SPLIT_MARKER,
    binary_output,
    foreign_format,
    near_misses,
    only_operation,
    read_source,
    source_of,
    split,
    unknown_attributes,
)
from sdyopt.driver.report import MessageOptions, Report, Write, is_valid
from sdyopt.ir.operation import Operation
from sdyopt.ir.records import NamedTuple
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic, Source
from sdyopt.mlir.read.parser import ParsedText
from sdyopt.mlir.releases import DEFAULT, following
from sdyopt.mlir.verify.verifier import Verifier
from sdyopt.mlir.write.builtin import PLAIN, PrintOptions
from sdyopt.mlir.write.printer import describe_operation, print_operation
from sdyopt.pipeline.model import Pipeline
from sdyopt.rewriting.passes import MODULE, Configured

if TYPE_CHECKING:
    from sdyopt.driver.instruments.diff import ProgramHistory, Rename
    from sdyopt.driver.instruments.timing import Statistics, TimeLimit, Timing
    from sdyopt.driver.remarks import RemarkReporter, RemarkWriter
    from sdyopt.driver.self_checks import Reproducer
    from sdyopt.pipeline.manager import Instrument, PassManager


class Options(Configured):
    """How inputs are read, checked and written; each option has the name of its flag, and the type of its values."""

    shardy: str = DEFAULT.name
    """The release of Shardy that the run follows, by its version of jaxlib."""
    allow_unregistered_dialect: bool = False
    split_input_file: str | None = None
    """The beginning of lines that separate the parts of an input; None if it is one part."""
    output_split_marker: str = SPLIT_MARKER
    no_implicit_module: bool = False
    verify_roundtrip: bool = False
    run_reproducer: bool = False
    generate_reproducer: str | None = None
    pass_pipeline_crash_reproducer: str | None = None
    """The files of reproducers: written before the passes run, and if one of them fails."""
    verify_diagnostics: Literal["all", "only-expected"] | None = None
    """"only-expected" if other diagnostics do not matter."""
    verify_each: bool = True
    timeout: float | None = None
    """The seconds that an input may take; see `process`."""
    print_op_generic: bool = False
    print_debuginfo: bool = False
    print_local_scope: bool = False
    print_value_users: bool = False
    elide_elementsattrs_if_larger: int | None = None
    print_elementsattrs_with_hex_if_larger: int = PLAIN.hex_elements
    use_nameloc_as_prefix: bool = False
    emit_bytecode: bool = False
    emit_bytecode_version: int | None = None
    emit_bytecode_producer: str | None = None
    stablehlo_serialize_target: str | None = None
    """The version of StableHLO for which a portable artifact is written."""

    color: Literal["auto", "always", "never"] = "auto"
    diagnostics_format: Literal["text", "json"] = "text"
    frames: Literal["user", "innermost", "all"] = "user"
    skip_frames: Sequence[str] = ()
    disable_diagnostic_notes: bool = False
    print_op_on_diagnostic: bool = False
    print_ir_before: tuple[str, ...] = ()
    print_ir_after: tuple[str, ...] = ()
    print_ir_before_all: bool = False
    print_ir_after_all: bool = False
    print_ir_after_change: bool = False
    print_ir_after_failure: bool = False
    print_ir_module_scope: bool = False
    print_ir_tree_dir: str | None = None
    timing: bool = False
    timing_display: Literal["tree", "list"] = "tree"
    output_format: Literal["text", "json"] = "text"
    """The form of the report of times."""
    pass_statistics: bool = False
    diff: Literal["all", "each"] | None = None
    """"all" writes what all passes have changed instead of the module, "each" what each pass has changed."""
    remarks: Sequence[str] = ()
    remarks_format: Literal["text", "json", "summary"] | None = None
    remarks_output_file: str | None = None
    debug: bool = False
    warnings: Sequence[str] = ()
    """The warnings that are switched off, each as `no-` and its name."""

    @property
    def of_messages(self) -> MessageOptions:
        """The form of messages."""
        return MessageOptions(
            self.diagnostics_format,
            self.color,
            self.frames,
            self.skip_frames,
            self.debug,
            not self.disable_diagnostic_notes,
        )

    @property
    def takes_snapshots(self) -> bool:
        """Whether the program is printed before or after passes."""
        before = self.print_ir_before or self.print_ir_before_all
        return bool(before or self.print_ir_after or self.print_ir_after_all or self.print_ir_after_failure)

    @property
    def printing(self) -> PrintOptions:
        """How programs are printed."""
        return PrintOptions(
            generic=self.print_op_generic,
            debug_info=self.print_debuginfo,
            local_scope=self.print_local_scope,
            value_users=self.print_value_users,
            elide_elements=self.elide_elementsattrs_if_larger,
            hex_elements=self.print_elementsattrs_with_hex_if_larger,
            names_from_locations=self.use_nameloc_as_prefix,
        )


class Outcome(NamedTuple):
    """The result of an input: the text to write, and whether the run has succeeded."""

    output: str
    succeeded: bool


class _Chunk(NamedTuple):
    """The outcome of one chunk of an input.

    `succeeded` says what the exit status depends on: that nothing failed or, with `verify_diagnostics`, that what was
    expected came. Its output is written if it `is_complete`, whatever was expected.
    """

    output: str
    succeeded: bool
    is_complete: bool
    history: ProgramHistory | None


def process(
    text: str,
    name: str,
    pipeline: Pipeline,
    options: Options,
    write: Write,
    give_up: Callable[[], object] | None = None,
) -> Outcome:
    """Runs `pipeline` over the module in `text`, or over each chunk of it; `write` takes the messages.

    After the timeout `give_up` is called in another thread, with the error written; it ends this process, as after a
    failure if it is None.
    """
    with following(options.shardy):
        chunks = _chunks(text, name, options, write)
        observers = Observers.of(options)
        if options.timeout is not None:
            observers = observers._replace(limit=_time_limit(chunks[0], options, write, give_up))
        try:
            processed = [_process_chunk(chunk, pipeline, options, write, observers) for chunk in chunks]
        finally:
            if observers.limit is not None:
                observers.limit.stop()
        done = [chunk for chunk in processed if chunk.is_complete]
        between = f"\n{options.output_split_marker}\n"
        if options.diff:
            from sdyopt.driver.instruments import diff as changes

            histories = [chunk.history.states for chunk in done if chunk.history]
            show = changes.of_each_pass if options.diff == "each" else changes.overall
            output = "".join(show(name, histories, between))
        else:
            output = between.join([chunk.output for chunk in done])
        if observers.statistics is not None:
            write(observers.statistics.report())
        if observers.timing is not None:
            write(observers.timing.report(options.timing_display == "list", options.output_format == "json"))
        return Outcome(output, all(chunk.succeeded for chunk in processed))


def _time_limit(source: Source, options: Options, write: Write, give_up: Callable[[], object] | None) -> TimeLimit:
    from sdyopt.driver.instruments.timing import TimeLimit, end_process

    def expire(message: str) -> None:
        Report(source, write, options=options.of_messages).emit(Diagnostic("error", message, -1))
        (give_up or end_process)()

    assert options.timeout is not None
    return TimeLimit(options.timeout, expire)


def _chunks(text: str, name: str, options: Options, write: Write) -> list[Source]:
    """Returns the parts of an input, and warns of lines that are nearly separators."""
    source = source_of(text, name)
    if (marker := options.split_input_file) is None or source.data is not None:
        return [source]
    Report(source, write, options=options.of_messages).add(list(near_misses(source.text, marker)))
    return split(source.text, name, marker)


class Observers(NamedTuple):
    """The observers of the runs over all chunks of an input."""

    timing: Timing | None
    statistics: Statistics | None
    warned: set[str]
    """The warnings that are given only once, and were."""
    limit: TimeLimit | None = None

    @classmethod
    def of(cls, options: Options) -> Observers:
        """Returns what options request."""
        timing = statistics = None
        if options.timing:
            from sdyopt.driver.instruments.timing import Timing

            timing = Timing()
        if options.pass_statistics:
            from sdyopt.driver.instruments.timing import Statistics

            statistics = Statistics()
        return cls(timing, statistics, set())


def _process_chunk(source: Source, pipeline: Pipeline, options: Options, write: Write, observers: Observers) -> _Chunk:
    """Runs `pipeline` over one chunk."""
    timing, statistics, warned, limit = observers
    stage: Callable[[str], AbstractContextManager[object]] = timing.stage if timing else nullcontext
    report = Report(source, write, options.verify_diagnostics, options.of_messages)
    output, history, writer = "", None, None
    try:
        with stage("Parser"):
            parsed = _parse(report, options)
        report.program = parsed.module if options.print_op_on_diagnostic else None
        verifier = Verifier(REGISTRY, describe_operation)
        with stage("Verifier"):
            tolerated = verifier.verify(parsed.module, parsed.is_rewired)
        report.add(tolerated)
        if not (options.verify_diagnostics or OFF in options.warnings):
            report.add(unknown_attributes(source.text if source.is_mlir else ""))
        verify_each = options.verify_each
        if options.run_reproducer:
            from sdyopt.driver.self_checks import stored

            found, is_verified = stored(parsed.external_resources)
            pipeline = pipeline if found is None else found
            verify_each = verify_each if is_verified is None else is_verified
        program = only_operation(parsed.module, source.name) if options.no_implicit_module else parsed.module
        if options.verify_roundtrip:
            from sdyopt.driver.self_checks import verify_round_trip

            verify_round_trip(program, source, parsed.resources, options.allow_unregistered_dialect)
        printer = _Printer(program, source, parsed, options, verifier)
        wanted: list[Instrument] = [] if limit is None else [limit]
        if options.takes_snapshots:
            from sdyopt.driver.instruments.snapshots import Snapshots

            wanted.append(Snapshots(options, printer.text, verifier, report.write))
        if timing is not None:
            wanted.append(timing)
        if options.diff:
            from sdyopt.driver.instruments.diff import ProgramHistory

            history = ProgramHistory(program, printer.output, options.diff == "each")
            wanted.append(history)
        reproducer = _reproducer(printer, pipeline, verify_each, options)
        if reproducer is not None:
            wanted.append(reproducer)
        if statistics is not None:
            wanted.append(statistics)
        remarks, writer = _remarks(program, options, report)
        succeeded = not pipeline.elements and (options.no_implicit_module or pipeline.anchor == MODULE)
        if not succeeded:
            from sdyopt.mlir.rewrite.remarks import Listeners, UnknownOps
            from sdyopt.pipeline.manager import PassManager

            # Expected warnings have no notes, as in MLIR.
            show = None if options.verify_diagnostics else partial(describe_operation, generic=False)
            manager = PassManager(
                pipeline,
                verifier,
                report.fail,
                verify_each,
                wanted,
                remarks if statistics is None else statistics.follower(pipeline, remarks),
                Listeners(
                    emit=report.emit,
                    warned=warned,
                    unknown_ops=lambda: UnknownOps(report.emit, show, warned),
                    text=printer.valid_text,
                    write=report.write,
                    show=show,
                    warns_of=lambda name: not options.verify_diagnostics and f"no-{name}" not in options.warnings,
                ),
            )
            succeeded = _run(manager, program, source)
        if succeeded:
            if remarks is not None and not options.verify_diagnostics:
                for pattern in remarks.unmatched:
                    message = f"no remarks: -remarks={pattern} matches the name of no pass that has run"
                    report.emit(Diagnostic("warning", message, -1))
            with stage("Output"):
                output = history.end() if history else printer.output()
        elif reproducer is not None and options.pass_pipeline_crash_reproducer is not None:
            reproducer.write(options.pass_pipeline_crash_reproducer)
            report.fail(reproducer.failure(program, options.pass_pipeline_crash_reproducer))
    except CompilationError as error:
        report.fail(error)
    if writer is not None:
        writer.finish()
    return _Chunk(output, report.finish(), not report.failed, history)


def _run(manager: PassManager, program: Operation, source: Source) -> bool:
    """Runs a pipeline. An internal error gets a note that names a reproducer, which is written."""
    try:
        return manager.run(program)
    except Exception as error:
        from sdyopt.display.exceptions import module_of_another
        from sdyopt.driver.self_checks import note_of

        is_own = module_of_another(error.__traceback__) is None
        if is_own and not isinstance(error, (CompilationError, OSError, MemoryError)):
            note = note_of(source, manager.pipeline, manager.verify_each)
            if note:
                error.add_note(note)
        raise


def _reproducer(printer: _Printer, pipeline: Pipeline, verify_each: bool, options: Options) -> Reproducer | None:
    """Returns the reproducer of a run, if one is requested. Raises CompilationError if it cannot be written."""
    if options.generate_reproducer is None and options.pass_pipeline_crash_reproducer is None:
        return None
    from sdyopt.driver.self_checks import Reproducer

    reproducer = Reproducer(printer.whole_text(), pipeline, verify_each)
    if options.generate_reproducer is not None:
        reproducer.write(options.generate_reproducer)
    return reproducer


class _Printer:
    """Prints a program, and operations of it, as the options of a run say."""

    def __init__(
        self, program: Operation, source: Source, parsed: ParsedText, options: Options, verifier: Verifier
    ) -> None:
        self._program = program
        self._source = source
        self._resources = parsed.resources
        self._options = options
        self._verifier = verifier

    def text(
        self, op: Operation, must_be_generic: bool = False, rename: Rename | None = None, is_local: bool = False
    ) -> str:
        """Returns the text of an operation; `rename` may change the names in it."""
        printing = self._options.printing
        generic = printing.generic or must_be_generic
        is_local = is_local or printing.local_scope or op.parent is not None
        printing = printing._replace(generic=generic, local_scope=is_local)
        return print_operation(op, self._source, printing, self._resources, rename)

    def whole_text(self) -> str:
        """Returns the text of the program as it is printed without options."""
        return print_operation(self._program, self._source, resources=self._resources)

    def valid_text(self, op: Operation, in_place: bool) -> str:
        """Returns the text of an operation, in generic form if it is invalid, as in MLIR; see `Reporter.text_of`."""
        return self.text(op, not is_valid(op, self._verifier), is_local=in_place)

    def output(self, rename: Rename | None = None) -> str:
        """Returns the text of the program, which is only verified again if it may be invalid, or its binary form."""
        options = self._options
        if options.emit_bytecode or options.stablehlo_serialize_target is not None:
            return binary_output(self._program, self._source, self._resources, options)
        is_verified = options.verify_each and not (options.no_implicit_module or options.run_reproducer)
        return self.text(self._program, not (is_verified or is_valid(self._program, self._verifier)), rename)


def _remarks(module: Operation, options: Options, report: Report) -> tuple[RemarkReporter | None, RemarkWriter | None]:
    """Returns the reporter of remarks, and what writes them, if they are requested."""
    form = options.remarks_format, options.remarks_output_file
    if not (options.remarks or any(form)):
        return None, None
    from sdyopt.driver.remarks import RemarkReporter, RemarkWriter

    writer = RemarkWriter(report, *form)
    return RemarkReporter(module, report.source, writer, options.remarks or [""]), writer


def _parse(report: Report, options: Options) -> ParsedText:
    complaints: list[Diagnostic] = []
    try:
        return read_source(report.source, options.allow_unregistered_dialect, complaints, numbers_stay=True)
    except CompilationError:
        foreign = foreign_format(report.source.text) if report.source.is_mlir else None
        if foreign is None:
            raise
        raise foreign from None
    finally:
        report.add(complaints)
