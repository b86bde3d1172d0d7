"""The program before and after passes, on standard error or in files, with MLIR's banners."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from sdyopt.driver.input_output import encode, output_error
from sdyopt.driver.report import Write, is_valid
from sdyopt.ir.operation import Operation
from sdyopt.ir.symbols import symbol_name
from sdyopt.mlir.verify.verifier import Verifier
from sdyopt.pipeline.manager import Instrument
from sdyopt.pipeline.model import PassInvocation

if TYPE_CHECKING:
    from sdyopt.driver.job import Options

Text = Callable[[Operation, bool], str]
"""Returns the text of an operation, optionally in generic form."""


class Snapshots(Instrument):
    """Writes the operation that a pass runs over or, with `-mlir-print-ir-module-scope`, the whole module."""

    def __init__(self, options: Options, text: Text, verifier: Verifier, write: Write) -> None:
        self.options = options
        self.text = text
        self.verifier = verifier
        self.write = write
        self._before: object = None
        self._folder = None if options.print_ir_tree_dir is None else SnapshotFolder(options.print_ir_tree_dir)

    def shows_failures(self, step: PassInvocation) -> bool:
        return self._is_wanted_after(step)

    def before_pass(self, step: PassInvocation, operation: Operation) -> None:
        if self.options.print_ir_before_all or step.name in self.options.print_ir_before:
            self._take(f"Before {step.entry.class_name}: {step}", step, operation)
        if self.options.print_ir_after_change:
            self._before = self._state(operation)

    def after_pass(self, step: PassInvocation, operation: Operation, changed: bool) -> None:
        if not self._is_wanted_after(step) or self.options.print_ir_after_failure:
            return
        if self.options.print_ir_after_change and not (changed and self._state(operation) != self._before):
            return
        self._take(f"After {step.entry.class_name}: {step}", step, operation)

    def after_failure(self, step: PassInvocation, operation: Operation) -> None:
        if self._is_wanted_after(step):
            self._take(f"After {step.entry.class_name} Failed: {step}", step, operation)

    def _is_wanted_after(self, step: PassInvocation) -> bool:
        options = self.options
        return options.print_ir_after_all or options.print_ir_after_failure or step.name in options.print_ir_after

    def _take(self, moment: str, step: PassInvocation, operation: Operation) -> None:
        shown = operation
        if self.options.print_ir_module_scope:
            name = symbol_name(operation)
            moment += f" ('{operation.name}' operation{'' if name is None else f': @{name}'})"
            while shown.parent_op is not None:
                shown = shown.parent_op
        text = self.text(shown, not is_valid(shown, self.verifier))
        end = "\n\n" if shown.parent is None else "\n"
        dump = f"// -----// IR Dump {moment} //----- //\n{text}{end}"
        if self._folder is None:
            self.write(dump)
        else:
            self._folder.add(step.name, operation, dump)

    def _state(self, operation: Operation) -> object:
        """Returns what differs after a change; as in MLIR, also after an operation is replaced by an equal one."""
        return [(op, op.signature, tuple(op.operands), op.location) for op in operation.walk()]


class SnapshotFolder:
    """Files with snapshots, in folders like the operations that passes run on: `func_func_f/0_1_cse.mlir`.

    The numbers in a name are those of the last snapshots of the operations around, and of this one.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._numbers: dict[Operation, int] = {}

    def add(self, pass_name: str, operation: Operation, text: str) -> None:
        """Writes a snapshot. Raises CompilationError if that is impossible."""
        around = [operation]
        while (parent := around[0].parent_op) is not None:
            around.insert(0, parent)
        self._numbers[operation] = self._numbers.get(operation, -1) + 1
        folder = os.path.join(self._path, *map(_folder_name, around))
        numbers = "".join([f"{self._numbers.setdefault(op, 0)}_" for op in around])
        path = os.path.join(folder, f"{numbers}{pass_name}.mlir")
        try:
            os.makedirs(folder, exist_ok=True)
            with open(path, "wb") as file:
                file.write(encode(text))
        except OSError as error:
            raise output_error(path, error) from None


def _folder_name(op: Operation) -> str:
    """Returns the name of the folder for what passes do with an operation."""
    name = symbol_name(op)
    symbol = "no-symbol-name" if name is None else name.replace("/", "_")
    return f"{op.name.replace('.', '_')}_{symbol}"
