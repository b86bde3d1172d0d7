"""Plans that XLA verifies: which hold, which are dropped and why, and what is said if none is left.

A script that needs no JAX answers in place of the worker; a golden test asks the installed jaxlib.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import sdyopt
from sdyopt.cost.time.machine import Machine
from sdyopt.machines import processes
from sdyopt.machines.compiling import partitioner
from sdyopt.planning import plan_command, verification
from sdyopt.planning.planned import Progress, plans
from sdyopt.planning.planner import Planning
from sdyopt.planning.records import DEFAULT_MARGIN, Cost, PlanError, PlanOptions, VerifiedPlan, is_as_good
from sdyopt.planning.render import details, failure, verification_table
from sdyopt.planning.summary import Plan
from sdyopt.planning.verification import PlanVerifier, decide_verification
from sdyopt.view.render.amounts import margin_of

FAKE = Path(__file__).parents[1] / "machines" / "Inputs" / "fake_worker.py"
VERSIONS = {"jax": "0.10.2", "jaxlib": "0.10.2", "jax-cuda12-plugin": "0.10.2", "jax-cuda12-pjrt": "0.10.2"}
PROGRAM = """sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %v: tensor<64x128xf32>,
                %w: tensor<128x64xf32>) -> tensor<8x64xf32> {
  %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0]
    : (tensor<8x64xf32>, tensor<64x128xf32>) -> tensor<8x128xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0]
    : (tensor<8x128xf32>, tensor<128x64xf32>) -> tensor<8x64xf32>
  return %1 : tensor<8x64xf32>
}
"""
"""Whose four best plans need 37 to 55 KiB; its own shardings need more."""
ENOUGH = 1 << 30

Answers = Callable[..., object]


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Answers]:
    """Says what the worker answers: bytes sent, and peaks."""
    path = tmp_path / "answers.json"
    monkeypatch.setattr(processes, "_WORKER", str(FAKE))
    monkeypatch.setattr(processes, "_own_versions", lambda: VERSIONS)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("FAKE_ANSWERS", str(path))
    processes.find_python.cache_clear()
    partitioner.cache_clear()
    yield lambda partition=(0,), compile=(100,): path.write_text(
        json.dumps({"partition": list(partition), "compile": list(compile)})
    )
    if (worker := partitioner()._worker) is not None:
        worker.end()
    processes.find_python.cache_clear()
    partitioner.cache_clear()


def planned(**options: Any) -> Plan:
    return sdyopt.plan(PROGRAM, **{"drop": True, "memory": "60KiB", "verify": "gpu", **options})


def names_and_problems(plan: Plan) -> list[tuple[str, str]]:
    assert plan.verification is not None
    return [(each.name, each.problem) for each in plan.verification.plans]


def test_a_plan_that_holds(answers: Answers) -> None:
    answers()
    found, unverified = planned(), planned(verify=None)
    assert found.verification is not None and unverified.verification is None
    assert (found.verification.machine, found.verification.compiler) == ("gpu-h100:2", "jaxlib 0.10.2")
    assert found.verification.holds and found.feasible and found.device == "h100"
    assert {problem for _, problem in names_and_problems(found)} == {""}
    assert names_and_problems(found)[0][0] == "the plan"
    assert names_and_problems(found)[-1][0] == "the program's own"
    assert planned(verify_top=1).specs() == planned(verify=None, device="h100", margin="0%").specs()
    first = json.loads(found.to_json())["verification"]["plans"][0]
    assert (first["partitioner_sent"], first["compiled_sent"], first["compiled_peak"]) == (0, 0, 100)
    assert Plan.from_json(found.to_json()).verification is None


def test_the_partitioner_alone_drops_plans_that_send_more(answers: Answers) -> None:
    """Nothing is compiled. If all send more, the ones that fit by the model hold."""
    answers(partition=[ENOUGH, 0], compile=["crash"])
    found = planned(verify="partitioner")
    assert found.verification is not None and found.feasible and found.device == "tpu-v5p"
    assert (found.verification.machine, found.verification.compiler) == ("partitioner", "jaxlib 0.10.2")
    assert [name for name, _ in names_and_problems(found)[:2]] == ["dropped", "the plan"]
    assert {each.compiled_peak for each in found.verification.plans} == {None}
    table = verification_table(found)
    assert [column.name for column in table.columns][1:4] == [
        "a step, promised",
        "partitioned, by the model",
        "partitioned",
    ]
    assert table.rows[1][-1] == "as promised"
    assert [line for line in details(found) if ", as compiled" in line] == []
    assert PlanOptions.of({"verify": "partitioner"}).limits(Machine.of().device, "700MiB").margin == DEFAULT_MARGIN
    answers(partition=[ENOUGH])
    assert planned(verify="partitioner").feasible
    assert not planned(verify="partitioner", memory="34KiB").feasible
    answers()
    same = [planned(verify=each, memory="56KiB", device="tpu-v5p") for each in (None, "partitioner")]
    assert same[0].margin == same[1].margin == DEFAULT_MARGIN and same[0].specs() == same[1].specs()


def test_a_plan_is_not_lost_if_nobody_asked_for_what_fails(answers: Answers, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program, or a mesh, that this jaxlib does not partition, for example."""
    monkeypatch.setattr(verification, "find_spec", lambda name: name)
    answers(partition=["refused INVALID"])
    found = planned(verify="auto", device="h100", memory="70KiB")
    assert found.feasible and found.verification is None
    assert "not verified: the partitioner of jaxlib 0.10.2 refuses the program: INVALID" in found.notes
    assert found.margin == DEFAULT_MARGIN
    assert found.specs() == planned(verify=None, device="h100", memory="70KiB").specs()


def test_a_limit_has_its_margin_if_nothing_is_here_to_verify(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "find_spec", lambda name: None)
    (found,) = plans(sdyopt.parse(PROGRAM), ["70KiB"], drop=True, verify="auto")
    expected = planned(verify=None, memory="70KiB")
    assert found.margin == planned(verify="auto", memory="70KiB").margin == expected.margin == DEFAULT_MARGIN
    assert found.limit_bytes == expected.limit_bytes


@pytest.mark.parametrize(
    ("device", "versions", "devices", "operations", "verify"),
    [
        ("h100", VERSIONS, 8, 100, "gpu"),
        ("h100", VERSIONS, 12, 100, "partitioner"),
        ("tpu-v5p", VERSIONS, 8, 100, "partitioner"),
        ("tpu-v5p", {**VERSIONS, "libtpu": "0.0.52"}, 8, 100, "tpu-v5p"),
        ("tpu-v5p", VERSIONS, 8, 10_000, None),
        ("tpu-v5p", {"jaxlib": "0.10.2"}, 8, 100, None),
    ],
)
def test_by_default_what_is_here_verifies(
    monkeypatch: pytest.MonkeyPatch,
    device: str,
    versions: dict[str, str],
    devices: int,
    operations: int,
    verify: str | None,
) -> None:
    monkeypatch.setattr(processes, "_own_versions", lambda: versions)
    monkeypatch.setattr(verification, "find_python", processes.find_python.__wrapped__)
    monkeypatch.setattr(verification, "find_spec", lambda name: name)
    decided = decide_verification(PlanOptions.of({"verify": "auto", "device": device}), devices, operations)
    assert decided.verify == verify
    monkeypatch.setattr(verification, "find_spec", lambda name: None)
    assert decide_verification(PlanOptions.of({"verify": "auto", "device": device}), devices, operations).verify is None


def test_a_plan_that_sends_more_is_dropped(answers: Answers) -> None:
    """The partitioner decides before anything is compiled; the line is named. If none holds, it is kept if it fits."""
    answers(partition=[ENOUGH, 0])
    found = planned()
    assert found.feasible
    (name, problem), (second, other), *_ = names_and_problems(found)
    assert (name, second, other) == ("dropped", "the plan", "")
    assert problem.startswith("the partitioner sends 1 GiB where its model says")
    assert problem.endswith("most of it for model.py:9: 1 GiB, not 0 B")
    assert found.verification is not None
    assert found.verification.plans[0].compiled_peak is None
    assert found.verification.plans[0].classes not in [each.classes for each in found.front]
    assert found.cost.seconds == found.verification.plans[1].seconds > found.verification.plans[0].seconds
    answers(partition=[ENOUGH])
    row = next(row for row in verification_table(planned(verify_top=1)).rows if row[0] == "the plan")
    assert row[-1].startswith("fits, but sends 1 GiB where the model of the partitioner says")


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (70000, "needs 68.3 KiB, and 60 KiB is the limit"),
        ("memory Ran out", "gpu-h100:2: the program does not fit: Ran out"),
        ("refused no tiles", "gpu-h100:2: XLA does not compile the program: no tiles"),
    ],
)
def test_a_plan_that_needs_more_is_dropped(answers: Answers, answer: int | str, problem: str) -> None:
    answers(compile=[answer, 100])
    found = planned(verify_top=1)
    assert names_and_problems(found) == [("dropped", problem), ("the plan", ""), ("the program's own", "")]
    assert found.specs() != planned(verify=None, device="h100", margin="0%").specs()


def test_what_people_write_is_compiled_if_plans_are_refused(answers: Answers) -> None:
    answers(compile=[*["refused no tiles"] * 4, 100])
    found = planned()
    assert found.feasible and [name for name, _ in names_and_problems(found)[:4]] == ["dropped"] * 3 + ["the plan"]


def test_a_plan_that_needs_more_than_promised_and_fits_is_kept(answers: Answers) -> None:
    """It would be the best one with what was learned, too; the row says how much more it needs."""
    answers(compile=[90 << 10])
    found = planned(memory="none", verify_top=1)
    assert found.feasible and names_and_problems(found)[0] == ("the plan", "")
    promised = found.cost.peak_bytes
    rows = verification_table(found).rows
    assert rows[0][-1] == f"fits, but needs {(90 << 10) / promised:.2f} of what was promised"
    assert found.verification is not None
    first = found.verification.plans[0]._replace(compiled_peak=int(promised * (1 + margin_of(DEFAULT_MARGIN))))
    near = replace(found, verification=found.verification._replace(plans=(first,)))
    assert verification_table(near).rows[0][-1] == "holds"


@pytest.mark.long
def test_no_plan_that_holds(answers: Answers, tmp_path: Path) -> None:
    answers(compile=[70000])
    found = planned()
    assert found.verification is not None
    assert not found.feasible and not found.verification.holds
    (tmp_path / "a.mlir").write_text(PROGRAM)
    status, out, err = plan_command.run([str(tmp_path / "a.mlir"), "--drop", "--memory", "60KiB", "--verify", "gpu"])
    assert status == 1
    (line,) = err.decode().splitlines()
    assert re.search(r"none of \d+ plans for 60 KiB holds on gpu-h100:2: the nearest one needs 68\.3 KiB", line)
    assert "; arguments alone need at least " in line and line.endswith("or rematerialization needs less")
    assert b"dropped" in out and b"compiled 68.3 KiB does not fit 60 KiB; arguments" in out


def test_an_even_share_is_no_bound_if_a_plan_needs_less() -> None:
    """A plan that gathers its weights layer by layer can need less than a device's share of the replicated program."""
    found = planned(verify=None, memory="34KiB")
    share = found.baselines.replicated.peak_bytes / 2
    assert not found.feasible
    assert "evenly over the devices" in failure(found) and "so that no sharding is likely to fit" in failure(found)
    fixed = planned(verify=None, memory="67KiB", fix={"%v": "P()", "%w": "P()"})  # Half of 64 KiB is not needed.
    for plan, saved in ((found, "cannot save more than 1 %"), (fixed, "can save 32 KiB")):
        assert [note for note in plan.notes if note.startswith(f"other shardings {saved} of what is in mem")]
    less = replace(found, cost=found.cost._replace(peak_bytes=share - 1))
    assert "evenly over the devices" not in failure(less) and "likely to fit" not in failure(less)


def test_the_search_goes_on_with_what_was_learned(answers: Answers) -> None:
    """Compiled programs need twice what is promised: the next search is for half of the limit, and its plan holds."""
    first = planned(verify=None, device="h100", margin="0%")
    count = len([each for each in first.front if each.peak_bytes <= first.limit_bytes])
    answers(compile=[*[120 << 10] * count, 59 << 10])
    found = planned(memory="60KiB", verify_top=1)
    names = [name for name, _ in names_and_problems(found)]
    assert names == ["dropped"] * count + ["the plan", "the program's own"]
    assert found.feasible and found.verification is not None and found.verification.holds
    assert found.limit_bytes == first.limit_bytes
    assert found.cost.peak_bytes < min([each.promised_peak for each in found.verification.plans[:count]])


@pytest.mark.parametrize(
    ("options", "partition", "compile", "message"),
    [
        ({"verify": "tpu-v5e"}, 0, 100, "compiling for tpu-v5e:2x1 needs libtpu: "),
        ({"verify": "gpu:1"}, 0, 100, "the program is for 2 devices, gpu-h100:1 has 1"),
        ({"verify": "gpt"}, 0, 100, "no machine is called 'gpt'"),
        ({"jax_python": "/no/python"}, 0, 100, "there is no Python at '/no/python'"),
        ({}, "refused INVALID", 100, "the partitioner of jaxlib 0.10.2 refuses the program: INVALID"),
        ({}, 0, "refused INVALID", "gpu-h100:2: XLA does not compile the program: INVALID"),
        ({}, 0, "crash", "gpu-h100:2: the compiler crashed: "),
    ],
)
def test_no_answer_is_an_error(
    answers: Answers, options: dict[str, Any], partition: int | str, compile: int | str, message: str
) -> None:
    answers(partition=[partition], compile=[compile])
    with pytest.raises(PlanError) as error:
        planned(**options)
    assert str(error.value).startswith(message)


def test_an_interrupt_keeps_the_best_plan_that_is_known(answers: Answers) -> None:
    answers(compile=[70000, 100])
    seen: list[str] = []

    def interrupts_the_second(progress: Progress) -> bool:
        seen.append(progress.verifying)
        return sum(["compiling" in each and "," not in each for each in seen]) < 2

    found = planned(on_progress=interrupts_the_second)
    assert found.verification is not None
    assert found.feasible and not found.verification.is_complete and not found.verification.holds
    assert [name for name, _ in names_and_problems(found)] == ["dropped"]
    assert found.specs() != planned(verify=None, device="h100", margin="0%").specs()


@pytest.mark.long
def test_a_margin_is_for_the_model_alone(answers: Answers) -> None:
    answers(compile=[61000])
    assert planned(margin="5%").feasible
    assert not planned(margin="4%", memory="59KiB").feasible


@pytest.mark.long
def test_a_limit_is_that_of_compiled_programs(answers: Answers) -> None:
    """No plan promises to fit, and compiled they do: the search goes on, and finds the program's own shardings."""
    refused = planned(verify=None, device="h100", margin="0%", memory="34KiB")
    assert not refused.feasible
    answers(compile=[[20 << 10, 3072], [33 << 10, 0]])
    found = planned(memory="34KiB", verify_top=1)
    assert found.feasible and found.verification is not None and found.verification.holds
    assert found.cost.peak_bytes > 34 << 10 and found.cost.seconds < refused.cost.seconds


def test_a_row_that_was_not_compiled_has_a_reason(answers: Answers) -> None:
    """It promises less time than the plan takes as compiled, and to fit, but the plan needs more than it promises."""
    answers(compile=[[50 << 10, 0]])
    found = planned(memory="60KiB")
    assert found.verification is not None
    cost = found.cost._replace(seconds=0.0)
    for row, reason in (
        (cost, " (likely too much, as compiled)"),
        (cost._replace(seconds=1.0), ""),
        (cost._replace(peak_bytes=61 << 10), " (too much)"),
        (found.cost, ""),
    ):
        plan = replace(found, baselines=found.baselines._replace(fsdp=row))
        (line,) = [line for line in details(plan) if "FSDP over all axes" in line]
        assert line.partition("FSDP over all axes ")[2].partition(";")[0].endswith(f"iB{reason}")


@pytest.mark.long
def test_what_people_write_takes_part(answers: Answers) -> None:
    """The plan sends much more as compiled than it promises, and the program's own shardings send nothing."""
    plan = planned(verify=None, device="h100", margin="0%")
    answers(compile=[[100, 1 << 24], [100, 1 << 24], [100, 0]])
    found = planned(memory="none", verify_top=2)
    rows = [each.compiled_seconds for each in found.verified if each.compiled_seconds is not None]
    assert found.verified[0].name == "the plan" and found.verified[0].compiled_seconds == min(rows)
    assert found.verified[0].compiled_sent == 0 and plan.feasible


def test_the_plan_that_needs_nearly_the_limit_decides_what_is_learned(answers: Answers) -> None:
    """Not what people write, which may need much more, and far less than it promises; once one holds, it does."""
    planning = Planning(sdyopt.parse(PROGRAM), None, PlanOptions.of({"drop": True, "memory": "60KiB", "verify": "gpu"}))
    verifier = PlanVerifier(planning)
    assert verifier.limit_learned == 60 << 10
    learned = []
    for plan, promised, compiled in zip(planning.space.single_colours(), (400, 40, 75), (200, 80, 30), strict=False):
        found = VerifiedPlan("", (), 1.0, 0, promised << 10, compiled_peak=compiled << 10)
        verifier.answers[plan] = Cost(1.0, promised << 10), found
        learned.append(verifier.limit_learned / 1024)
    assert learned == [120, 30, 150]


def test_the_search_goes_on_if_nothing_promises_to_fit(answers: Answers) -> None:
    """And none of the first plans holds, if each device has room for its share of the replicated program."""
    answers(compile=[*[35 << 10] * 6, 34 << 10])  # One plan, what people write, the program's own and the replicated.
    found = planned(memory="34KiB", verify_top=1)
    assert found.feasible and found.cost.peak_bytes > 34 << 10
    assert names_and_problems(found)[0] == ("dropped", "needs 35 KiB, and 34 KiB is the limit")
    assert names_and_problems(found)[-1][0] == "replicated"


def test_the_search_goes_on_if_what_holds_did_not_promise_it(answers: Answers) -> None:
    """Beside a plan that promises to fit, and does not. There are faster ones that do not promise it either."""
    fastest = planned(verify=None, device="h100", margin="0%", memory="none")
    answers(compile=[41 << 10, 20 << 10])
    found = planned(memory="37KiB", verify_top=1)
    assert names_and_problems(found)[0] == ("dropped", "needs 41 KiB, and 37 KiB is the limit")
    assert found.feasible and found.cost.seconds == fastest.cost.seconds and found.cost.peak_bytes > 37 << 10


def test_a_row_whose_plans_were_dropped_says_what_it_promises(answers: Answers) -> None:
    """Also if a search that went on without these has found the plan."""
    answers(compile=[*[61 << 10] * 5, 30 << 10])
    found = planned(memory="37KiB", verify_top=1)
    dropped = [each.promised_peak for each in found.verified if each.problem]
    assert found.feasible and found.baselines.data_parallel is not None
    assert found.baselines.data_parallel.peak_bytes in dropped
    assert any("one dimension over all axes" in line for line in details(found))


@pytest.mark.parametrize(
    ("verify", "memory", "goes_on"), [("gpu", "37KiB", True), ("gpu", "60KiB", False), ("partitioner", "37KiB", False)]
)
def test_plans_are_searched_again_only_if_something_was_learned(
    answers: Answers, verify: str, memory: str, goes_on: bool
) -> None:
    """A plan that promises to fit is refused, and one that does not holds, as all may. The partitioner says no peaks.

    Each search has a budget that does not reach all plans: a second one evaluates some.
    """
    answers(compile=[41 << 10, 20 << 10] if memory == "37KiB" else [20 << 10])
    steps: list[str] = []

    def notes_step(progress: Progress) -> None:
        steps.append(progress.verifying)

    found = planned(verify=verify, memory=memory, verify_top=1, budget=6, on_progress=notes_step)
    verifying = steps.index(next(filter(None, steps)))
    assert ("" in steps[verifying:]) == goes_on
    assert found.feasible == (verify == "gpu")


def test_what_a_device_needs_is_the_even_share_of_the_compiled_program(answers: Answers) -> None:
    answers(compile=[*[41 << 10] * 4, 80 << 10])
    found = planned(memory="34KiB", verify_top=1)
    assert [each.compiled_peak for each in found.verified if each.name == "replicated"] == [80 << 10]
    assert len([each for each in found.verified if each.name == "dropped"]) == 1  # The search does not go on.
    assert "evenly over the devices, 40 KiB, so that no sharding is likely to fit" in failure(found)


def test_the_best_shape_is_verified(answers: Answers, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what is here, if that was left open."""
    monkeypatch.setattr(verification, "find_spec", lambda name: name)
    answers()
    found = sdyopt.plan(PROGRAM, 2, drop="all", verify="auto", device="h100", memory="60KiB")
    assert found.verification is not None and found.verification.machine == "gpu-h100:2"


def test_each_limit_is_verified(answers: Answers) -> None:
    answers()
    options: dict[str, Any] = {"drop": True, "verify": "gpu", "verify_top": 1}
    found = plans(sdyopt.parse(PROGRAM), ["60KiB", "none"], **options)
    assert [each.verification is not None and each.verification.holds for each in found] == [True, True]


def test_the_profile_is_that_of_the_machine() -> None:
    assert planned(verify=None).profile == "tpu"
    assert PlanOptions.of({"verify": "cpu:8"}).profile == "cpu"
    assert PlanOptions.of({"verify": "cpu", "profile": "tpu"}).profile == "tpu"


def test_the_front_has_what_is_as_good_as_the_program() -> None:
    """Its own shardings send nothing, and are slower and larger than plans that do."""
    found = sdyopt.plan(
        """sdy.mesh @mesh = <["x"=2]>
        func.func @main(%x: tensor<65536x2048xbf16>, %y: tensor<4096x2048xbf16> {sdy.sharding = #sdy.sharding<@mesh,
                        [{"x"}, {}]>}) -> (tensor<2048x2048xbf16>, tensor<4096x2048xbf16>) {
          %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0]
            : (tensor<65536x2048xbf16>, tensor<65536x2048xbf16>) -> tensor<2048x2048xbf16>
          %1 = stablehlo.add %y, %y : tensor<4096x2048xbf16>
          return %0, %1 : tensor<2048x2048xbf16>, tensor<4096x2048xbf16>
        }""",
        drop=True,
    )
    own = found.baselines.own
    assert own is not None and own.bytes_sent == 0 < found.cost.bytes_sent
    assert own.seconds > found.cost.seconds and own.peak_bytes > found.cost.peak_bytes
    assert any(is_as_good(each, own) for each in found.front)
