"""StableHLO's linear algebra: products, convolutions, decompositions, Fourier transforms."""

from __future__ import annotations

from collections.abc import Sequence

from sdyopt.dialects.stablehlo.attributes import DotDimensionNumbers, Precision
from sdyopt.ir.attribute import Attribute
from sdyopt.mlir.write.attributes import text_of
from tools.generator import attributes
from tools.generator.builder import Block
from tools.generator.literals import COMPLEX, ELEMENTS, FLOATS, NUMBERS, WIDE_FLOATS, i64_array, i64_list, i64_table
from tools.generator.operations import Op, Tensor
from tools.generator.program import recipes
from tools.generator.stablehlo.computations import Windows
from tools.generator.stablehlo.elementwise import short_or_functional


def precision(block: Block, dialect: str = "stablehlo", only: Sequence[str] = Precision.cases) -> tuple[str, str]:
    """A precision for each operand, or none: as a property and as formats have it."""
    words = [block.pick(*only) for _ in range(block.random.choice([0, 1, 2, 2]))]
    return (
        f"[{', '.join([f'#{dialect}<precision {word}>' for word in words])}]",
        f", precision = [{', '.join(words)}]",
    )


def dot(block: Block) -> None:
    shared = block.size()
    lhs = (*block.shape(0, 1), shared)
    rhs = (shared, *block.shape(0, 1))
    element = block.pick(*ELEMENTS)
    op = Op(
        "stablehlo.dot",
        [block.value(Tensor(lhs, element)), block.value(Tensor(rhs, element))],
        [Tensor(lhs[:-1] + rhs[1:], element)],
    )
    properties, text = {}, ""
    if block.chance():
        properties["precision_config"], text = precision(block)
    op.properties = properties
    block.add(op.in_form(f"{op.uses}{text}", "precision_config"))


class Product:
    """Two shapes that can be multiplied, the dimensions that they share, and the shape of the product."""

    def __init__(self, block: Block) -> None:
        batch, contracted = block.shape(0, 2), block.shape(0, 2)
        free = [block.shape(0, 2), block.shape(0, 2)]
        self.shape = batch + free[0] + free[1]
        self.shapes: list[tuple[int, ...]] = []
        self.batching: list[list[int]] = []
        self.contracting: list[list[int]] = []
        self.free: list[list[int]] = []
        for side in range(2):
            sizes = [*batch, *contracted, *free[side]]
            order = block.random.sample(range(len(sizes)), len(batch) + len(contracted))
            places = [*order, *[place for place in range(len(sizes)) if place not in order]]
            shape = [0] * len(sizes)
            for size, place in zip(sizes, places, strict=True):
                shape[place] = size
            self.shapes.append(tuple(shape))
            self.batching.append(places[: len(batch)])
            self.contracting.append(places[len(batch) : len(order)])
            self.free.append(places[len(order) :])

    def attribute(self, cls: type[Attribute], *more: Sequence[int]) -> str:
        """`#stablehlo.dot<…>`."""
        return text_of(cls(*map(tuple, (*self.batching, *self.contracting, *more))))


def dot_general(block: Block) -> None:
    product = Product(block)
    element = block.pick("f32", "bf16", *ELEMENTS)
    op = Op(
        "stablehlo.dot_general",
        [block.value(Tensor(shape, element)) for shape in product.shapes],
        [Tensor(product.shape, block.pick(element, *ELEMENTS) if block.chance(0.2) else element)],
    )
    properties = {"dot_dimension_numbers": product.attribute(DotDimensionNumbers)}
    (lhs, rhs), (first, second) = product.batching, product.contracting
    head = op.uses
    if lhs or block.chance(0.1):
        head += f", batching_dims = {i64_list(lhs)} x {i64_list(rhs)}"
    head += f", contracting_dims = {i64_list(first)} x {i64_list(second)}"
    with_algorithm = block.chance(0.3)
    if block.chance():
        properties["precision_config"], text = precision(block, only=["DEFAULT"] if with_algorithm else Precision.cases)
        head += text
    if with_algorithm:
        parameters = attributes.dot_algorithm_parameters(block.random)
        properties["algorithm"] = f"#stablehlo.dot_algorithm{parameters}"
        head += f", algorithm = {parameters}"
    op.properties = properties
    block.add(op.in_form(head, *properties))


def einsum(block: Block) -> None:
    element = block.pick(*FLOATS)
    a, b, c = (block.size() for _ in range(3))
    types = [Tensor((a, b), element), Tensor((b, c), element)]
    properties, tail = {"einsum_config": '"ab,bc->ac"'}, ', config = "ab,bc->ac"'
    block.emit("stablehlo.einsum", types, [Tensor((a, c), element)], properties, tail)


def unary_einsum(block: Block) -> None:
    element = block.pick(*FLOATS)
    a, b = block.size(), block.size()
    properties, tail = {"einsum_config": '"ab->a"'}, ', config = "ab->a"'
    block.emit("stablehlo.unary_einsum", [Tensor((a, b), element)], [Tensor((a,), element)], properties, tail)


def _placed(
    block: Block, first: tuple[str, int], second: tuple[str, int], spatial: Sequence[int]
) -> tuple[str, list[int]]:
    """Dimensions in any order: `[b, 0, f]` and their sizes."""
    labelled = [first, second, *[(str(index), size) for index, size in enumerate(spatial)]]
    if block.chance(0.7):
        block.random.shuffle(labelled)
    return f"[{', '.join([label for label, _ in labelled])}]", [size for _, size in labelled]


def convolution(block: Block, dynamic: bool = False) -> None:
    image = [block.plain_size(9) for _ in range(block.random.choice([0, 1, 2, 2, 3]))]
    windows = Windows(block, image)
    groups = block.random.choice([1, 1, 1, 2, 3])
    by_batch = groups > 1 and block.chance()
    batch, features, outputs = block.size(4), block.size(4), block.size(4)
    grouped_outputs = outputs if groups == 1 else outputs * groups
    input_labels, input_shape = _placed(
        block,
        ("b", batch * groups if by_batch else batch),
        ("f", features if by_batch or groups == 1 else features * groups),
        image,
    )
    kernel_labels, kernel_shape = _placed(block, ("i", features), ("o", grouped_outputs), windows.sizes)
    output_labels, output_shape = _placed(block, ("b", batch), ("f", grouped_outputs), windows.counts)
    dimensions = f"{input_labels}x{kernel_labels}->{output_labels}"
    element = block.pick("f32", "bf16", *NUMBERS)
    window: dict[str, tuple[str, str]] = {}
    for name, keyword, numbers in (
        ("window_strides", "stride", windows.strides),
        ("lhs_dilation", "lhs_dilate", windows.base),
        ("rhs_dilation", "rhs_dilate", windows.dilations),
    ):
        if set(numbers) - {1} or block.chance(0.3):
            window[name] = (i64_array(numbers), f"{keyword} = {i64_list(numbers)}")
    if not dynamic and (any(map(sum, windows.padding)) or block.chance(0.3)):
        rows = ", ".join([i64_list(row) for row in windows.padding])
        window["padding"] = (i64_table(windows.padding, 2), f"pad = [{rows}]")
    if block.chance(0.3):
        flags = [block.pick("true", "false") for _ in image]
        text = ", ".join(flags)
        window["window_reversal"] = (f"array<i1: {text}>" if flags else "array<i1>", f"reverse = [{text}]")
    properties = {
        "dimension_numbers": f"#stablehlo.conv<{dimensions}>",
        "batch_group_count": f"{groups if by_batch else 1} : i64",
        "feature_group_count": f"{1 if by_batch else groups} : i64",
        **{name: attribute for name, (attribute, _) in window.items()},
    }
    if block.chance(0.4):
        properties["precision_config"], _ = precision(block)
    operands = [block.value(Tensor(tuple(input_shape), element)), block.value(Tensor(tuple(kernel_shape), element))]
    result = Tensor(tuple(output_shape), block.pick(element, *NUMBERS) if block.chance(0.2) else element)
    if dynamic:
        operands.append(block.value(Tensor((len(image), 2), block.pick("i32", "i64"))))
        shape = tuple(None for _ in output_shape)
        block.add(Op("stablehlo.dynamic_conv", operands, [result._replace(shape=shape)], properties))
        return
    op = Op("stablehlo.convolution", operands, [result], properties, shown=["dimension_numbers", *window])
    parts = [text for _, text in window.values()]
    block.random.shuffle(parts)
    comma = "," if parts and block.chance(0.1) else ""
    head = f"({op.uses}) dim_numbers = {dimensions}, window = {{{', '.join(parts)}{comma}}}"
    op.own = lambda entries: f"{head}{entries} : {op.functional}"
    block.add(op)


def dynamic_conv(block: Block) -> None:
    convolution(block, dynamic=True)


def cholesky(block: Block) -> None:
    size = block.size()
    type = Tensor((*block.shape(0, 2), size, size), block.pick(*FLOATS, *COMPLEX))
    op = Op("stablehlo.cholesky", [block.value(type)], [type])
    head = op.uses
    if block.chance():
        lower = block.pick("true", "false")
        op.properties = {"lower": lower}
        head += f", lower = {lower}"
    block.add(short_or_functional(block, op, "lower", head=head))


def triangular_solve(block: Block) -> None:
    batch = block.shape(0, 2)
    size, other = block.size(), block.size()
    left = block.chance()
    element = block.pick(*FLOATS, *COMPLEX)
    b = Tensor((*batch, size, other) if left else (*batch, other, size), element)
    op = Op(
        "stablehlo.triangular_solve",
        [block.value(Tensor((*batch, size, size), element)), block.value(b)],
        [b],
        {
            "left_side": "true" if left else "false",
            "lower": block.pick("true", "false"),
            "unit_diagonal": block.pick("true", "false"),
            "transpose_a": f"#stablehlo<transpose {block.pick('NO_TRANSPOSE', 'TRANSPOSE', 'ADJOINT')}>",
        },
    )
    block.add(op)


def fft(block: Block) -> None:
    kind = block.pick("FFT", "IFFT", "RFFT", "IRFFT")
    part = block.pick(*WIDE_FLOATS)
    lengths = tuple(block.random.randint(1, 9) for _ in range(block.random.randint(1, 3)))
    batch = block.shape(0, 2)
    half = (*lengths[:-1], lengths[-1] // 2 + 1)
    real, numbers = (batch + lengths, part), (batch + lengths, f"complex<{part}>")
    halved = (batch + half, f"complex<{part}>")
    operand, result = {"FFT": (numbers,) * 2, "IFFT": (numbers,) * 2, "RFFT": (real, halved), "IRFFT": (halved, real)}[
        kind
    ]
    properties = {"fft_type": f"#stablehlo<fft_type {kind}>", "fft_length": i64_array(lengths)}
    tail = f", type = {kind}, length = {i64_list(lengths)}"
    block.emit("stablehlo.fft", [Tensor(*operand)], [Tensor(*result)], properties, tail)


RECIPES = recipes(globals(), "stablehlo")
