"""The names of machines, `tpu-v5p:2x2x2` or `gpu-h200:8`, how XLA describes them, and what may be chosen for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import prod
from typing import Any

from sdyopt.display.wording import counted, suggested
from sdyopt.ir.records import NamedTuple
from sdyopt.machines import MachineError

DEFAULT_LIMIT = 900.0
"""The seconds that one compilation may take."""

EFFORTS: dict[str, dict[str, float]] = {"full": {}, "quick": {"exec_time_optimization_effort": -1.0}}
"""The options of a compiler for TPUs, by the name of what they ask for. Those for GPUs are as quick without."""


class TargetMachine(NamedTuple):
    """A machine for which XLA compiles."""

    name: str
    """With its size: `tpu-v5e:2x4`, `gpu-h100:8`, `cpu:8`."""
    platform: str
    """That of JAX: `tpu`, `cuda` or `cpu`."""
    devices: int
    topology: str = ""
    """The name of it in XLA."""
    more: Mapping[str, Any] = {}
    """Further arguments of JAX's `get_topology_desc`."""
    memory: int | None = None
    """The bytes that a device has, where XLA does not refuse programs that need more."""

    @property
    def request(self) -> dict[str, Any]:
        """The object that describes it to the process that compiles."""
        return {"platform": self.platform, "topology": self.topology, "more": dict(self.more)}


_WHOLE = ("v5e", "v6e")
"""Those of which XLA compiles for all devices of a slice only."""


class _Tpu(NamedTuple):
    name: str
    rank: int
    """The dimensions of a slice."""
    sizes: tuple[str, ...]
    """The slices that are chosen from, the smallest first."""
    per_chip: int = 1
    """The devices on a chip."""
    more: Mapping[str, Any] = {}

    def slice_for(self, devices: int) -> str | None:
        """Returns the smallest slice with enough devices; one with just as many if no other is compiled for."""
        for size in self.sizes:
            count = self.per_chip * prod(_numbers(size))
            if count == devices or (count > devices and self.name not in _WHOLE):
                return size
        whole = self.per_chip * prod(_numbers(self.sizes[-1]))
        return f"{self.sizes[-1]}@{devices // whole}" if devices > whole and devices % whole == 0 else None


_FLAT = ("1x1", "2x1", "2x2", "2x4", "4x4", "4x8", "8x8", "8x16", "16x16")
_CUBES = ("2x2x1", "2x2x2", "2x2x4", "2x4x4", "4x4x4", "4x4x8", "4x8x8", "8x8x8", "8x8x16", "8x16x16", "16x16x16")

_TPUS = {
    "v2": _Tpu("v2", 2, ("2x2", "4x4", "4x8", "8x8", "8x16", "16x16"), 2),
    "v3": _Tpu("v3", 2, ("2x2", "4x4", "4x8", "8x8", "8x16", "16x16"), 2),
    "v4": _Tpu("v4", 3, _CUBES, more={"chip_config_name": "megacore"}),
    "v5e": _Tpu("v5e", 2, _FLAT),
    "v5p": _Tpu("v5p", 3, _CUBES),
    "v6e": _Tpu("v6e", 2, _FLAT),
    "v7": _Tpu("tpu7x", 3, _CUBES, 2),
}


class _Gpu(NamedTuple):
    """The figures of a GPU in NVIDIA's data sheets, and in the table of compute capabilities of the CUDA guide."""

    description: str
    capability: tuple[int, int]
    processors: int
    lanes: int
    """For floats of 32 bits, of each processor."""
    clock_ghz: float
    memory: int
    """Bytes."""
    bandwidth: int
    """Bytes a second."""
    cache_mib: int
    shared_kib: tuple[int, int]
    """Of a processor, and what one block of threads may have of it."""

    @property
    def text(self) -> str:
        major, minor = self.capability
        device = {
            "threads_per_block_limit": 1024,
            "threads_per_warp": 32,
            "shared_memory_per_block": 48 << 10,
            "shared_memory_per_core": self.shared_kib[0] << 10,
            "threads_per_core_limit": 2048,
            "core_count": self.processors,
            "fpus_per_core": self.lanes,
            "block_dim_limit_x": (1 << 31) - 1,
            "block_dim_limit_y": (1 << 16) - 1,
            "block_dim_limit_z": (1 << 16) - 1,
            "memory_bandwidth": self.bandwidth,
            "l2_cache_size": self.cache_mib << 20,
            "clock_rate_ghz": self.clock_ghz,
            "device_memory_size": self.memory,
            "shared_memory_per_block_optin": self.shared_kib[1] << 10,
            "registers_per_core_limit": 1 << 16,
            "registers_per_block_limit": 1 << 16,
        }
        fields = " ".join([f"{name}: {value}" for name, value in device.items()])
        return (
            f"gpu_device_info {{ {fields} cuda_compute_capability {{ major: {major} minor: {minor} }} }}\n"
            f'platform_name: "CUDA" dnn_version_info {{ major: 9 minor: 10 }} '
            f'device_description_str: "{self.description}"\n'
        )


_TB = 10**12
_GPUS = {
    "a100-40": _Gpu("NVIDIA A100-SXM4-40GB", (8, 0), 108, 64, 1.41, 42_400_000_000, 1555 * _TB // 1000, 40, (164, 163)),
    "a100": _Gpu("NVIDIA A100-SXM4-80GB", (8, 0), 108, 64, 1.41, 84_900_000_000, 2039 * _TB // 1000, 40, (164, 163)),
    "h100": _Gpu("NVIDIA H100 80GB HBM3", (9, 0), 132, 128, 1.98, 84_942_979_072, 3_352_320_000_000, 50, (228, 227)),
    "h200": _Gpu("NVIDIA H200", (9, 0), 132, 128, 1.98, 150_100_000_000, 4800 * _TB // 1000, 50, (228, 227)),
    "b200": _Gpu("NVIDIA B200", (10, 0), 148, 128, 1.965, 191_500_000_000, 8 * _TB, 126, (228, 227)),
    "gb200": _Gpu("NVIDIA GB200", (10, 0), 152, 128, 1.965, 198_000_000_000, 8 * _TB, 126, (228, 227)),
}

MAX_CPUS = 2048
"""The CPUs that XLA simulates in one process."""

_DEFAULT_GPU = "h100"
_PER_HOST = 8
"""The GPUs of a host, if the name does not say it."""

NAMES = ("cpu", "gpu", *[f"gpu-{name}" for name in _GPUS], *[f"tpu-{name}" for name in _TPUS])
"""The names of machines without sizes."""

_SIZE = re.compile(r"[1-9]\d{0,3}(x[1-9]\d{0,3}){0,2}")
_SLICES = re.compile(r"[1-9]\d{0,2}")


def machine_named(text: str, devices: int) -> TargetMachine:
    """Returns the machine of a name, with as many devices as a program has if the name has no size.

    Raises MachineError for a name that none has, a size that it cannot have, and one of fewer than `devices`.
    """
    check_name(text)
    kind, _, size = text.partition(":")
    family, _, model = kind.partition("-")
    found = {"cpu": _cpu, "gpu": _gpu, "tpu": _tpu}[family](model, size, devices)
    if found.devices < devices:
        raise MachineError(f"the program is for {counted(devices, 'device')}, {found.name} has {found.devices:,}")
    return found


def check_name(text: str) -> None:
    """Raises MachineError for a name of a machine that none has, or a size of another form."""
    kind, colon, size = text.partition(":")
    if kind not in NAMES:
        known = suggested(kind, NAMES) or f"; there are {', '.join(NAMES)}"
        raise MachineError(f"no machine is called '{kind}'{known}")
    if not colon:
        return
    size, at, slices = size.partition("@")
    ranks = {"cpu": (1,), "gpu": (1, 3)}.get(kind.partition("-")[0]) or (_TPUS[kind.removeprefix("tpu-")].rank,)
    fits = _SIZE.fullmatch(size) and len(_numbers(size)) in ranks
    if not fits or (at and (kind[0] != "t" or not _SLICES.fullmatch(slices))):
        raise MachineError(f"'{text}' has no size of the form {' or '.join(_forms(kind))}")


def _forms(kind: str) -> Iterator[str]:
    if kind[0] != "t":
        yield f"{kind}:8"
    if kind[0] == "g":
        yield f"{kind}:1x2x8, slices times hosts times GPUs"
    if kind[0] == "t":
        sizes = _TPUS[kind.removeprefix("tpu-")].sizes
        yield f"{kind}:{sizes[3]}"
        yield f"{kind}:{sizes[-1]}@2, two slices"


def _numbers(size: str) -> list[int]:
    return [int(number) for number in size.split("@")[0].split("x")]


def _cpu(_model: str, size: str, devices: int) -> TargetMachine:
    if (count := int(size or devices)) > MAX_CPUS:
        raise MachineError(f"XLA simulates {MAX_CPUS:,} CPUs at most, and cpu:{count} has {count:,}")
    return TargetMachine(f"cpu:{count}", "cpu", count)


def _gpu(model: str, size: str, devices: int) -> TargetMachine:
    model = model or _DEFAULT_GPU
    if len(shape := _numbers(size or str(devices))) == 1:
        hosts = max(1, shape[0] // _PER_HOST)
        if shape[0] > _PER_HOST and shape[0] % _PER_HOST:
            raise MachineError(
                f"{shape[0]:,} GPUs are not hosts of {_PER_HOST}: give slices, hosts and GPUs, gpu-{model}:1x3x4"
            )
        shape = [1, hosts, shape[0] // hosts]
    name = "x".join(map(str, shape))
    more = {"target_config": _GPUS[model].text, "topology": name}
    shown = str(prod(shape)) if shape[2] == min(_PER_HOST, prod(shape)) and shape[0] == 1 else name
    return TargetMachine(f"gpu-{model}:{shown}", "cuda", prod(shape), model, more, _GPUS[model].memory)


def _tpu(model: str, size: str, devices: int) -> TargetMachine:
    tpu = _TPUS[model]
    size = size or tpu.slice_for(devices) or ""
    if not size:
        reason = f"tpu-{model} has no slice of {counted(devices, 'device')}: there are {', '.join(tpu.sizes)}"
        raise MachineError(f"{reason}, and several of the largest, {tpu.sizes[-1]}@2")
    chips, _, slices = size.partition("@")
    more = dict(tpu.more)
    x, y, *_ = _numbers(chips)
    if x % 2 or y % 2:
        more["chips_per_host_bounds"] = [1 if x % 2 else 2, 1 if y % 2 else 2, 1]
    if slices:
        more["num_slices"] = int(slices)
    count = tpu.per_chip * prod(_numbers(chips)) * int(slices or 1)
    return TargetMachine(f"tpu-{model}:{size}", "tpu", count, f"{tpu.name}:{chips}", more)
