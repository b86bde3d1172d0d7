"""The options of `sdy-opt`, in the order in which `--help` shows them.

Except for passes, input and output, each is a field of `sdyopt.driver.job.Options`. When one has changed,
`python -m tools.man_pages` writes the manual pages anew.
"""

from __future__ import annotations

from collections.abc import Sequence

import click

from sdyopt.cli.command import Section
from sdyopt.cli.flags import ChoiceFlag, DiffFlag, Flag, JobsFlag, ListFlag, MarkerFlag, NameFlag, ValueFlag
from sdyopt.cli.message_flags import message_flags
from sdyopt.cli.pass_flags import PassNameFlag, pass_section
from sdyopt.driver.io.splitting import SPLIT_MARKER
from sdyopt.ods.dense import HEX_THRESHOLD


def _regular_expressions(context: click.Context, option: click.Parameter, texts: Sequence[str]) -> Sequence[str]:
    """The `texts`, which are. Raises click.BadParameter if one is none."""
    if texts:
        from sdyopt.driver.diagnostics.remarks import compiled

        try:
            compiled(texts)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None
    return texts


def _list_passes() -> str:
    from sdyopt.driver.pipeline.listing import list_passes

    return list_passes()


def _list_dialects() -> str:
    from sdyopt.driver.pipeline.listing import list_dialects

    return list_dialects()


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
        Flag("no-implicit-module", "Put no module around an input, which is one operation."),
    ),
)

OUTPUT = Section(
    "Output",
    (
        click.Option(
            ["-o", "output"],
            default="-",
            metavar="FILE",
            help="Where to write; standard output by default. Of several inputs the folder for their outputs, or of "
            "one if there is a / at the end.",
        ),
        ValueFlag(
            "output-split-marker",
            f"What stands between outputs of parts (default: {SPLIT_MARKER}).",
            "TEXT",
            default=SPLIT_MARKER,
        ),
        DiffFlag("diff", "Write what the passes change, as a unified diff: all of them, or each."),
    ),
)

PRINTING = Section(
    "Printing",
    (
        Flag("mlir-print-op-generic", "Print operations in generic form."),
        Flag("mlir-print-debuginfo", "Print locations."),
        Flag("mlir-pretty-debuginfo", "Print locations for people only, as file.py:1:2."),
        Flag("mlir-print-local-scope", "Print without aliases; locations stand where they are."),
        Flag("mlir-print-value-users", "Print behind each value, as a comment, what uses it."),
        Flag("mlir-print-unique-ssa-ids", "Print no two values with one number."),
        Flag("mlir-print-skip-regions", "Print {...} in place of regions."),
        Flag("mlir-print-assume-verified", "Print in its own format what is not in order without a module around it."),
        ValueFlag(
            "mlir-elide-elementsattrs-if-larger",
            "Print dense_resource<__elided__> in place of more than N different elements.",
            "N",
            type=click.IntRange(0),
        ),
        ValueFlag(
            "mlir-print-elementsattrs-with-hex-if-larger",
            "Print more than N different elements as one hexadecimal string (default: 100); -1: none.",
            "N",
            type=int,
            default=HEX_THRESHOLD,
        ),
        ValueFlag(
            "mlir-elide-resource-strings-if-larger",
            "Leave away resources whose text has more than N characters.",
            "N",
            type=click.IntRange(0),
        ),
    ),
)

SNAPSHOTS = Section(
    "Snapshots and timing, on standard error",
    (
        Flag("dump-pass-pipeline", "Print the pipeline that is run, with the options of its passes."),
        PassNameFlag("mlir-print-ir-before", "Print the program before these passes."),
        PassNameFlag("mlir-print-ir-after", "Print the program after these passes."),
        Flag("mlir-print-ir-before-all", "Print the program before each pass."),
        Flag("mlir-print-ir-after-all", "Print the program after each pass."),
        Flag("mlir-print-ir-after-change", "Of snapshots after passes, print those that differ from what was before."),
        Flag("mlir-print-ir-after-failure", "Print the program after a pass that fails, and after no other."),
        Flag("mlir-print-ir-module-scope", "Print the whole module, whatever it is that the pass runs over."),
        Flag("mlir-timing", "Print how long reading, each pass, each verification and printing took."),
        ChoiceFlag("mlir-timing-display", "Show times inside what they belong to, or by name.", ("tree", "list")),
    ),
)

DIAGNOSTICS = Section(
    "Diagnostics",
    (
        Flag("verify-diagnostics", "Compare what is reported with the input's expected-error comments."),
        Flag("verify-roundtrip", "Verify that the input is the same when it is printed and read back."),
        Flag("verify-each", "Verify the module after each pass (the default).", default=True),
        *message_flags(),
        NameFlag(
            "remarks",
            "Tell why passes did what they did, or did not: all, or those with REGEX in their names.",
            "REGEX",
            callback=_regular_expressions,
        ),
        ValueFlag(
            "remarks-format",
            "Write remarks, all without -remarks, for people, or each as a line of JSON.",
            "text|json",
            type=click.Choice(["text", "json"]),
        ),
    ),
)

MANY_FILES = Section(
    "Many files", (JobsFlag("How many processes share the inputs: 1 by default; auto, or 0: as many as processors."),)
)

LISTS = Section(
    "What there is",
    (
        ListFlag("list-passes", "List the passes and their options.", _list_passes),
        ListFlag("show-dialects", "List the dialects.", _list_dialects),
    ),
)

SECTIONS = (PASSES, INPUT, OUTPUT, PRINTING, SNAPSHOTS, DIAGNOSTICS, MANY_FILES, LISTS)
