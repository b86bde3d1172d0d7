"""The comments that tell what uses a value: `// users: %1, %2` after operations, `// %arg0 is unused` in blocks.

An operation without results that uses something has a number, which is printed after it: `// id: %3`.
"""

from __future__ import annotations

from collections.abc import Iterator

from sdyopt.ir.operation import Operation
from sdyopt.ir.region import Block
from sdyopt.ir.value import Value
from sdyopt.mlir.write.names import Names


class Users:
    """The comments of a program whose values and operations are named so."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def of_operation(self, op: Operation) -> str:
        """The comment after `op`, or nothing."""
        if not op.results:
            return f" // id: {self.names.operations[op]}" if op.operands else ""
        users = [self._of(result) for result in op.results]
        if not any(users):
            return " // unused"
        if len(users) > 1:
            return " // users: " + ", ".join([f"({', '.join(names) or 'unused'})" for names in users])
        (names,) = users
        return f" // user{'s' if len(names) > 1 else ''}: {', '.join(names)}"

    def of_arguments(self, block: Block) -> Iterator[str]:
        """The comments that a block begins with, one for each argument."""
        for argument in block.arguments:
            users = ", ".join(self._of(argument))
            told = f"used by {users}" if users else "unused"
            yield f"// {self.names.values[argument]} is {told}"

    def _of(self, value: Value) -> list[str]:
        """What the operations that use `value` are called by, the latest first: by all their results."""
        return [name for user in dict.fromkeys([use.owner for use in value.uses]) for name in self._called(user)]

    def _called(self, user: Operation) -> list[str]:
        """What a user is called by; nothing if it is not in the program, as a clone that has not been inserted."""
        if not user.results:
            found = self.names.operations.get(user)
            return [] if found is None else [found]
        return [self.names.values[result] for result in user.results if result in self.names.values]
