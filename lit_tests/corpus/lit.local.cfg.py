"""The programs here are input for other tests; only those with RUN lines are tests themselves."""

from pathlib import Path

config.excludes = [
    program.name
    for program in Path(__file__).parent.glob("*.mlir")
    if "RUN:" not in program.read_text(encoding="utf-8")
]
