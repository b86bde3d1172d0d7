"""The program that all devices are given together, in which each runs its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import sdyopt

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
