"""The `sdy-opt` command."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING, Any

import click

from sdyopt.cli import EXIT_FAILURE, console
from sdyopt.cli.command import MlirCommand, Section
from sdyopt.cli.flags import (
    SECONDS,
    ChoiceFlag,
    Flag,
    ImpliedFlag,
    JobsFlag,
    ListFlag,
    MarkerFlag,
    OnceFlag,
    PlaceOptions,
    ValueFlag,
    files,
    regular_expressions,
)
from sdyopt.cli.pass_flags import PassNameFlag, pass_section, pipeline
from sdyopt.dialects import REGISTRY
from sdyopt.driver.input_output import OFF as UNKNOWN_ATTRIBUTES
from sdyopt.driver.input_output import SPLIT_MARKER, STANDARD, is_null_device
from sdyopt.mlir.literals.dense import HEX_THRESHOLD
from sdyopt.mlir.releases import followed
from sdyopt.pipeline.registry import PIPELINES, BrokenPassError, PassEntry, all_passes

if TYPE_CHECKING:
    from sdyopt.driver.job import Options
    from sdyopt.pipeline.model import Pipeline


# The options of `sdy-opt`, in the order of `--help`.


def _all_flag(name: str, help: str, other: str) -> ImpliedFlag:
    """Returns the flag `-name` for "all", or `-name=other`."""
    return ImpliedFlag(name, help, other, "all", type=click.Choice(["all", other]))


def _list_options(context: click.Context) -> str:
    assert isinstance(context.command, MlirCommand)
    return context.command.list_options(context)


PASSES = pass_section()

INPUT = Section(
    "Input",
    (
        MarkerFlag(
            "split-input-file",
            f"Treat the parts between lines '{SPLIT_MARKER}', or TEXT, as separate modules.",
            SPLIT_MARKER,
        ),
        Flag("allow-unregistered-dialect", "Accept operations, types and attributes of unknown dialects."),
        Flag("no-implicit-module", "Do not wrap the input, a single operation, in a module."),
    ),
)

OUTPUT = Section(
    "Output",
    (
        OnceFlag(
            ["-o", "output"],
            default="-",
            metavar="FILE",
            help="The output file; standard output by default. For several inputs, or with a / at the end, the folder "
            "of their outputs.",
        ),
        ValueFlag(
            "output-split-marker",
            f"The separator of the outputs of parts (default: {SPLIT_MARKER}).",
            "TEXT",
            default=SPLIT_MARKER,
        ),
        Flag("emit-bytecode", "Write MLIR bytecode instead of text."),
        ValueFlag(
            "emit-bytecode-version",
            "Write this version of the format of bytecode (default: the newest).",
            "N",
            type=click.IntRange(0),
        ),
        ValueFlag("emit-bytecode-producer", "The name of the producer in bytecode (default: the release's).", "TEXT"),
        ValueFlag(
            "stablehlo-serialize-target",
            "Write a portable artifact of this version of StableHLO instead of text: 1.9.0.",
            "VERSION",
        ),
        _all_flag("diff", "Write what the passes change as a unified diff: all together, or each.", "each"),
    ),
)

PRINTING = Section(
    "Printing",
    (
        Flag("mlir-print-op-generic", "Print operations in generic form."),
        Flag("mlir-print-debuginfo", "Print locations."),
        Flag("mlir-print-local-scope", "Print attributes, types and locations in place instead of aliases."),
        Flag("mlir-print-value-users", "Print the users of each value in a comment."),
        Flag("mlir-use-nameloc-as-prefix", "Name values like the names in their locations."),
        ValueFlag(
            "mlir-elide-elementsattrs-if-larger",
            "Print dense_resource<__elided__> instead of more than N different elements.",
            "N",
            type=click.IntRange(0),
        ),
        ValueFlag(
            "mlir-print-elementsattrs-with-hex-if-larger",
            "Print more than N different elements as one hexadecimal string (default: 100; -1: never).",
            "N",
            type=int,
            default=HEX_THRESHOLD,
        ),
    ),
)

SNAPSHOTS = Section(
    "Snapshots and timing, on standard error",
    (
        Flag("dump-pass-pipeline", "Print the pipeline, with the options of its passes."),
        PassNameFlag("mlir-print-ir-before", "Print the program before these passes."),
        PassNameFlag("mlir-print-ir-after", "Print the program after these passes."),
        Flag("mlir-print-ir-before-all", "Print the program before each pass."),
        Flag("mlir-print-ir-after-all", "Print the program after each pass."),
        Flag("mlir-print-ir-after-change", "Print the program after a pass only if the pass has changed it."),
        Flag("mlir-print-ir-after-failure", "Print the program only after a pass that fails."),
        Flag("mlir-print-ir-module-scope", "Print the whole module, even if a pass runs on an operation inside it."),
        ValueFlag("mlir-print-ir-tree-dir", "Write each of these to a file of its own in FOLDER.", "FOLDER"),
        Flag("mlir-timing", "Print the time of parsing, each pass, each verification and printing."),
        ChoiceFlag("mlir-timing-display", "Show times as a tree, or as a list by name.", ("tree", "list")),
        ChoiceFlag("mlir-output-format", "Write times as text, or as JSON.", ("text", "json")),
        Flag("mlir-pass-statistics", "Count the decisions of each pass, by kinds of remarks."),
    ),
)

REPRODUCERS = Section(
    "Reproducers: programs with a pipeline to run on them",
    (
        ValueFlag("mlir-generate-reproducer", "Write a reproducer to FILE before the passes run.", "FILE"),
        ValueFlag("mlir-pass-pipeline-crash-reproducer", "Write a reproducer to FILE if a pass fails.", "FILE"),
        Flag("run-reproducer", "Run the pipeline that the input has in its resources."),
    ),
)

DIAGNOSTICS = Section(
    "Diagnostics",
    (
        _all_flag(
            "verify-diagnostics",
            "Compare diagnostics with the expected-error comments of the input; others are errors, or ignored.",
            "only-expected",
        ),
        Flag("verify-roundtrip", "Verify that the input stays the same when it is printed and parsed again."),
        Flag("verify-each", "Verify the module after each pass (the default).", default=True),
        *PlaceOptions.flags(),
        click.Option(
            ["-W", "warnings"],
            multiple=True,
            type=click.Choice([UNKNOWN_ATTRIBUTES, "no-dropped-sums", "no-dropped-strides", "no-wrong-sums"]),
            metavar="no-WARNING",
            help="Do not warn about attributes sdy.… that the SDY dialect does not declare (no-unknown-attributes), "
            "about sums over devices (no-dropped-sums) and strides of slices (no-dropped-strides) that a pass drops as "
            "the reference does, or about sums in place of other reductions (no-wrong-sums).",
        ),
        Flag("mlir-disable-diagnostic-notes", "Leave out the notes of diagnostics."),
        Flag("mlir-print-op-on-diagnostic", "Show the operation that an error is about, as it is then, in a note."),
        Flag("debug", "Show the traceback of an error inside a pass of another package, or inside sdy-opt."),
        ImpliedFlag(
            "remarks",
            "Report each decision of passes at the operation concerned; only of passes whose names match REGEX.",
            "REGEX",
            "",
            multiple=True,
            callback=regular_expressions,
        ),
        ValueFlag(
            "remarks-format",
            "Write remarks as text, or each as a line of JSON, or count them by kind; without --remarks, all of them.",
            "text|json|summary",
            type=click.Choice(["text", "json", "summary"]),
        ),
        ValueFlag("remarks-output-file", "Write remarks to FILE; without --remarks, all of them.", "FILE"),
        ValueFlag(
            "debug-only",
            "Report the decisions of passes whose names contain one of these texts, as --remarks does.",
            "TEXT,…",
            multiple=True,
        ),
    ),
)

MANY_FILES = Section(
    "Many files",
    (
        JobsFlag("The number of processes for several inputs: 1 by default; auto, or 0, for the number of processors."),
        Flag("mlir-disable-threading", "Use one process."),
        ValueFlag(
            "timeout", "Give up on an input after SECONDS, with an error that names the pass.", "SECONDS", type=SECONDS
        ),
    ),
)


def _new_project(context: click.Context, option: click.Parameter, path: str | None) -> None:
    """Makes a project and ends the command, if `--new-project` is given."""
    if path is None or context.resilient_parsing:
        return
    from sdyopt.cli.project import ProjectError, create_project

    try:
        click.echo(create_project(path), nl=False)
    except ProjectError as error:
        click.echo(f"{context.info_name}: error: {error}", err=True)
        context.exit(EXIT_FAILURE)
    context.exit()


LISTS = Section(
    "Lists and projects, in place of a run",
    (
        ListFlag("list-passes", "List the passes and their options.", lambda _: list_passes()),
        ListFlag(
            "show-dialects", "List the dialects.", lambda _: f"Available Dialects: {', '.join(REGISTRY.described())}"
        ),
        ValueFlag(
            "new-project",
            "Make a package with a dialect, passes, sharding rules and tests in the folder NAME.",
            "NAME",
            is_eager=True,
            expose_value=False,
            callback=_new_project,
        ),
        ListFlag("list-options", "List all options by name, also as --help-list.", _list_options, ["help-list"]),
    ),
)

SECTIONS = (PASSES, INPUT, OUTPUT, PRINTING, SNAPSHOTS, DIAGNOSTICS, REPRODUCERS, MANY_FILES, LISTS)


_SEPARATORS = tuple(filter(None, (os.sep, os.altsep)))
"""A name with one at its end is that of a folder."""

_HELP = """Reads an MLIR program with Shardy (SDY) shardings, runs passes on it and writes the result.

INPUT is a file; without one, or with -, standard input is read. The outputs of several inputs go to the folder named by
-o. Every option may be written with one dash or two.
"""


def _sdy_opt(
    inputs: tuple[str, ...],
    output: str,
    jobs: int,
    passes: tuple[str, ...],
    pass_pipeline: str | None,
    dump_pass_pipeline: bool,
    debug_only: tuple[str, ...],
    disable_threading: bool,
    **options: Any,
) -> None:
    from sdyopt.driver.job import Options

    to_run = pipeline(passes, pass_pipeline)
    if dump_pass_pipeline:
        click.echo(f"Pass Manager with {len(to_run.elements)} passes:\n{to_run}", err=True)
    if debug_only:
        texts = ",".join(debug_only).split(",")
        options["remarks"] = (*options["remarks"], *map(re.escape, texts))
    configured = Options(**options, shardy=followed().name)
    if len(inputs) > 1 or output.endswith(_SEPARATORS):
        _run_many(inputs, output, 1 if disable_threading else jobs, to_run, configured)
    else:
        _run_one(inputs[0] if inputs else STANDARD, output, to_run, configured)


def _run_one(input: str, output: str, to_run: Pipeline, options: Options) -> None:
    """Processes one input, and writes the output if the run succeeds."""
    from sdyopt.driver.job import process

    text, name = console.read_text(input)
    if options.remarks_output_file is not None:
        console.write_text(options.remarks_output_file, "")
    outcome = process(text, name, to_run, options, sys.stderr.write)
    shown = outcome.output
    if options.diff and output == STANDARD:
        from sdyopt.display.ansi import for_standard_output

        shown = for_standard_output(shown, options.color)
    if outcome.succeeded or (shown and output == STANDARD):
        console.write_text(output, shown)
    if not outcome.succeeded:
        raise click.exceptions.Exit(EXIT_FAILURE)


def _run_many(inputs: tuple[str, ...], output: str, jobs: int, to_run: Pipeline, options: Options) -> None:
    """Processes several inputs in workers, and writes to the folder `output`, or nowhere if it is the null device."""
    from sdyopt.driver.batch.run import OF_ONE_INPUT, run_many
    from sdyopt.driver.batch.workers import RunError

    folder = None if output == STANDARD or is_null_device(output) else output
    for name in OF_ONE_INPUT:
        if getattr(options, name) is not None and (len(inputs) > 1 or name == "remarks_output_file"):
            flag = name.replace("_", "-") if name.startswith("remarks") else f"mlir-{name.replace('_', '-')}"
            raise click.UsageError(f"-{flag} names the file of one input")
    if STANDARD in inputs or not inputs:
        raise click.UsageError("standard input has no name for its output: name files only, or one output")
    if output == STANDARD and not (options.verify_diagnostics or options.diff):
        raise click.UsageError("several inputs need a folder for their outputs: -o FOLDER")
    try:
        succeeded = run_many(inputs, folder, jobs, to_run, options)
    except RunError as error:
        console.fail(str(error))
    if not succeeded:
        raise click.exceptions.Exit(EXIT_FAILURE)


# The options of mlir-opt that sdy-opt does not have, and what they are for: https://mlir.llvm.org/docs/.

_PLUGINS = "loads plugins in C++; passes and dialects of Python packages are found by their entry points"
_INTERNAL = "serves to debug MLIR's own code"
_STATISTICS = "shows statistics of LLVM's own code; --mlir-timing and --mlir-pass-statistics show those of passes"
_TRACES = "shows where in its own code MLIR reports a diagnostic; --debug shows tracebacks"

_REMARKS = "selects LLVM's remarks; --remarks=REGEX selects those of sdy-opt by their passes"

_MORE_PRINTING = "changes how programs are printed for people; --help lists the options that sdy-opt has for that"

_NAMES_OF_OTHERS = {
    "load-dialect-plugin load-pass-plugin": _PLUGINS,
    "log-actions-to log-mlir-actions-filter profile-actions-to mlir-enable-debugger-hook debug-counter "
    "print-debug-counter mlir-debug-counter mlir-print-debug-counter debug-buffer-size disable-symbolication "
    "crash-diagnostics-dir print-all-options print-options": _INTERNAL,
    "stats stats-json info-output-file track-memory time-passes sort-timers": _STATISTICS,
    "irdl-file": "defines dialects in IRDL, whose constraints are mostly C++; Python packages define dialects",
    "mlir-pass-statistics-display": "shows statistics as a list; those of --mlir-pass-statistics are in the pipeline",
    "mlir-print-stacktrace-on-diagnostic": _TRACES,
    "mlir-diagnostic-verbosity-level": "leaves out remarks and warnings; sdy-opt shows remarks with --remarks only",
    "mlir-pretty-debuginfo mlir-print-unique-ssa-ids mlir-print-skip-regions mlir-print-assume-verified "
    "mlir-elide-resource-strings-if-larger elide-resource-data-from-bytecode": _MORE_PRINTING,
    "help-hidden help-list-hidden": "shows options of LLVM's own code; --help shows all of sdy-opt",
    "mlir-very-unsafe-disable-verifier-on-parsing": "reads invalid programs; sdy-opt verifies all that it reads",
    "mlir-pass-pipeline-local-reproducer": "writes the program before the pass that fails; "
    "--mlir-pass-pipeline-crash-reproducer writes that before the pipeline",
    "remark-format": "selects the form of LLVM's remarks; --remarks-format selects that of sdy-opt's",
    "remarks-filter remarks-filter-passed remarks-filter-missed remarks-filter-failed remarks-filter-analyse "
    "remark-policy": _REMARKS,
}
OTHER_OPTIONS = {name: reason for names, reason in _NAMES_OF_OTHERS.items() for name in names.split()}

_DIALECTS = (
    "acc affine amdgpu arith arm-neon arm-sme arm-sve async bufferization buffer control-flow dlti emitc "
    "expand-strided fold-memref func gpu index linalg llvm map math memref mesh ml-program mpi nvgpu nvvm omp openacc "
    "outline pdl ptr quant rocdl scf shape shard sharding sparse sparsification spirv tensor tosa transform ub vector "
    "wasmssa x86vector xegpu xevm"
)
_PASSES = re.compile(
    rf"convert-[\w-]+|test-[\w-]+|[\w-]+-to-[\w-]+|one-shot-bufferize|(?:{'|'.join(_DIALECTS.split())})-[\w-]+"
)


def explained(name: str) -> str | None:
    """Returns the error for an option of mlir-opt that sdy-opt does not have; None for others."""
    name = name.partition("=")[0]
    if (reason := OTHER_OPTIONS.get(name)) is not None:
        return f"'-{name}' is an option of mlir-opt that {reason}"
    if _PASSES.fullmatch(name):
        return f"'-{name}' may be a pass of mlir-opt, on dialects or in tests that sdy-opt does not have"
    return None


# Lists of passes with their options, and of dialects, as mlir-opt prints them.

_KINDS = {bool: "", int: "=<long>", str: "=<string>", tuple: "=<string>"}


def list_passes() -> str:
    """Returns each pass, then each named pipeline, with its description, followed by its options."""
    pipelines = {entry.name for entry in PIPELINES}
    passes: list[tuple[str, str]] = []
    named: list[tuple[str, str]] = []
    for name, entry in sorted(all_passes().items()):
        rows = named if name in pipelines else passes
        rows.append((f"  --{name}", entry.description))
        if name == entry.name:
            rows += _options(entry)
    width = max(len(left) for left, _ in (*passes, *named))
    lines = [[f"{left:{width}} - {right}" for left, right in rows] for rows in (passes, named)]
    return "\n".join(["Passes:", *lines[0], "Pass Pipelines:", *lines[1]])


def _options(entry: PassEntry) -> list[tuple[str, str]]:
    """Returns the options of a pass with their help, and the kinds of their values as mlir-opt shows them."""
    try:
        options = entry.options.items()
    except BrokenPassError:
        return []
    kinds = {name: "=<value>" if option.choices else _KINDS[type(option.default)] for name, option in options}
    return [(f"    --{name}{kinds[name]}", option.help) for name, option in options]


COMMAND = MlirCommand(
    "sdy-opt",
    _sdy_opt,
    _HELP,
    click.Argument(["inputs"], nargs=-1, metavar="[INPUT]...", shell_complete=files),
    SECTIONS,
    (
        *(
            "o",
            "sdy-propagation-pipeline",
            "pass-pipeline",
            "list-passes",
            "diff",
            "remarks",
            "mlir-print-ir-after-all",
        ),
        *("split-input-file", "verify-diagnostics", "allow-unregistered-dialect"),
    ),
    explained,
)

run = COMMAND.run
