"""sdy-save-module, a part of pipelines."""

from __future__ import annotations

import os
from typing import ClassVar

from sdyopt.ir.operation import Operation
from sdyopt.mlir.rewrite.rewriter import dump_module
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-save-module")
class SaveModule(Pass):
    """Writes the program to `directory`, unless that is empty, as the file `NUMBER.NAME.mlir`.

    It changes nothing, has no flag, and is part of pipelines, so that snapshots and timing show it as the reference
    does.
    """

    class_name: ClassVar[str] = "mlir::sdy::(anonymous namespace)::SaveModuleOpPass"

    directory: str = ""
    file_name: str = ""
    number: int = 0
    """The number of the file among those of its pipeline, from 0 on."""

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        if self.directory:
            file_name = f"{self.number:02}.{self.file_name}.mlir"
            dump_module(module, os.path.join(self.directory, file_name), rewriter)
