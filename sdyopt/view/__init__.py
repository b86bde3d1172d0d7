"""What shardings mean for devices and their memory. Beside the driver.

`view(sdyopt.parse(pathlib.Path("program.mlir")))` is all of it for a module; `partition_of(sharding, mesh, rank)` tells
which device holds which block of one tensor.
"""

from sdyopt.driver.diagnostics.places import Place
from sdyopt.view.collection import view
from sdyopt.view.errors import GridError, UnknownValueError, ViewError
from sdyopt.view.memory import element_bits, plain_bytes, tiled_bytes
from sdyopt.view.model import DeviceSum, FunctionView, Kind, MeshView, ModuleView, TensorView
from sdyopt.view.partition import Block, Partition, partition_of
from sdyopt.view.selection import Selection
from sdyopt.view.share import Share, share_of

__all__ = [
    "Block",
    "DeviceSum",
    "FunctionView",
    "GridError",
    "Kind",
    "MeshView",
    "ModuleView",
    "Partition",
    "Place",
    "Selection",
    "Share",
    "TensorView",
    "UnknownValueError",
    "ViewError",
    "element_bits",
    "partition_of",
    "plain_bytes",
    "share_of",
    "tiled_bytes",
    "view",
]
