"""Plans in the words of JAX: shardings of pytrees, and functions whose products see arguments as planned.

JAX is handed over as `jax`, and not imported with this module.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import wraps
from math import prod
from typing import Any

from sdyopt.display.wording import counted
from sdyopt.ir.records import NamedTuple
from sdyopt.planning.records import PlanError, PlanRecord, Spec, dividing, entries, unknown

Entries = tuple[str | tuple[str, ...] | None, ...]
"""The entries of a `jax.sharding.PartitionSpec`."""


def _named(jax: Any, arguments: Mapping[str, Any]) -> list[Any]:
    """Returns pytrees with the names that JAX gives to their leaves."""
    if not isinstance(arguments, Mapping):
        raise TypeError(f"arguments are a dictionary by names of parameters, not {type(arguments).__name__}")
    keystr, map_with_path = jax.tree_util.keystr, jax.tree_util.tree_map_with_path
    return [map_with_path(lambda path, _, name=name: name + keystr(path), tree) for name, tree in arguments.items()]


def parameter_of(name: str) -> str:
    """Returns the parameter that an argument is a leaf of: of `p['w']`, `p`."""
    return re.split(r"[\[.]", name, maxsplit=1)[0] or name


def _check_names(asked: Sequence[str], known: Collection[str]) -> None:
    """Raises PlanError for a leaf that is not known, if another one is known that it may stand for."""
    missing = [name for name in known if name not in set(asked)]
    parameters = {parameter_of(name) for name in known}
    for name in asked:
        if name not in known:
            is_parameter = parameter_of(name) not in parameters
            others = [
                parameter_of(each) if is_parameter else each
                for each in missing
                if is_parameter or parameter_of(each) == parameter_of(name)
            ]
            if others:
                raise unknown("argument", parameter_of(name) if is_parameter else name, dict.fromkeys(others))


# Constraints at uses, put into the jaxpr of a function, which has the products of the program that was planned.


class PlanConstraint(NamedTuple):
    """The shardings that products and convolutions see of arguments that are stored otherwise."""

    names: tuple[str, ...]
    """Of the arguments."""
    pattern: str
    """`params['layers'][*]['wg']`."""
    spec: Entries
    """Of a whole argument; of a slice of it, a layer say, the entries of its dimensions."""
    places: tuple[str, ...]
    """The lines of these products in the source: `model.py:39`."""


_Source = Spec | None
"""The axes that products are to see of each dimension of a value that comes from a constrained argument."""

_HEAVY = ("dot_general", "conv_general_dilated")
_SAME = ("convert_element_type", "reduce_precision", "copy", "optimization_barrier", "sharding_constraint", "name")
"""Operations whose results are like their operands."""


class _Constraints:
    """Puts constraints on the operands of products and convolutions that come from arguments by moves alone."""

    def __init__(self, jax: Any, mesh: Any, sizes: Mapping[str, int]) -> None:
        self._jax, self._mesh, self._sizes = jax, mesh, sizes

    def within(self, jaxpr: Any, sources: Sequence[_Source]) -> Any:
        """Returns a jaxpr whose arguments come from constrained ones, with constraints."""
        known: dict[Any, _Source] = dict(zip(jaxpr.invars, sources, strict=True))
        eqns: list[Any] = []
        for eqn in jaxpr.eqns:
            operands = [None if hasattr(var, "val") else known.get(var) for var in eqn.invars]
            if any(operands):
                if eqn.primitive.name in _HEAVY:
                    pairs = zip(eqn.invars, operands, strict=True)
                    eqn = eqn.replace(invars=[self._seen(var, source, eqns) for var, source in pairs])
                else:
                    eqn = eqn.replace(params=self._inside(eqn, operands))
                    known.update(zip(eqn.outvars, _moved(eqn, operands), strict=False))
            eqns.append(eqn)
        return jaxpr.replace(eqns=eqns)

    def _seen(self, var: Any, source: _Source, eqns: list[Any]) -> Any:
        """Returns a variable with a constraint, which is added to `eqns`; axes that do not divide are left out."""
        if source is None:
            return var
        pairs = zip(var.aval.shape, source, strict=True)
        spec = entries(tuple([dividing(size, axes, self._sizes.__getitem__) for size, axes in pairs]))
        sharding = self._jax.sharding.NamedSharding(self._mesh, self._jax.sharding.PartitionSpec(*spec))
        traced = self._jax.make_jaxpr(lambda value: self._jax.lax.with_sharding_constraint(value, sharding))(var.aval)
        (eqn,) = traced.jaxpr.eqns
        eqns.append(eqn.replace(invars=[var]))
        return eqn.outvars[0]

    def _inside(self, eqn: Any, operands: Sequence[_Source]) -> dict[str, Any]:
        """Returns the parameters of an equation, with constraints in their jaxprs."""
        params: dict[str, Any] = eqn.params
        if (name := eqn.primitive.name) == "scan":
            if "ft_in" in params:  # JAX 0.12
                first, count = [len(each) for each in params["ft_in"].unpack()][:2]
            else:
                first, count = params["num_consts"], params["num_carry"]
            carried = range(first, first + count)
            layers = [
                None if source is None or at in carried else source[1:] if at >= carried.stop else source
                for at, source in enumerate(operands)
            ]
            return params | {"jaxpr": self._in_either(params["jaxpr"], layers)}
        if name == "while":
            first, second = params["cond_nconsts"], params["cond_nconsts"] + params["body_nconsts"]
            body = [*operands[first:second], *[None] * (len(operands) - second)]
            return params | {"body_jaxpr": self._in_either(params["body_jaxpr"], body)}
        if name == "cond":
            return params | {"branches": tuple([self._in_either(each, operands[1:]) for each in params["branches"]])}
        if name == "shard_map":
            return params
        jaxprs = {key: value for key, value in params.items() if key in ("jaxpr", "call_jaxpr")}
        return params | {key: self._in_either(value, operands) for key, value in jaxprs.items()}

    def _in_either(self, jaxpr: Any, sources: Sequence[_Source]) -> Any:
        """Returns a jaxpr, or a closed one, with constraints."""
        inner = getattr(jaxpr, "jaxpr", None)
        return self.within(jaxpr, sources) if inner is None else jaxpr.replace(jaxpr=self.within(inner, sources))


def _moved(eqn: Any, operands: Sequence[_Source]) -> list[_Source]:
    """Returns the sources of the results of an equation that moves elements of its first operand.

    What a slice cuts comes from no dimension.
    """
    name, source = eqn.primitive.name, operands[0]
    if name in _SAME:
        return list(operands)
    if source is None:
        return []
    before, after = eqn.invars[0].aval.shape, eqn.outvars[0].aval.shape
    if name == "transpose":
        return [tuple([source[at] for at in eqn.params["permutation"]])]
    if name in ("slice", "dynamic_slice"):
        return [tuple([axes if old == new else () for axes, old, new in zip(source, before, after, strict=True)])]
    if name in ("reshape", "squeeze", "expand_dims"):
        return [_reshaped(source, before, after)]
    return []


def _reshaped(source: Spec, before: Sequence[int], after: Sequence[int]) -> Spec:
    """Returns the axes of the dimensions of a reshaped value: each has those of the one that began at its place."""
    starts = {prod(before[:at]): axes for at, axes in enumerate(source) if before[at] > 1}
    return tuple([starts.get(prod(after[:at]), ()) if size > 1 else () for at, size in enumerate(after)])


class PlanForJax(PlanRecord):
    """A plan in the words of JAX, which is handed over as `jax`."""

    def specs(self) -> dict[str, tuple[str | tuple[str, ...] | None, ...]]:
        """Returns the entries of a `jax.sharding.PartitionSpec` for each argument, by name."""
        specs = {name: entries(each.storage) for each in self.classes for name in each.names}
        return specs | {name: entries(spec) for name, spec in self.left_arguments}

    def in_shardings(self, jax: Any, arguments: Mapping[str, Any], mesh: Any = None) -> tuple[Any, ...]:
        """Returns what `jax.jit(in_shardings=…)` takes: for each argument a pytree of `jax.sharding.NamedSharding`.

        `jax` is the module, which is not imported here. `arguments` are pytrees, of abstract arrays as well, by the
        names of the parameters of the function, without static ones. Leaves that the plan does not know, of arguments
        that the function does not use, are replicated. The mesh is by default that of the plan, of automatic axes.

        Raises PlanError for names that the plan does not know, if it has others that are not among `arguments`.
        """
        specs, mesh = self.specs(), self._mesh(jax, mesh)
        named = _named(jax, arguments)
        _check_names([name for tree in named for name in jax.tree_util.tree_leaves(tree)], specs)

        def sharding(name: str) -> Any:
            return jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec(*specs.get(name, ())))

        return tuple([jax.tree_util.tree_map(sharding, tree) for tree in named])

    def out_shardings(self, jax: Any, results: Any, mesh: Any = None) -> Any:
        """Returns what `jax.jit(out_shardings=…)` takes: a pytree like `results`, as `jax.eval_shape` returns them.

        Results that the plan leaves to propagation have None, with which JAX leaves them to the compiler. The mesh is
        that of `in_shardings`. Raises PlanError if the plan shards more results than there are.
        """
        specs = {number: entries(each.storage) for each in self.classes for number in each.stored_results}
        specs |= {number: entries(spec) for number, spec in self.left_results}
        mesh, count = self._mesh(jax, mesh), 0

        def sharding(leaf: Any) -> Any:
            nonlocal count
            spec = specs.get(count)
            count += 1
            return None if spec is None else jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec(*spec))

        found = jax.tree_util.tree_map(sharding, results)
        if max(specs, default=-1) >= count:
            raise PlanError(f"the plan shards result {max(specs)}, and there are {counted(count, 'result')}")
        return found

    @property
    def constraints(self) -> tuple[PlanConstraint, ...]:
        """Returns what products and convolutions see of arguments that are stored otherwise, and the lines of these."""
        return tuple(
            [
                PlanConstraint(each.names, each.pattern, entries(each.at_use), each.places)
                for each in self.classes
                if each.at_use is not None
            ]
        )

    def constrained(self, jax: Any, function: Callable[..., Any], mesh: Any = None) -> Callable[..., Any]:
        """Returns a function that computes the same, with the `constraints`, so that its source need not change.

        It is traced by `jax.make_jaxpr`, so that its arguments are arrays or pytrees of them, and is called inside of
        `jax.jit`. The mesh is that of `in_shardings`. Raises PlanError, when it is called, for arguments that the plan
        does not know.
        """
        mesh, signature = self._mesh(jax, mesh), inspect.signature(function)
        at_use = {name: each.at_use for each in self.classes if each.at_use is not None for name in each.names}

        @wraps(function)
        def with_constraints(*args: Any, **kwargs: Any) -> Any:
            from jax.extend.core import jaxpr_as_fun  # The caller has imported JAX.

            names = jax.tree_util.tree_leaves(_named(jax, signature.bind(*args, **kwargs).arguments))
            _check_names(names, list(self.specs()))
            leaves, form = jax.tree_util.tree_flatten((args, kwargs))

            def flat(*leaves: Any) -> Any:
                args, kwargs = jax.tree_util.tree_unflatten(form, leaves)
                return function(*args, **kwargs)

            closed, results = jax.make_jaxpr(flat, return_shape=True)(*leaves)
            sources = [at_use.get(name) for name in names]
            constraint = _Constraints(jax, mesh, dict(self.axes))
            closed = closed.replace(jaxpr=constraint.within(closed.jaxpr, sources))
            found = jaxpr_as_fun(closed)(*leaves)
            return jax.tree_util.tree_unflatten(jax.tree_util.tree_structure(results), found)

        return with_constraints

    def _mesh(self, jax: Any, mesh: Any) -> Any:
        """Returns a mesh of JAX: the given one, or one like that of the plan.

        Raises PlanError if it has other axes, and TypeError if `jax` is not the module, or `mesh` not a mesh.

        Explicit axes, the default of `jax.make_mesh`, are automatic ones in it: a plan leaves values to propagation.
        """
        if not hasattr(jax, "tree_util"):
            raise TypeError(f"the first argument is the module jax, not {type(jax).__name__}")
        if mesh is not None and not hasattr(mesh, "axis_types"):
            raise TypeError(f"a mesh is a jax.sharding.Mesh or an AbstractMesh, not {type(mesh).__name__}")
        automatic, explicit = jax.sharding.AxisType.Auto, jax.sharding.AxisType.Explicit
        if mesh is None:
            names, sizes = [name for name, _ in self.axes], [size for _, size in self.axes]
            return jax.make_mesh(sizes, names, axis_types=(automatic,) * len(sizes))
        axes = dict(mesh.shape)
        for name, size in self.axes:
            if axes.get(name) != size:
                raise PlanError(f"the plan is for a mesh with {name}={size}, and this one has {axes}")
        return mesh.update(axis_types=tuple([automatic if each == explicit else each for each in mesh.axis_types]))
