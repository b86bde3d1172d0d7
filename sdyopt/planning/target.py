"""What is planned for: the function of a program whose arguments are sharded, and the mesh."""

from __future__ import annotations

from sdyopt.api.module import Module
from sdyopt.cost.program.enclosing_scope import is_private
from sdyopt.dialects.sdy.attributes import Mesh, Sharding
from sdyopt.dialects.sdy.shardings.slots import shardings_in
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.operation import Operation
from sdyopt.planning.errors import PlanError

_NO_MESH = "the program has no mesh: give one with --mesh AXIS=SIZE,…"


class PlanTarget(NamedTuple):
    """The function of a module whose arguments are sharded, and the mesh over which."""

    function: str
    mesh_name: str
    mesh: Mesh


def planned_function(module: Module) -> str:
    """Returns the name of the function whose arguments are sharded: @main, or the only public one. Raises PlanError."""
    with_body = {name: op for name, op in module.functions.items() if op.regions[0].blocks}
    public = [name for name, op in with_body.items() if not is_private(op)]
    if "main" in public:
        return "main"
    if len(public) == 1:
        return public[0]
    if not public:
        raise PlanError("the program has no public function with a body")
    raise PlanError(f"the program has several public functions and none is @main: {', '.join(public)}")


def target_of(module: Module, mesh: Mesh | None) -> PlanTarget:
    """Returns what is planned for: the given mesh, or that of the program. Raises PlanError."""
    function = planned_function(module)
    named = list(_mesh_names(module.functions[function]))
    meshes = module.meshes
    if mesh is not None:
        name = next(iter([*named, *meshes]), "mesh")
        return PlanTarget(function, name, mesh)
    candidates = [name for name in named if name in meshes and meshes[name].axes]
    if not candidates:
        candidates = [name for name, each in meshes.items() if each.axes]
    different = {meshes[name] for name in candidates}
    if not candidates:
        raise PlanError(_NO_MESH)
    if len(different) > 1:
        raise PlanError(f"the program has several meshes: {', '.join(candidates)}: give one with --mesh AXIS=SIZE,…")
    return PlanTarget(function, candidates[0], meshes[candidates[0]])


def _mesh_names(function: Operation) -> dict[str, None]:
    """Returns the names of the meshes of the shardings of arguments and results."""
    found = [sharding.mesh_name for sharding, _, _ in shardings_in(function.signature)]
    return dict.fromkeys([name for name in found if name is not None])


def check_axes(module: Module, target: PlanTarget) -> None:
    """Raises PlanError if a sharding of the module names an axis that the mesh of the target has not."""
    for use in module.sharding_uses():
        for axis in use.sharding.used_axes:
            if axis.name not in target.mesh.axis_sizes and _is_over(use.sharding, target):
                have = ", ".join(target.mesh.axis_sizes)
                raise PlanError(
                    f"the program has shardings over axis '{axis.name}', which the mesh does not have: it has {have}; "
                    "--drop removes the shardings of arguments and results, --drop=all those of the body, too"
                )


def _is_over(sharding: Sharding, target: PlanTarget) -> bool:
    return sharding.mesh_name == target.mesh_name
