"""What `sdy-view` prints of a program: a heading, and a table of what each function takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sdyopt.display.tables import Column, Table
from sdyopt.display.wording import counted, printable
from sdyopt.view.model import DeviceSum, FunctionView, MeshView, ModuleView
from sdyopt.view.render.amounts import exact, short


def heading(view: ModuleView) -> str:
    """`program.mlir, as written: 512 devices, mesh ["x"=16, "y"=32]`."""
    devices = f"{view.file}, {view.stage.value}: {counted(view.devices, 'device')}"
    meshes = view.shown_meshes
    return printable(", ".join([devices, *[_mesh_text(mesh, len(meshes) > 1) for mesh in meshes]]))


def _mesh_text(mesh: MeshView, with_name: bool) -> str:
    axes = ", ".join([f'"{name}"={size}' for name, size in mesh.axes])
    order = f", device_ids=[{_numbers(mesh.device_ids)}]" if mesh.device_ids else ""
    name = f" @{mesh.name}" if with_name else ""
    return f"mesh{name} [{axes}]{order}"


def _numbers(numbers: Sequence[int], most: int = 8) -> str:
    shown = ",".join(map(str, numbers[:most]))
    return f"{shown},…" if len(numbers) > most else shown


def function_table(view: ModuleView, functions: Sequence[FunctionView]) -> Table:
    """A line for each of `functions`, or, where devices differ, for each run of devices that do not."""
    names = ["devices", "arguments", "bytes", "results", "bytes", "together, a device"]
    names += [f"in {view.tiles}"] if view.tiles else []
    columns = [Column("function", style="cyan"), *[Column(name, right=True) for name in names], Column("", below=True)]
    rows = [list(_function_row(view, function, sums)) for function in functions for sums in function.sums]
    return Table(columns, rows)


def _function_row(view: ModuleView, function: FunctionView, sums: DeviceSum) -> Iterator[str]:
    yield f"@{function.name}"
    yield str(sums.first) if sums.first == sums.last else f"{sums.first}–{sums.last}"
    yield f"{function.arguments:,}"
    yield exact(sums.arguments)
    yield f"{function.results:,}"
    yield exact(sums.results)
    yield exact(sums.bytes)
    if view.tiles:
        yield exact(sums.tiled_bytes)
    yield "; ".join(_remarks(function, sums))


def _remarks(function: FunctionView, sums: DeviceSum) -> Iterator[str]:
    if sums.donated and function.shared:
        yield f"{short(sums.bytes)}, {short(max(0, sums.bytes - function.shared))} after donation"
    elif sums.donated:
        yield f"{exact(sums.donated)} donated, but no result has that size"
    if sums.undecided and sums.devices > 1:
        yield f"{exact(sums.undecided)} have no sharding"
    if function.constraints:
        yield f"not summed: {counted(function.constraints, 'constraint')}"
    if function.unknown:
        yield f"not summed: {function.unknown} of unknown size"
