"""The checker of collectives itself: which blocks devices hold, and how collectives move them."""

from __future__ import annotations

import pytest

from sdyopt.dialects.sdy.attributes import (
    AllToAllParam,
    AllToAllParamList,
    AxisRef,
    AxisRefList,
    AxisRefLists,
    Mesh,
    MeshAxis,
    Sharding,
    SubAxis,
)
from sdyopt.dialects.sdy.ops import ALL_GATHER, ALL_SLICE, ALL_TO_ALL, COLLECTIVE_PERMUTE
from sdyopt.ir.attribute import Attribute
from sdyopt.ir.attributes import DictionaryAttr
from sdyopt.ir.signature import OpDefinition, Signature
from tools.device_blocks import WrongMove, held, moved

MESH = Mesh((MeshAxis("x", 2), MeshAxis("y", 4)))
REVERSED = Mesh(MESH.axes, (7, 6, 5, 4, 3, 2, 1, 0))
X, Y = AxisRef("x"), AxisRef("y")
MAJOR, MINOR = AxisRef("y", SubAxis(1, 2)), AxisRef("y", SubAxis(2, 2))


def sharding(*dimensions: list[AxisRef]) -> Sharding:
    return Sharding.of("m", dimensions)


def lists(*dimensions: list[AxisRef]) -> AxisRefLists:
    return AxisRefLists(tuple([AxisRefList(tuple(axes)) for axes in dimensions]))


def collective(definition: OpDefinition, result: Sharding, **attributes: Attribute) -> Signature:
    return Signature.of(definition, properties=DictionaryAttr.of({"out_sharding": result, **attributes}))


def test_blocks_of_a_sharding() -> None:
    blocks = held(sharding([X], [MINOR]), MESH)
    assert blocks[0] == ((0, 4), (0, 4))
    assert blocks[1] == ((0, 4), (4, 8))
    assert blocks[2] == blocks[0]
    assert blocks[7] == ((4, 8), (4, 8))


def test_the_first_of_several_axes_is_the_major_one() -> None:
    assert [held(sharding([Y, X]), MESH)[device] for device in (0, 1, 4)] == [((0, 1),), ((2, 3),), ((1, 2),)]
    assert [held(sharding([MINOR, MAJOR]), MESH)[device] for device in range(4)] == [
        ((0, 2),),
        ((4, 6),),
        ((2, 4),),
        ((6, 8),),
    ]


def test_device_ids_say_which_device_has_a_place() -> None:
    assert held(sharding([X]), REVERSED)[0] == ((4, 8),)


@pytest.mark.parametrize(
    ("definition", "before", "after", "attributes"),
    [
        (ALL_SLICE, sharding([X], []), sharding([X, MAJOR], []), {"slicing_axes": lists([MAJOR], [])}),
        (ALL_SLICE, sharding([], [X]), sharding([Y], [X]), {"slicing_axes": lists([Y], [])}),
        (ALL_GATHER, sharding([X, MAJOR], []), sharding([X], []), {"gathering_axes": lists([MAJOR], [])}),
        (ALL_GATHER, sharding([MINOR], [X]), sharding([], []), {"gathering_axes": lists([MINOR], [X])}),
        (
            ALL_TO_ALL,
            sharding([X, Y], []),
            sharding([X], [Y]),
            {"params": AllToAllParamList((AllToAllParam((Y,), 0, 1),))},
        ),
        (COLLECTIVE_PERMUTE, sharding([Y, X], []), sharding([X, Y], []), {}),
    ],
)
def test_collectives_lead_to_their_shardings(
    definition: OpDefinition, before: Sharding, after: Sharding, attributes: dict[str, Attribute]
) -> None:
    signature = collective(definition, after, **attributes)
    assert moved(held(before, MESH), MESH, signature, MESH) == held(after, MESH)


def test_a_permute_sends_blocks_to_other_devices() -> None:
    before = held(sharding([X]), MESH)
    assert moved(before, MESH, collective(COLLECTIVE_PERMUTE, sharding([X])), REVERSED) == held(sharding([X]), REVERSED)


def test_what_cannot_be() -> None:
    first_axis_gathered = collective(ALL_GATHER, sharding([Y]), gathering_axes=lists([X]))
    with pytest.raises(WrongMove, match="do not follow each other"):
        moved(held(sharding([X, Y]), MESH), MESH, first_axis_gathered, MESH)
    with pytest.raises(WrongMove, match="do not hold these blocks"):
        moved(held(sharding([X]), MESH), MESH, collective(COLLECTIVE_PERMUTE, sharding([Y])), MESH)
    with pytest.raises(WrongMove, match="another mesh"):
        moved(held(sharding([X]), MESH), MESH, collective(ALL_GATHER, sharding([])), REVERSED)
