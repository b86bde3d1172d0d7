"""What shardings mean for devices and their memory, and what running a program costs. Beside the driver.

`view(sdyopt.parse(pathlib.Path("program.mlir")))` is all of it for a module; `partition_of(sharding, mesh, rank)` tells
which device holds which block of one tensor, and `compare(before, after)` what differs between two views.
"""

from sdyopt.driver.diagnostics.places import Place
from sdyopt.view.collection import view
from sdyopt.view.collectives import BufferView, CollectiveView
from sdyopt.view.comparison import Comparison, compare
from sdyopt.view.errors import GridError, UnknownValueError, ViewError
from sdyopt.view.memory import element_bits, plain_bytes, tiled_bytes
from sdyopt.view.model import DeviceSum, FunctionView, Kind, MeshView, ModuleView, TensorView
from sdyopt.view.partition import Block, Partition, partition_of
from sdyopt.view.peak import LiveView, PeakView
from sdyopt.view.program_view import ProgramView
from sdyopt.view.selection import Selection
from sdyopt.view.share import Share, share_of
from sdyopt.view.stages import Stage
from sdyopt.view.totals import Totals, seconds

__all__ = [
    "Block",
    "BufferView",
    "CollectiveView",
    "Comparison",
    "DeviceSum",
    "FunctionView",
    "GridError",
    "Kind",
    "LiveView",
    "MeshView",
    "ModuleView",
    "Partition",
    "PeakView",
    "Place",
    "ProgramView",
    "Selection",
    "Share",
    "Stage",
    "TensorView",
    "Totals",
    "UnknownValueError",
    "ViewError",
    "compare",
    "element_bits",
    "partition_of",
    "plain_bytes",
    "seconds",
    "share_of",
    "tiled_bytes",
    "view",
]
