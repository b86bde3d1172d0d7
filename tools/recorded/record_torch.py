"""Records training steps of PyTorch/XLA: the StableHLO and the HLO text that torch-xla gives to XLA for eight devices.

python3.11 -m venv torch && torch/bin/pip install torch==2.9.1 torch_xla==2.9.0 numpy
torch/bin/python tools/recorded/record_torch.py [NAME ...]

The package depends on neither, and this file on nothing else. The programs are a multilayer perceptron, and a
transformer with embeddings, LayerNorm and cross entropy whose parameters are sharded as in FSDP, or as in Megatron.
The name torchax_tensor_parallel stands for the latter of torchax, which needs packages of its own:

python3.11 -m venv torchax && torchax/bin/pip install torch==2.9.1 torchax==0.0.13 jax==0.10.2
torchax/bin/python tools/recorded/record_torch.py torchax_tensor_parallel
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

RECORDS = Path(__file__).parents[2] / "lit_tests" / "pytorch" / "Inputs"

BATCH, LENGTH, VOCABULARY, WIDTH, HEADS, LAYERS = 16, 32, 512, 64, 4, 2

Axes = tuple[str | None, ...]


def _mlp(torch: Any, shard: Callable[[Any, Axes], None], device: Any) -> list[Any]:
    up, down = torch.nn.Linear(64, 256).to(device), torch.nn.Linear(256, 64).to(device)
    shard(up.weight, ("model", None))
    shard(down.weight, (None, "model"))
    x = torch.randn(32, 64).to(device)
    shard(x, ("data", None))
    loss = (down(torch.relu(up(x))) ** 2).mean()
    loss.backward()
    return [loss, *[parameter.grad for layer in (up, down) for parameter in layer.parameters()]]


def _fsdp(name: str) -> dict[int, Axes]:
    """Each parameter is cut along its first dimension by all devices."""
    return {1: (("data", "model"),), 2: (("data", "model"), None)}  # type: ignore[dict-item]


def _megatron(name: str) -> dict[int, Axes]:
    """Columns of the first product of a block and rows of the second one are cut by `model`."""
    if name.endswith(("query.weight", "key.weight", "value.weight", "up.weight", "head.weight", "tokens.weight")):
        return {2: ("model", None)}
    if name.endswith(("query.bias", "key.bias", "value.bias", "up.bias")):
        return {1: ("model",)}
    return {2: (None, "model")} if name.endswith(("out.weight", "down.weight")) else {}


def _model(torch: Any, is_written_out: bool = False) -> Any:
    """Returns a transformer that makes logits of tokens; its LayerNorm may be written out, as means."""
    nn = torch.nn

    class WrittenOutNorm(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self, width: int) -> None:
            super().__init__()
            self.weight, self.bias = nn.Parameter(torch.ones(width)), nn.Parameter(torch.zeros(width))

        def forward(self, x: Any) -> Any:
            centered = x - x.mean(-1, keepdim=True)
            return centered * torch.rsqrt((centered**2).mean(-1, keepdim=True) + 1e-5) * self.weight + self.bias

    norm = WrittenOutNorm if is_written_out else nn.LayerNorm

    class Block(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.norm, self.norm_after = norm(WIDTH), norm(WIDTH)
            self.query, self.key, self.value, self.out = [nn.Linear(WIDTH, WIDTH) for _ in range(4)]
            self.up, self.down = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)

        def forward(self, x: Any) -> Any:
            normed = self.norm(x)
            split = [
                part(normed).view(BATCH, LENGTH, HEADS, -1).transpose(1, 2)
                for part in (self.query, self.key, self.value)
            ]
            scores = split[0] @ split[1].transpose(-1, -2) * (WIDTH // HEADS) ** -0.5
            future = torch.triu(torch.ones(LENGTH, LENGTH, device=x.device), 1) > 0
            weights = scores.masked_fill(future, -1e9).softmax(-1)
            x = x + self.out((weights @ split[2]).transpose(1, 2).reshape(BATCH, LENGTH, WIDTH))
            return x + self.down(nn.functional.gelu(self.up(self.norm_after(x))))

    class Transformer(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.tokens, self.places = nn.Embedding(VOCABULARY, WIDTH), nn.Embedding(LENGTH, WIDTH)
            self.blocks = nn.ModuleList([Block() for _ in range(LAYERS)])
            self.norm, self.head = norm(WIDTH), nn.Linear(WIDTH, VOCABULARY, bias=False)

        def forward(self, tokens: Any) -> Any:
            x = self.tokens(tokens) + self.places.weight
            for block in self.blocks:
                x = block(x)
            return self.head(self.norm(x))

    return Transformer()


def _transformer(
    rules: Callable[[str], dict[int, Axes]], of_batch: Any, is_written_out: bool = False
) -> Callable[..., list[Any]]:
    def step(torch: Any, shard: Callable[[Any, Axes], None], device: Any) -> list[Any]:
        model = _model(torch, is_written_out).to(device)
        for name, parameter in model.named_parameters():
            if (axes := rules(name).get(parameter.dim())) is not None:
                shard(parameter, axes)
        tokens, targets = [torch.randint(VOCABULARY, (BATCH, LENGTH)).to(device) for _ in range(2)]
        for each in (tokens, targets):
            shard(each, (of_batch, None))
        loss = torch.nn.functional.cross_entropy(model(tokens).view(-1, VOCABULARY), targets.view(-1))
        loss.backward()
        return [loss, *[parameter.grad for parameter in model.parameters()]]

    return step


def _of_torchax() -> str:
    """Returns the StableHLO of a training step with tensor parallelism that torchax makes with JAX."""
    torch, torchax = importlib.import_module("torch"), importlib.import_module("torchax")
    jax, sharding = importlib.import_module("jax"), importlib.import_module("jax.sharding")
    auto = (sharding.AxisType.Auto,) * 2
    mesh = jax.make_mesh((2, 4), ("data", "model"), axis_types=auto)
    weights, function = torchax.extract_jax(_model(torch))

    def argument(value: Any, axes: Axes) -> Any:
        placed = sharding.NamedSharding(mesh, sharding.PartitionSpec(*axes))
        return jax.ShapeDtypeStruct(value.shape, value.dtype, sharding=placed)

    def loss(weights: Any, tokens: Any, targets: Any) -> Any:
        logits = function(weights, (tokens,)).reshape(-1, VOCABULARY)
        picked = jax.numpy.take_along_axis(jax.nn.log_softmax(logits), targets.reshape(-1, 1), 1)
        return -picked.mean()

    given = {name: argument(value, _megatron(name).get(value.ndim, ())) for name, value in weights.items()}
    batch = argument(jax.ShapeDtypeStruct((BATCH, LENGTH), "int32"), ("data", None))
    return str(jax.jit(jax.value_and_grad(loss)).lower(given, batch, batch).as_text())


PROGRAMS = {
    "mlp": _mlp,
    "transformer_fsdp": _transformer(_fsdp, ("data", "model")),
    "transformer_tensor_parallel": _transformer(_megatron, "data"),
    "transformer_written_out_norm": _transformer(_megatron, "data", True),
}

ALSO_HLO = ("mlp", "transformer_tensor_parallel")
"""The programs whose HLO text is recorded, too."""

TORCHAX = "torchax_tensor_parallel"


def main(names: list[str]) -> None:
    if names == [TORCHAX]:
        os.environ.update(JAX_PLATFORMS="cpu", XLA_FLAGS="--xla_force_host_platform_device_count=8")
        (RECORDS / f"{TORCHAX}.mlir").write_text(_of_torchax())
        return
    os.environ.update(PJRT_DEVICE="CPU", CPU_NUM_DEVICES="8")
    os.environ.setdefault("XLA_FLAGS", "--xla_force_host_platform_device_count=8")
    torch, torch_xla, numpy = [importlib.import_module(name) for name in ("torch", "torch_xla", "numpy")]
    spmd = importlib.import_module("torch_xla.distributed.spmd")
    xla_model = importlib.import_module("torch_xla.core.xla_model")
    importlib.import_module("torch_xla.runtime").use_spmd()
    mesh = spmd.Mesh(numpy.arange(8), (2, 4), ("data", "model"))
    for name in names or list(PROGRAMS):
        torch.manual_seed(0)
        results = PROGRAMS[name](torch, lambda value, axes: spmd.mark_sharding(value, mesh, axes), torch_xla.device())
        (RECORDS / f"{name}.mlir").write_text(xla_model.get_stablehlo(results) + "\n")
        if name in ALSO_HLO:
            (RECORDS / f"{name}.txt").write_text(torch_xla._XLAC._get_xla_tensors_hlo(results))
        torch_xla.sync()
        xla_model.wait_device_ops()
        print(name)


if __name__ == "__main__":
    main(sys.argv[1:])
