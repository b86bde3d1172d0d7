"""-snapshot-op-locations."""

from __future__ import annotations

from typing import ClassVar

from sdyopt.ir.locations import FileLineColRange, NameLoc, fused
from sdyopt.ir.operation import Operation, walk
from sdyopt.mlir.diagnostics import CompilationError, Diagnostic
from sdyopt.mlir.write.builtin import PrintOptions
from sdyopt.mlir.write.printer import lines_of_operations, print_operation
from sdyopt.rewriting.passes import ANY, Pass, Rewriter, option, register_pass

NO_FILE = "mlir_snapshot.tmp.mlir"
"""The name of the file in locations if none is written; MLIR writes one whose name is made up by chance."""

NO_LOCATIONS = "snapshot-op-locations cannot write locations into the file"


@register_pass("snapshot-op-locations")
class SnapshotOpLocations(Pass):
    """Writes the program to a file, and gives operations their places in that file as locations.

    With a tag an operation keeps its location, too: both are fused, and the tag is the name of the new one. Columns
    count from 0, as in MLIR. Arguments keep their locations.
    """

    class_name: ClassVar[str] = "LocationSnapshot"
    anchor: ClassVar[str] = ANY

    filename: str = option(default="", help="The file to write; without it none is written")
    tag: str = option(default="", help="The name of the new locations, which are added to the old ones")
    print_debuginfo: bool = option(default=False, help="Would print locations in the file; not supported")
    print_op_generic: bool = option(default=False, help="Prints operations in generic form in the file")
    print_local_scope: bool = option(default=False, help="Prints no aliases in the file")
    pretty_debuginfo: bool = option(default=False, help="The form of printed locations; without effect")

    def run(self, op: Operation, rewriter: Rewriter) -> None:
        if self.print_debuginfo:
            raise CompilationError([Diagnostic("error", NO_LOCATIONS, op.location)])
        printing = PrintOptions(generic=self.print_op_generic, local_scope=self.print_local_scope)
        text = print_operation(op, options=printing)
        if self.print_local_scope or op.parent is not None:
            text = text.rstrip("\n")  # as in MLIR
        if self.filename:
            self._write(text, op)
        lines = text.split("\n")
        places = lines_of_operations(op, lines, printing)
        for inner in walk(op):
            if inner in places:
                line = lines[places[inner]]
                column = len(line) - len(line.lstrip(" "))
                place = FileLineColRange(self.filename or NO_FILE, places[inner] + 1, column)
                new = fused((inner.location, NameLoc(self.tag, place))) if self.tag else place
                rewriter.set_location(inner, new)

    def _write(self, text: str, op: Operation) -> None:
        try:
            with open(self.filename, "w", encoding="utf-8", errors="surrogateescape") as file:
                file.write(text)
        except OSError as error:
            message = f"cannot open output file '{self.filename}': {error.strerror}"
            raise CompilationError([Diagnostic("error", message, op.location)]) from None
