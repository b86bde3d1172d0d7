"""Makes training steps of convolutional networks, as JAX lowers them: programs in which many lines occur once only.

    python -m pip install -e '.[jax]'
    python -m tools.programs.make_convolutional FOLDER

`efficientnet` has the blocks of EfficientNet-B4 (https://arxiv.org/abs/1905.11946), `unusual_widths` the same with
other numbers of channels in each block, `unet` the levels of a U-Net with attention
(https://arxiv.org/abs/2006.11239). The weights are updated by Adam. `python -m tools.bench --distinct --file
FOLDER/unet.mlir` measures one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import jax
import jax.numpy as jnp
from jax import lax

from tools.jax_programs.lowering import Devices
from tools.large_programs.table import convolved

STAGES = ((1, 24, 2, 1, 3), (6, 32, 4, 2, 3), (6, 56, 4, 2, 5), (6, 112, 6, 2, 3), (6, 160, 6, 1, 5), (6, 272, 8, 2, 5))
"""The factor by which channels are widened, channels, blocks, stride and size of the kernel."""


class Weights:
    """Collects the shapes of weights in a first run of a network, and hands them out in others."""

    def __init__(self, values: list[Any] | None = None) -> None:
        self.values = values
        self.shapes: list[tuple[int, ...]] = []

    def next(self, *shape: int) -> Any:
        self.shapes.append(shape)
        return jnp.zeros(shape) if self.values is None else self.values[len(self.shapes) - 1]

    def convolved(self, x: Any, channels: int, size: int = 1, stride: int = 1, groups: int = 1) -> Any:
        kernel = self.next(size, size, x.shape[-1] // groups, channels)
        return convolved(x, kernel, stride, groups)

    def normalized(self, x: Any) -> Any:
        mean, variance = x.mean((0, 1, 2)), x.var((0, 1, 2))
        return (x - mean) * lax.rsqrt(variance + 1e-3) * self.next(x.shape[-1]) + self.next(x.shape[-1])


def efficientnet(weights: Weights, images: Any, widths: Callable[[int, int], int]) -> Any:
    """Returns the logits; `widths` gives the channels of a block by those of its stage and its number."""
    x = jax.nn.silu(weights.normalized(weights.convolved(images, 48, 3, 2)))
    number = 0
    for factor, channels, blocks, first_stride, size in STAGES:
        for block in range(blocks):
            number += 1
            stride = first_stride if block == 0 else 1
            before, inner = x, x.shape[-1] * factor
            if factor > 1:
                x = jax.nn.silu(weights.normalized(weights.convolved(x, inner)))
            x = jax.nn.silu(weights.normalized(weights.convolved(x, inner, size, stride, inner)))
            squeezed = jax.nn.silu(weights.convolved(x.mean((1, 2), keepdims=True), max(1, before.shape[-1] // 4)))
            x = x * jax.nn.sigmoid(weights.convolved(squeezed, inner))
            x = weights.normalized(weights.convolved(x, widths(channels, number)))
            x = x + before if x.shape == before.shape else x
    x = jax.nn.silu(weights.normalized(weights.convolved(x, 1792))).mean((1, 2))
    return x @ weights.next(x.shape[-1], 1000)


def unet(weights: Weights, images: Any) -> Any:
    """Returns an image of the same shape."""

    def residual(x: Any, channels: int) -> Any:
        inner = weights.convolved(jax.nn.silu(weights.normalized(x)), channels, 3)
        inner = weights.convolved(jax.nn.silu(weights.normalized(inner)), channels, 3)
        return inner + (x if x.shape[-1] == channels else weights.convolved(x, channels))

    def attended(x: Any) -> Any:
        rows, channels = x.shape[1] * x.shape[2], x.shape[-1]
        q, k, v = (weights.convolved(weights.normalized(x), channels).reshape(-1, rows, channels) for _ in range(3))
        scores = jax.nn.softmax(jnp.einsum("bqc,bkc->bqk", q, k) / math.sqrt(channels))
        return x + weights.convolved(jnp.einsum("bqk,bkc->bqc", scores, v).reshape(x.shape), channels)

    x = weights.convolved(images, 64, 3)
    kept = []
    levels = (64, 128, 256, 512)
    for level, channels in enumerate(levels):
        for _ in range(4):
            x = residual(x, channels)
            x = attended(x) if level >= 2 else x
            kept.append(x)
        x = weights.convolved(x, channels, 3, 2)
    x = residual(attended(residual(x, 512)), 512)
    for level, channels in reversed(list(enumerate(levels))):
        x = jnp.repeat(jnp.repeat(x, 2, axis=1), 2, axis=2)
        for _ in range(4):
            x = residual(jnp.concatenate([x, kept.pop()], axis=-1), channels)
            x = attended(x) if level >= 2 else x
    return weights.convolved(jax.nn.silu(weights.normalized(x)), 3, 3)


def training_step(network: Callable[[Weights, Any], Any], size: int) -> str:
    """Returns the text of a step of Adam, with images sharded by their first dimension."""
    devices = Devices(data=4, model=2)
    images = devices.input((32, size, size, 3), ("data",))
    shapes = Weights()
    jax.eval_shape(lambda x: network(shapes, x), images)

    def loss(values: list[Any], x: Any) -> Any:
        return jnp.mean(jnp.square(network(Weights(values), x)))

    def step(values: list[Any], first: list[Any], second: list[Any], x: Any) -> Any:
        cost, gradients = jax.value_and_grad(loss)(values, x)
        first = [0.9 * m + 0.1 * g for m, g in zip(first, gradients, strict=True)]
        second = [0.999 * v + 0.001 * g * g for v, g in zip(second, gradients, strict=True)]
        updated = zip(values, first, second, strict=True)
        return cost, [w - 1e-3 * m / (jnp.sqrt(v) + 1e-8) for w, m, v in updated], first, second

    weights = [devices.input(shape) for shape in shapes.shapes]
    return str(jax.jit(step).lower(weights, weights, weights, images).as_text())


NETWORKS: dict[str, tuple[Callable[[Weights, Any], Any], int]] = {
    "efficientnet": (lambda weights, x: efficientnet(weights, x, lambda channels, _: channels), 224),
    "unusual_widths": (lambda weights, x: efficientnet(weights, x, lambda channels, number: channels + number), 225),
    "unet": (unet, 64),
}
"""The networks, and the sizes of their images."""


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def main(folder: Path) -> None:
    """Write the programs into FOLDER."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (network, size) in NETWORKS.items():
        (folder / f"{name}.mlir").write_text(training_step(network, size))


if __name__ == "__main__":
    main()
