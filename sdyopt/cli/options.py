"""The options of `sdy-opt`, in the order of `--help`.

Except for passes, input and output, each is a field of `sdyopt.driver.job.Options`. After a change, update the manual
pages with `python -m tools.man_pages` and the documentation with `python -m tools.docs.tables`.
"""

from __future__ import annotations

import click

from sdyopt.cli.command import Section
from sdyopt.cli.flags import AllFlag, ChoiceFlag, Flag, JobsFlag, ListFlag, MarkerFlag, NameFlag, OnceFlag, ValueFlag
from sdyopt.cli.message_flags import frame_flags, message_flags, regular_expressions
from sdyopt.cli.pass_flags import PassNameFlag, pass_section
from sdyopt.driver.diagnostics.unknown_attributes import OFF as UNKNOWN_ATTRIBUTES
from sdyopt.driver.io.splitting import SPLIT_MARKER
from sdyopt.mlir.literals.dense import HEX_THRESHOLD


def _list_passes(context: click.Context) -> str:
    from sdyopt.driver.pipeline.listing import list_passes

    return list_passes()


def _list_options(context: click.Context) -> str:
    from sdyopt.cli.command import MlirCommand

    assert isinstance(context.command, MlirCommand)
    return context.command.list_options(context)


def _list_dialects(context: click.Context) -> str:
    from sdyopt.driver.pipeline.listing import list_dialects

    return list_dialects()


def _no_operations(context: click.Context, option: click.Parameter, wanted: bool) -> bool:
    """Raises BadParameter if operations are to be printed in notes of diagnostics."""
    if wanted:
        raise click.BadParameter("messages show the line of the program, not the operation.")
    return wanted


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
        ValueFlag(
            "irdl-file",
            "Read the definitions of dialects from FILE, in IRDL, before the input. May be repeated.",
            "FILE",
            multiple=True,
        ),
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
        Flag("elide-resource-data-from-bytecode", "Omit the data of resources from bytecode."),
        ValueFlag(
            "stablehlo-serialize-target",
            "Write a portable artifact of this version of StableHLO instead of text: 1.9.0.",
            "VERSION",
        ),
        AllFlag("diff", "Write what the passes change as a unified diff: all together, or each.", "each"),
    ),
)

PRINTING = Section(
    "Printing",
    (
        Flag("mlir-print-op-generic", "Print operations in generic form."),
        Flag("mlir-print-debuginfo", "Print locations."),
        Flag("mlir-pretty-debuginfo", "Print locations as file.py:1:2, which cannot be parsed again."),
        Flag("mlir-print-local-scope", "Print attributes, types and locations in place instead of aliases."),
        Flag("mlir-print-value-users", "Print the users of each value in a comment."),
        Flag("mlir-print-unique-ssa-ids", "Number values uniquely in the whole module."),
        Flag("mlir-use-nameloc-as-prefix", "Name values like the names in their locations."),
        Flag("mlir-print-skip-regions", "Print {...} in place of regions."),
        Flag("mlir-print-assume-verified", "Print custom formats without verifying the operation first."),
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
        ValueFlag(
            "mlir-elide-resource-strings-if-larger",
            "Omit resources whose text has more than N characters.",
            "N",
            type=click.IntRange(0),
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
        ChoiceFlag(
            "mlir-pass-statistics-display", "Show statistics in the pipeline, or as a list.", ("pipeline", "list")
        ),
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
        AllFlag(
            "verify-diagnostics",
            "Compare diagnostics with the expected-error comments of the input; others are errors, or ignored.",
            "only-expected",
        ),
        Flag("verify-roundtrip", "Verify that the input stays the same when it is printed and parsed again."),
        Flag("verify-each", "Verify the module after each pass (the default).", default=True),
        *message_flags(),
        *frame_flags(),
        click.Option(
            ["-W", "warnings"],
            multiple=True,
            type=click.Choice([UNKNOWN_ATTRIBUTES]),
            metavar=UNKNOWN_ATTRIBUTES,
            help="Do not warn about attributes sdy.… that the SDY dialect does not declare.",
        ),
        Flag("mlir-disable-diagnostic-notes", "Leave out the notes of diagnostics."),
        Flag(
            "mlir-print-op-on-diagnostic",
            "Accepted with =false: messages show the line of the program, not the operation.",
            callback=_no_operations,
            expose_value=False,
        ),
        Flag("debug", "Show the traceback of an error inside a pass of another package, or inside sdy-opt."),
        NameFlag(
            "remarks",
            "Report each decision of passes at the operation concerned; only of passes whose names match REGEX.",
            "REGEX",
            callback=regular_expressions,
        ),
        ValueFlag(
            "remarks-format",
            "Write remarks as text, or each as a line of JSON, or count them by kind; without -remarks, all of them.",
            "text|json|summary",
            type=click.Choice(["text", "json", "summary"]),
        ),
        ValueFlag(
            "remarks-kind",
            "Report only remarks of kinds that match REGEX as a whole.",
            "REGEX",
            multiple=True,
            callback=regular_expressions,
        ),
        ValueFlag("remarks-value", "Report only remarks about the value of this name.", "NAME", multiple=True),
        ValueFlag("remarks-line", "Report only remarks at this line.", "LINE|FILE:LINE", multiple=True),
        ValueFlag(
            "remarks-limit",
            "Write at most N remarks about each program, and count the others by kind; 0 writes all. As text on "
            "standard error the default is 300.",
            "N",
            type=click.IntRange(min=0),
        ),
        ValueFlag("remarks-output-file", "Write remarks to FILE; without -remarks, all of them.", "FILE"),
        ValueFlag(
            "debug-only",
            "Report the decisions of passes whose names contain one of these texts, as -remarks does.",
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
            "timeout",
            "Give up on an input after SECONDS, with an error that names the pass.",
            "SECONDS",
            type=click.FloatRange(0, min_open=True),
        ),
    ),
)


def _new_project(context: click.Context, option: click.Parameter, path: str | None) -> None:
    """Makes a project and ends the command, if `--new-project` is given."""
    if path is None or context.resilient_parsing:
        return
    from sdyopt.cli import EXIT_FAILURE
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
        ListFlag("list-passes", "List the passes and their options.", _list_passes),
        ListFlag("show-dialects", "List the dialects.", _list_dialects),
        ValueFlag(
            "new-project",
            "Make a package with a dialect, passes, sharding rules and tests in the folder NAME.",
            "NAME",
            is_eager=True,
            expose_value=False,
            callback=_new_project,
        ),
        ListFlag("list-options", "List all options by name, also as -help-list.", _list_options, ["help-list"]),
    ),
)

SECTIONS = (PASSES, INPUT, OUTPUT, PRINTING, SNAPSHOTS, DIAGNOSTICS, REPRODUCERS, MANY_FILES, LISTS)
