"""Random locations, for modules that are compared with `-mlir-print-debuginfo`."""

from __future__ import annotations

from random import Random

NAMES = ("x", "jit(f)/add", "layer 0", "call")
FILES = ("model.py", "nested/train.py")


class Locations:
    """The locations of a module: none at all, or some of any kind; aliases stand after the module."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._share = random.choice((0, 0, 0.3, 1))
        self._aliases: list[str] = []

    def suffix(self) -> str:
        """` loc(…)`, or nothing."""
        if self._random.random() >= self._share:
            return ""
        if self._random.random() < 0.4:
            return f" loc({self._location()})"
        if len(self._aliases) < 8 and self._random.random() < 0.5:
            self._aliases.append(self._location())
        return f" loc(#loc{self._random.randrange(len(self._aliases))})" if self._aliases else " loc(unknown)"

    def _location(self, depth: int = 2) -> str:
        """A location, of at most `depth` locations within each other."""
        random = self._random
        kind = random.randrange(6) if depth else random.randrange(2)
        if kind == 0:
            return f'"{random.choice(NAMES)}"'
        if kind == 1:
            return f'"{random.choice(FILES)}":{random.randrange(40)}:{random.randrange(80)}'
        if kind == 2:
            return f'"{random.choice(NAMES)}"({self._location(depth - 1)})'
        if kind == 3:
            return f"callsite({self._location(depth - 1)} at {self._location(depth - 1)})"
        if kind == 4:
            return f"fused[{self._location(depth - 1)}, {self._location(depth - 1)}]"
        return f'fused<"{random.choice(NAMES)}">[{self._location(depth - 1)}]'

    def definitions(self) -> list[str]:
        """The aliases."""
        return [f"#loc{number} = loc({text})" for number, text in enumerate(self._aliases)]
