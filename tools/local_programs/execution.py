"""Runs local programs on simulated devices, as JAX runs those of a shard_map."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, cast

import numpy as np
from jaxlib import xla_client

import sdyopt
from sdyopt.view import partition_of
from tools.local_programs.programs import LoweredProgram, local_program

DEVICES = 8

NUMBERS: dict[str, Any] = {"f32": np.float32, "i32": np.int32, "complex<f32>": np.complex64}
"""The types of the elements of arguments."""


def arguments(module: sdyopt.Module, below: Sequence[int | None]) -> list[Any]:
    """Returns random arguments of a program, the same each time: integers below numbers, or floats between -1 and 1."""
    chance = np.random.default_rng(0)
    found = []
    for argument, limit in zip(module.functions[MAIN].regions[0].block.arguments, below, strict=True):
        type = cast(sdyopt.RankedTensorType, argument.type)
        numbers = chance.uniform(-1, 1, type.shape) if limit is None else chance.integers(0, limit, type.shape)
        found.append(numbers.astype(NUMBERS[str(type.element_type)]))
    return found


class Parts:
    """How devices hold a value of the main function, of which `type` is the type on each device."""

    def __init__(self, module: sdyopt.Module, type: sdyopt.Type, sharding: sdyopt.Sharding | None, devices: int):
        self.type = cast(sdyopt.RankedTensorType, type)
        sizes = self.type.shape
        partition = None if sharding is None else partition_of(sharding, module.mesh_of(sharding), len(sizes))
        blocks = [partition.block_of(device) if partition else (0,) * len(sizes) for device in range(devices)]
        counts = partition.counts if partition else (1,) * len(sizes)
        self.shape = tuple([count * size for count, size in zip(counts, sizes, strict=True)])
        """The shape of the whole."""
        self._places = [
            tuple([slice(at * size, (at + 1) * size) for at, size in zip(block, sizes, strict=True)])
            for block in blocks
        ]

    def cut(self, whole: Any) -> Any:
        """Returns what the devices hold of an array, one after the other."""
        assert whole.shape == self.shape
        return np.stack([whole[place] for place in self._places])

    def joined(self, parts: Any) -> Any:
        """Returns the array of which devices hold parts. Those with the same part must have the same numbers."""
        whole = np.empty(self.shape, parts.dtype)
        for place, part in zip(self._places, parts, strict=True):
            whole[place] = part
        for place, part in zip(self._places, parts, strict=True):
            np.testing.assert_array_equal(whole[place], part, "devices differ in what they should share")
        return whole


def run(module: sdyopt.Module, arguments: Sequence[Any], devices: int = DEVICES) -> list[Any]:
    """Runs the program of each device, and returns its results. Arguments and results are those of the whole.

    Changes the module.
    """
    main = module.functions[MAIN]
    block = main.regions[0].block
    inputs = [Parts(module, each.type, sdyopt.sharding_of(each), devices) for each in block.arguments]
    outputs = [
        Parts(module, each.type, sdyopt.function_result_sharding(main, number), devices)
        for number, each in enumerate(block.terminator.operands)
    ]
    held = [parts.cut(each) for parts, each in zip(inputs, arguments, strict=True)]
    text = wrapped(
        module,
        [(each.type, numbers.tobytes()) for each, numbers in zip(inputs, held, strict=True)],
        [each.type for each in outputs],
        devices,
    )
    results = _compiled(text, devices).execute_sharded([]).disassemble_into_single_device_arrays()
    return [
        parts.joined(np.concatenate([np.asarray(each) for each in arrays]))
        for parts, arrays in zip(outputs, results, strict=True)
    ]


@cache
def _client() -> Any:
    return xla_client.make_cpu_client(num_devices=DEVICES)


def _compiled(text: str, count: int) -> Any:
    """Compiles a program for so many devices."""
    devices = tuple(_client().devices()[:count])
    options = xla_client.CompileOptions()
    build = options.executable_build_options
    options.num_replicas = build.num_replicas = 1
    options.num_partitions = build.num_partitions = count
    build.use_spmd_partitioning = build.use_shardy_partitioner = True
    # What takes most of the time of a compilation does not pay for programs that run once.
    build.debug_options.xla_backend_optimization_level = 0
    options.env_option_overrides = [("xla_cpu_use_fusion_emitters", False), ("xla_cpu_parallel_codegen_split_count", 1)]
    build.device_assignment = xla_client.DeviceAssignment.create(np.arange(count).reshape(1, -1))
    return _client().compile_and_load(text, xla_client.DeviceList(devices), options)


MAIN, LOCAL = "main", "of_each_device"

DEVICE, NONE = '{"device"}', "{}"
"""The sharding of the first dimension, and of others."""

Constant = tuple[sdyopt.RankedTensorType, bytes]
"""An argument: its type on each device, and the elements of all devices, one after the other."""

WHOLE = """module {{
  sdy.mesh @devices = <["device"={devices}]>
  func.func public @{main}() -> ({results}) {{
    {constants}
    %whole:{count} = sdy.manual_computation({arguments}) in_shardings=[{in_shardings}] out_shardings=[{out_shardings}] \
manual_axes={{"device"}} ({own}) {{
      {body}
      sdy.return {returned} : {own_results}
    }} : ({types}) -> ({result_types})
    return {found} : {result_types}
  }}
{functions}
}}
"""


def wrapped(
    module: sdyopt.Module, inputs: Sequence[Constant], outputs: Sequence[sdyopt.RankedTensorType], devices: int
) -> str:
    """Returns a program without arguments in which each device runs the main function of `module`.

    Changes the module.
    """
    types = [type for type, _ in inputs]
    functions = str(module.run("sdy-drop-sharding-and-mesh")).splitlines()[1:-1]
    body = [
        *[f"%in{n} = stablehlo.reshape %own{n} : ({of(1, type)}) -> {type}" for n, type in enumerate(types)],
        f"%out:{len(outputs)} = func.call @{LOCAL}({names('%in', types)}) : ({listed(types)}) -> ({listed(outputs)})",
        *[f"%part{n} = stablehlo.reshape %out#{n} : ({type}) -> {of(1, type)}" for n, type in enumerate(outputs)],
    ]
    return WHOLE.format(
        devices=devices,
        main=MAIN,
        results=listed([f"{of(devices, type)} {{sdy.sharding = #sdy.sharding{spread(type)}}}" for type in outputs]),
        constants="\n    ".join([line for n, each in enumerate(inputs) for line in constant(n, each, devices)]),
        count=len(outputs),
        arguments=names("%held", types),
        in_shardings=listed(map(spread, types)),
        out_shardings=listed(map(spread, outputs)),
        own=listed([f"%own{n}: {of(1, type)}" for n, type in enumerate(types)]),
        body="\n      ".join(body),
        returned=names("%part", outputs),
        own_results=listed([of(1, type) for type in outputs]),
        types=listed([of(devices, type) for type in types]),
        result_types=listed([of(devices, type) for type in outputs]),
        found=names("%whole#", outputs),
        functions="\n".join(functions).replace(f"func.func public @{MAIN}(", f"func.func private @{LOCAL}("),
    )


def constant(number: int, value: Constant, devices: int) -> list[str]:
    """Returns the lines that define an argument of all devices. XLA cannot compute with it while it compiles."""
    type, elements = value
    of_all = of(devices, type)
    return [
        f'%constant{number} = stablehlo.constant dense<"0x{elements.hex()}"> : {of_all}',
        f"%held{number} = stablehlo.optimization_barrier %constant{number} : {of_all}",
    ]


def of(devices: int, type: sdyopt.RankedTensorType) -> str:
    """Returns the type of what so many devices hold."""
    return str(type.replace(shape=(devices, *type.shape)))


def spread(type: sdyopt.RankedTensorType) -> str:
    """Returns the sharding of what all devices hold."""
    return f"<@devices, [{listed([DEVICE, *[NONE] * len(type.shape)])}]>"


def names(prefix: str, values: Sequence[object]) -> str:
    """Returns a name for each value."""
    return listed([f"{prefix}{number}" for number in range(len(values))])


def listed(values: Iterable[object]) -> str:
    """Returns values, separated by commas."""
    return ", ".join(map(str, values))


# Comparisons of what eight devices compute with what one computes.

RELATIVE = 1e-5
"""How much floats may differ, in proportion to what they are."""
ABSOLUTE = 1e-6
"""How much floats may differ besides, in proportion to the largest of them: sums near zero lose digits."""


def results(program: LoweredProgram, release: str) -> tuple[list[Any], list[Any]]:
    """Returns what eight devices compute in a release, and what one does of the same arguments.

    Raises sdyopt.Error if a pass refuses the program.
    """
    partitioned, whole = map(sdyopt.parse, program.texts)
    given = arguments(whole, program.below)
    return run(local_program(partitioned, release), given), run(whole, given, 1)


def assert_same(found: list[Any], expected: list[Any]) -> None:
    """Fails unless results are equal: integers in every bit, floats nearly."""
    for ours, wanted in zip(found, expected, strict=True):
        assert ours.dtype == wanted.dtype
        if ours.dtype.kind in "fc":
            largest = ABSOLUTE * np.abs(wanted).max()
            np.testing.assert_allclose(ours, wanted, rtol=RELATIVE, atol=largest, strict=True)
        else:
            np.testing.assert_array_equal(ours, wanted, strict=True)
