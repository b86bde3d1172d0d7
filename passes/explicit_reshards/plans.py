"""What is done around operations: which operations are inserted, as a function of signatures and shardings."""

from __future__ import annotations

from sdyopt.dialects.sdy.attributes import AxisRefList, Sharding
from sdyopt.dialects.sdy.shardings.slots import rank_of, result_sharding, slots_of, with_shardings
from sdyopt.ir.named_tuple import NamedTuple
from sdyopt.ir.signature import Signature
from sdyopt.passes.explicit_reshards.choose.solution import ReshardQuestion, ReshardSolution
from sdyopt.passes.explicit_reshards.signatures import all_reduce_signature, reshard_signature
from sdyopt.sharding.function_shardings import fully_closed_on


class ResultReshard(NamedTuple):
    """A reshard of the result of that number, which is computed with another sharding, after the operation."""

    number: int
    computed: Sharding
    sharding: Sharding
    signature: Signature


class ReshardPlan(NamedTuple):
    """What is done around operations of one signature whose operands have the same shardings.

    The operands with these numbers are resharded. Afterwards the operations have `signature`. With `reduction_axes`
    there is an all-reduce of each result, in front of the reshards. All follows from `question`. If it `fits_rule`, all
    tensors get the common axes of each factor.
    """

    question: ReshardQuestion
    fits_rule: bool
    operands: tuple[tuple[int, Sharding], ...]
    results: tuple[ResultReshard, ...]
    reduction_axes: AxisRefList | None
    reductions: tuple[Signature, ...]
    signature: Signature


def plan_of(
    signature: Signature, question: ReshardQuestion, solution: ReshardSolution, fits_rule: bool
) -> ReshardPlan | None:
    """Returns what is done around operations with that signature; None if nothing is."""
    if not solution.updates and not solution.reduction_axes:
        return None
    operands: list[tuple[int, Sharding]] = []
    results: list[ResultReshard] = []
    types, slots, updated = signature.operand_types, slots_of(signature.definition)[-1], signature
    for number, sharding in solution.updates:
        index = number - len(types)
        if index < 0:
            operands.append((number, sharding))
        else:
            before = _present(updated, index, question)
            reshard = reshard_signature(before, signature.result_types[index])
            results.append(ResultReshard(index, sharding, before, reshard))
            updated = with_shardings(updated, slots, {index: sharding})
    axes = AxisRefList(solution.reduction_axes) if solution.reduction_axes else None
    reductions: list[Signature] = []
    for index, type in enumerate(() if axes is None else signature.result_types):
        assert axes is not None
        reductions.append(all_reduce_signature(axes, _present(updated, index, question), type))
    return ReshardPlan(question, fits_rule, tuple(operands), tuple(results), axes, tuple(reductions), updated)


def _present(signature: Signature, index: int, question: ReshardQuestion) -> Sharding:
    """Returns the sharding of a result, closed and without axes if it has none."""
    present = result_sharding(signature, index)
    return present or fully_closed_on(question.mesh_name, rank_of(signature.result_types[index]))
