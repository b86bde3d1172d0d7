"""The revision of Shardy that a run follows: what has changed since the one that the reference is built from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from sdyopt.ir.records import NamedTuple


class Revision(NamedTuple):
    """The rules of a revision of Shardy, each of which has a name; those of the reference are all off.

    Results that are remembered from one program to the next must not depend on it, other than by their arguments.
    """

    name: str
    counts_sub_axes_from_major: bool = False
    """Whether local programs number devices along a sub-axis as replica groups do, so that offsets are right."""

    writes_groups_as_stablehlo: bool = False
    """Whether `enable-rgv3` writes axes as attributes of StableHLO, and the groups along sub-axes as numbers."""

    remembers_padding: bool = False
    """Whether an all-slice keeps what is known of the padding of its operand, and knows no more of it than that."""
    converts_all_padded: bool = False
    """Whether pads, convolutions and collectives of padded tensors are converted also where they could stay."""
    masks_keep_shardings: bool = False
    """Whether the operations that mask padding have the sharding of what they mask, and begin with the zero."""

    joins_sub_axes_of_strides: bool = False
    """Whether reshards count as the same on both sides of a reshape if only sub-axes are in other dimensions."""

    exports_inlined_meshes: bool = False
    """Whether the export pipeline inlines meshes at its end unless an option says otherwise."""
    verifies_unreduced_axes: bool = False
    """Whether pipelines verify unreduced axes before they insert reshards."""
    reshards_single_devices: bool = False
    """Whether operations on single devices are put between reshards, which do not become collectives."""
    exchanges_blocks: bool = False
    """Whether sharded slices, pads and reshapes are computed by exchanges of blocks, and reversals by larger ones."""
    refuses_new_unreduced_axes: bool = False
    """Whether an all-reduce or a reduce-scatter may not make axes unreduced."""
    writes_newer_properties: bool = False
    """Whether the generic form of an all-reduce or a reduce-scatter shows that it is a sum, and bytecode has all
    properties that newer versions of the dialects require."""
    knows_debug_log: bool = False
    """Whether there is no warning that `xla.debug.Log` has no sharding rule."""


JUNE = Revision("2026-06")
"""That of the reference, in the wheel of jaxlib 0.10.2."""

AUGUST = Revision("2026-08", *[True] * (len(JUNE) - 1))
"""That of 22 August 2026, commit a0277a83."""

REVISIONS = {each.name: each for each in (JUNE, AUGUST)}

_followed = ContextVar("revision", default=JUNE)


def revision() -> Revision:
    """Returns the revision that this run follows."""
    return _followed.get()


@contextmanager
def following(name: str) -> Iterator[Revision]:
    """Follows the revision of that name inside the `with` statement. Raises ValueError if there is none."""
    if name not in REVISIONS:
        raise ValueError(f"unknown revision of Shardy {name!r}: it is one of {', '.join(REVISIONS)}")
    token = _followed.set(REVISIONS[name])
    try:
        yield REVISIONS[name]
    finally:
        _followed.reset(token)
