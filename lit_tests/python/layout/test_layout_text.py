"""Layouts as texts."""

from __future__ import annotations

import random

import pytest

from sdyopt.cli.layout_command import run
from sdyopt.layout import (
    COMBINE,
    ArrayShape,
    BufferShape,
    Layout,
    LayoutError,
    ShapeSyntaxError,
    SplitConfig,
    Tile,
    TupleShape,
    leaves,
    parse_shape,
)
from sdyopt.layout.shape import ELEMENT_TYPES
from tools.fuzzing.mutation import mutate_token

PRINTED = [
    ("f32[3,5]", "f32[3,5]{1,0}"),
    ("F32[3,5]{1,0:T(2,2)}", "f32[3,5]{1,0:T(2,2)}"),
    ("F8E4M3FN[2]", "f8e4m3fn[2]{0}"),
    ("f32[]", "f32[]"),
    ("f32[]{:T(128)}", "f32[]{:T(128)}"),
    (" f32 [ 3 , 5 ] { 1 , 0 : T ( 2 , 2 ) } ", "f32[3,5]{1,0:T(2,2)}"),
    ("f32[/*rows*/3]// three\n{0}", "f32[3]{0}"),
    ("f32[<=3,?]{0,1}", "f32[<=3,?]{0,1}"),
    ("f32[003]", "f32[3]{0}"),
    ("f32[2,7,8]{2,1,0:T(*,2,3)}", "f32[2,7,8]{2,1,0:T(*,2,3)}"),
    ("f32[2,7]{1,0:T(-9223372036854775808,2)}", "f32[2,7]{1,0:T(*,2)}"),
    ("f32[3]{0:T()(2)}", "f32[3]{0:T()(2)}"),
    ("f32[3]{0:L(1)E(0)S(0)M(0)}", "f32[3]{0}"),
    ("f32[3]{0:M(-1)}", "f32[3]{0}"),
    ("f32[3]{0:D(C+~)}", "f32[3]{0}"),
    (
        "f32[3]{0:T(2)L(2)#(u32)*(u64)E(4)S(1)SC(0:1)(0:1,2)M(2)}",
        "f32[3]{0:T(2)L(2)#(u32)*(u64)E(4)S(1)SC(0:1)(0:1,2)M(2)}",
    ),
    ("()", "()"),
    ("(f32[3],(s32[],token[]),opaque[],b(f32[2]))", "(f32[3]{0}, (s32[], token[]), opaque[], b(f32[2]{0}))"),
    ("(f32[],f32[],f32[],f32[],f32[],u8[])", "(f32[], f32[], f32[], f32[], f32[], /*index=5*/u8[])"),
]

REFUSED = [
    ("", 1, "expected an element type, as 'f32', found the end"),
    ("float[3]", 1, "expected an element type, as 'f32', found 'float'"),
    ("Pred[3]", 1, "expected an element type, as 'f32', found 'Pred'"),
    ("f32", 4, "expected '[' after the element type, found the end"),
    ("f32[3", 6, "expected ']' or ',' after a dimension, found the end"),
    ("f32[3,]", 7, "expected a dimension's size, '<=' or '?', found ']'"),
    ("f32[-3]", 5, "a dimension's size cannot be negative: -3"),
    ("f32[9223372036854775808]", 5, "'9223372036854775808' does not fit into 64 bits"),
    ("f32[3] 4", 8, "expected the end of the shape, found '4'"),
    ("f32[3]{}", 8, "expected a dimension's number or ':', found '}'"),
    ("f32[3]{0", 9, "expected '}' or ',' or ':' after a dimension's number, found the end"),
    ("f32[3]{0:T}", 11, "expected '(' after 'T', found '}'"),
    ("f32[3]{0:T(2}", 13, "expected ')' or ',' after a tile's size, found '}'"),
    ("f32[3]{0:Q(2)}", 10, "expected '}' or a field of the layout, found 'Q'"),
    ("f32[3]{0:S(1)T(2)}", 14, "field 'T' is there twice or too late: the order is D T L # * E S SC M"),
    ("f32[3]{0:P(f32[2])}", 10, "a physical shape: only sparse arrays have one, and XLA has none any more"),
    ("f32[3]{0:D(Q)}", 12, "expected a dimension's level type, one of D, C, S and H, found 'Q'"),
    ("f32[3]{0:#(f32)}", 12, "the type of indices is one of integers, not 'f32'"),
    ("f32[3]{0:L(0)}", 12, "the tail padding alignment is at least 1, not 0"),
    ("f32[3]{0:E(-4)}", 12, "an element's size in bits cannot be negative: -4"),
    ("f32[3]{0:S(128)}", 12, "a memory space is a number from -128 to 127, not 128"),
    ("f32[3,5]{1,1}", 12, "minor_to_major is not a permutation: dimension 1 is there twice"),
    ("f32[3,5]{2,0}", 10, "minor_to_major is not a permutation: 2 is not from 0 to 1"),
    ("f32[3,5]{0}", 9, "minor_to_major has 1 entry, but the array has 2 dimensions"),
    ("f32[3,5]{:T(2,2)}", 9, "minor_to_major has 0 entries, but the array has 2 dimensions"),
    ("f32[3,5]{1,0:T(2,2,2)}", 15, "tile 1 has 3 dimensions, but the array has only 2"),
    ("f32[]{:T(2,2)}", 9, "tile 1 has 2 dimensions, but a scalar, tiled as an array of one element, has only 1"),
    ("f32[3]{0:T(2)(1,1,1)}", 14, "tile 2 has 3 dimensions, but what tile 1 makes of the array has only 2"),
    (
        "f32[3,5]{1,0:T(2,0)}",
        18,
        "a tile's dimensions are positive, or '*' to combine one with the next more minor one, not 0",
    ),
    (
        "f32[3,5]{1,0:T(-1,2)}",
        16,
        "a tile's dimensions are positive, or '*' to combine one with the next more minor one, not -1",
    ),
    (
        "f32[3,5]{1,0:T(2,*)}",
        18,
        "the last dimension of a tile cannot be '*': there is no more minor one to combine it with",
    ),
    ("token[3]", 7, "expected ']' at once: 'token' has no dimensions, found '3'"),
    ("opaque[]{:}", 9, "'opaque' has no layout"),
    ("b((f32[3]))", 3, "expected an element type, as 'f32', found '('"),
    ("(f32[3] f32[3])", 9, "expected ')' or ',' after an element of a tuple, found 'f32'"),
    ("(f32[4294967296,4294967296])", 2, "an array of more than 2**63 - 1 bytes cannot be in a tuple"),
    ("(f32[3]{0:#(u32)})", 2, "an array in a tuple has no types of indices and pointers: only sparse arrays have them"),
    ("(f32[3]{0:T()})", 2, "a tile without dimensions cannot be in a tuple"),
    ("(f32[3]{0:SC(1:1)})", 2, "split dimension 1 is not one of the array's 1"),
    ("(f32[3]{0:SC(0:1)(0:2)})", 2, "dimension 0 is split twice"),
    ("(f32[3]{0:SC(0:2,1)})", 2, "the split indices of dimension 0 do not rise between 0 and its size"),
    ("f32[3]\n{0:\n  T(\x00)}", 5, "expected a tile's size or '*', found '\\x00'"),
]


@pytest.mark.parametrize(("text", "printed"), PRINTED)
def test_reads_and_prints(text: str, printed: str) -> None:
    """A text prints as XLA prints it, and that reads as the same value."""
    shape = parse_shape(text)
    assert str(shape) == printed
    assert parse_shape(printed) == shape


@pytest.mark.parametrize(("text", "column", "message"), REFUSED)
def test_refuses(text: str, column: int, message: str) -> None:
    """An error has the column in its line, and says what was expected and what found."""
    with pytest.raises(ShapeSyntaxError) as caught:
        parse_shape(text)
    assert (caught.value.column, str(caught.value)) == (column, message)


def test_fields_of_a_layout() -> None:
    """Each field of the text has its place in the value, and the value can be made without a text."""
    text = "f32[3,5]{0,1:T(*,2)(2)L(2)#(u32)*(u64)E(4)S(1)SC(0:1)M(2)}"
    shape = parse_shape(text)
    assert isinstance(shape, ArrayShape)
    assert shape.layout == Layout(
        minor_to_major=(0, 1),
        tiles=(Tile((COMBINE, 2)), Tile((2,))),
        tail_padding_alignment_in_elements=2,
        index_primitive_type=ELEMENT_TYPES["u32"],
        pointer_primitive_type=ELEMENT_TYPES["u64"],
        element_size_in_bits=4,
        memory_space=1,
        split_configs=(SplitConfig(0, (1,)),),
        dynamic_shape_metadata_prefix_bytes=2,
    )
    assert hash(shape) == hash(parse_shape(text))


def test_a_value_that_cannot_be_is_not_made() -> None:
    """Without a text the same is said, without a place."""
    with pytest.raises(LayoutError, match="dimension 0 is there twice"):
        Layout((0, 0))
    with pytest.raises(LayoutError, match="positive"):
        Tile((0,))


def test_leaves_of_tuples() -> None:
    """The leaves come from left to right, each with the path to it; an empty tuple has none."""
    shape = parse_shape("(f32[3],((),s32[]),b(u8[2]))")
    assert isinstance(shape, TupleShape)
    found = [(path, str(leaf)) for path, leaf in leaves(shape)]
    assert found == [((0,), "f32[3]{0}"), ((1, 1), "s32[]"), ((2,), "b(u8[2]{0})")]
    assert isinstance(shape.elements[2], BufferShape)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("(" * 100_000, 1),
        ("(" * 100_000 + "f32[2]" + ")" * 100_000, 1),
        ("(" * 3_000 + "f32[2]" + ")" * 3_000, 0),
        ("f32[" + "9" * 1_000_000 + "]", 1),
        ("f32[" + "0" * 1_000_000 + "]", 0),
        ("f" * 1_000_000, 1),
        ("é" * 500_000, 1),
        ("/*/" * 300_000, 1),
        ("f32[3]{0:T" + "(2)" * 5_000 + "}", 0),
        ("f32[" + "9223372036854775807," * 3_000 + "1]", 0),
        ("\udcff", 1),
    ],
    ids=lambda value: f"{value[:4]!r}…" if isinstance(value, str) else None,
)
def test_extreme_texts(text: str, status: int) -> None:
    """A text of any length or depth has a result or an error of a few lines."""
    found, _, error = run(["-"], stdin=text.encode(errors="surrogateescape"))
    assert found == status
    assert len(error) < 500
    assert bool(error) is (status == 1)
    assert not error or error.startswith(b"sdy-layout: error: ")


def test_changed_texts_never_crash() -> None:
    """Texts with a token changed are shapes, which print as themselves, or errors at a place in them."""
    chance = random.Random(0)
    for _ in range(3000):
        text = chance.choice(PRINTED)[1]
        for _ in range(chance.randint(1, 3)):
            text = mutate_token(text, chance)
        try:
            shape = parse_shape(text)
        except ShapeSyntaxError as error:
            assert 0 <= error.offset <= len(text)
        else:
            assert parse_shape(str(shape)) == shape
