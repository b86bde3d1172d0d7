"""Runs the reference with a clock around each stage of it.

    python -m tools.bench.stages_of_reference REPORT FILE -sdy-PASS...

The same goes into REPORT as from `stages_of_ours`. Each pass is run by itself, without a verification after it;
"verify after passes" is one for each of them.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tools import reference
from tools.bench.stages_of_ours import PARSE, PRINT, READ, VERIFY_AGAIN, WRITE, Stages


def main() -> None:
    report, file, *flags = sys.argv[1:]
    stages = Stages()
    context = reference.new_context(allow_unregistered=True)
    from jaxlib.mlir import ir, passmanager

    with stages.stage(READ):
        text = Path(file).read_bytes().decode()
    with context, ir.Location.unknown():
        with stages.stage(PARSE):
            module = ir.Module.parse(text)
        for name in reference.CommandLine.parse(flags).passes:
            manager = passmanager.PassManager.parse(reference.pipeline_of([name]))
            manager.enable_verifier(False)
            with stages.stage(name):
                manager.run(module.operation)
            with stages.stage(VERIFY_AGAIN):
                module.operation.verify()
        with stages.stage(PRINT):
            printed = str(module.operation.get_asm())
    with stages.stage(WRITE):
        sys.stdout.write(printed)
        sys.stdout.flush()
    stages.report(report)


if __name__ == "__main__":
    main()
