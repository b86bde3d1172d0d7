"""Views: the effect of shardings on devices and their memory, and the costs of running a program.

`view(sdyopt.parse(pathlib.Path("program.mlir")))` is all of it for a module; `partition_of(sharding, mesh, rank)` tells
which device holds which block of one tensor, and `compare(before, after)` what differs between two views.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sdyopt.cost import UnknownValueError as UnknownValueError, ViewError as ViewError
    from sdyopt.cost.collectives.found import BufferView as BufferView, CollectiveView as CollectiveView
    from sdyopt.cost.collectives.found import Totals as Totals
    from sdyopt.cost.memory_model.peak import LiveView as LiveView, PeakView as PeakView
    from sdyopt.cost.program.stages import Stage as Stage
    from sdyopt.cost.sizes.local_sizes import Share as Share, share_of as share_of
    from sdyopt.cost.sizes.partition import (
        Block as Block,
        Partition as Partition,
        element_bits as element_bits,
        partition_of as partition_of,
        plain_bytes as plain_bytes,
    )
    from sdyopt.diagnostics.rendering import Place as Place
    from sdyopt.view.collection import ProgramView as ProgramView, view as view
    from sdyopt.view.comparison import Comparison as Comparison, compare as compare
    from sdyopt.view.model import (
        DeviceSum as DeviceSum,
        FunctionView as FunctionView,
        MeshView as MeshView,
        ModuleView as ModuleView,
        TensorKind as TensorKind,
        TensorView as TensorView,
    )
    from sdyopt.view.page.static import CompiledView as CompiledView
    from sdyopt.view.rows import Selection as Selection

_MODULES = {
    "sdyopt.diagnostics.rendering": ("Place",),
    "sdyopt.view.collection": ("view", "ProgramView"),
    "sdyopt.view.page.static": ("CompiledView",),
    "sdyopt.cost.collectives.found": ("BufferView", "CollectiveView", "Totals"),
    "sdyopt.view.comparison": ("Comparison", "compare"),
    "sdyopt.cost": ("UnknownValueError", "ViewError"),
    "sdyopt.cost.sizes.partition": ("element_bits", "plain_bytes", "Block", "Partition", "partition_of"),
    "sdyopt.view.model": ("DeviceSum", "FunctionView", "TensorKind", "MeshView", "ModuleView", "TensorView"),
    "sdyopt.cost.memory_model.peak": ("LiveView", "PeakView"),
    "sdyopt.view.rows": ("Selection",),
    "sdyopt.cost.sizes.local_sizes": ("Share", "share_of"),
    "sdyopt.cost.program.stages": ("Stage",),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}

__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> Any:
    """Returns a public name, whose module is imported at the first use: the command needs few of them."""
    if (module := _MODULE_OF.get(name)) is None:
        raise AttributeError(f"module 'sdyopt.view' has no attribute '{name}'")
    value = getattr(import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
