"""sdy-save-module, a part of pipelines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sdyopt.ir.operation import Operation
from sdyopt.rewriting.passes import Pass, register_pass
from sdyopt.rewriting.rewriter import Rewriter


@register_pass("sdy-save-module")
@dataclass(frozen=True)
class SaveModule(Pass):
    """Changes nothing: without a dump directory the module is not saved.

    It has no flag, and is part of pipelines, so that snapshots and timing show it as the reference does.
    """

    class_name: ClassVar[str] = "mlir::sdy::(anonymous namespace)::SaveModuleOpPass"

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        pass
