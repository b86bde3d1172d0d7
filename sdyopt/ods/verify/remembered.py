"""What verification remembers of valid operations, besides their signatures."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.ir.signature import OpDefinition
from sdyopt.ods.declarations.definition import Verifier as OpVerifier
from sdyopt.ods.verify.enclosing_scope import is_about_parent
from sdyopt.ods.verify.region_signature import is_about_boundary


class Remembered(NamedTuple):
    """Verifiers that are called once for operations with the same key, and the keys of those that are valid."""

    key: Callable[[Operation], Hashable]
    verifiers: tuple[OpVerifier, ...]
    valid: set[Hashable]


class OfKnown:
    """What is to be called for operations whose regions have a valid boundary or body."""

    def __init__(self, verifiers: Iterable[OpVerifier]) -> None:
        self.verifiers = tuple([verify for verify in verifiers if not is_about_boundary(verify)])
        self.beyond_parent = tuple([verify for verify in self.verifiers if not is_about_parent(verify)])
        """The same for an operation in one of a kind that is among the `parents`."""
        self.parents: set[OpDefinition] = set()
        """The kinds of operations in which such an operation has been found valid."""


NOTHING_OF_KNOWN = OfKnown(())
