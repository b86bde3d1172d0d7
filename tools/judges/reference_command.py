"""The reference as a command, which `python -m tools.reference` is."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tools import reference

SWITCHES = {"split-input-file", "allow-unregistered-dialect", "mlir-print-op-generic", "mlir-print-debuginfo", "time"}
CHUNK_END = re.compile(r"^// -----.*\n?", re.MULTILINE)


@dataclass
class CommandLine:
    """The arguments of the command."""

    file: str = "-"
    passes: list[str] = field(default_factory=list)
    pipeline: str | None = None
    switches: set[str] = field(default_factory=set)

    @classmethod
    def parse(cls, argv: Sequence[str]) -> CommandLine:
        """Every flag that is not a switch names a pass, as `-sdy-NAME` or `-sdy-NAME=OPTIONS`."""
        asked = cls()
        for word in argv:
            name, _, value = word.lstrip("-").partition("=")
            value = value.strip("'\"")
            if word == "-" or not word.startswith("-"):
                asked.file = word
            elif name in SWITCHES:
                asked.switches.add(name)
            elif name == "pass-pipeline":
                asked.pipeline = value
            else:
                asked.passes.append(f"{name}{{{value}}}" if value else name)
        return asked

    def run(self, text: str) -> reference.ReferenceResult:
        return reference.run(
            text,
            self.passes,
            pipeline=self.pipeline,
            generic="mlir-print-op-generic" in self.switches,
            debug_info="mlir-print-debuginfo" in self.switches,
            allow_unregistered="allow-unregistered-dialect" in self.switches,
        )


def main(argv: Sequence[str]) -> int:
    """Returns the exit status; without jaxlib or the input, one line is reported in place of a traceback."""
    try:
        return answer(CommandLine.parse(argv))
    except (reference.MissingReference, OSError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 1


def answer(asked: CommandLine) -> int:
    """Writes the answers of the reference, and returns the exit status."""
    text = (sys.stdin.buffer.read() if asked.file == "-" else Path(asked.file).read_bytes()).decode(*reference.ENCODING)
    chunks = CHUNK_END.split(text) if "split-input-file" in asked.switches else [text]
    outputs = []
    status = 0
    for chunk in chunks:
        result = asked.run(chunk)
        lines = [str(diagnostic) for diagnostic in result.diagnostics]
        status |= not result.ok
        outputs += [result.output] if result.ok else []
        if "time" in asked.switches:
            lines.append(" ".join(f"{stage}={seconds:.6f}" for stage, seconds in result.seconds.items()))
        sys.stderr.writelines(f"{line}\n" for line in lines)
    sys.stdout.write("\n// -----\n".join(outputs))
    return status
