"""`sdy-view --model-explorer`: graphs with costs, in the form that Model Explorer reads."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import sdyopt
from sdyopt.view import view
from sdyopt.view.command import run
from tools import browser

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"

INPUTS = Path(__file__).parent / "Inputs"
REGIONS = (INPUTS / "view_model_explorer.regions.txt").read_text(encoding="utf-8")


def written(program: Path, folder: Path) -> list[Any]:
    """The graphs of a program, and the data of their nodes: bytes, and bytes sent."""
    file = folder / "graph.json"
    assert run([str(program), "--model-explorer", str(file)]) == (0, b"", b"")
    assert sorted(each.name for each in folder.glob("graph*")) == ["graph.bytes.json", "graph.json", "graph.sent.json"]
    return [json.loads((folder / f"graph{name}.json").read_text()) for name in ("", ".bytes", ".sent")]


def attributes(node: Any) -> dict[str, str]:
    return {each["key"]: each["value"] for each in node["attrs"]}


def test_operations_have_their_costs(tmp_path: Path) -> None:
    """Nodes of what XLA inserts say what it sends, and why; results what a device holds of them."""
    graphs, sizes, sent = written(EXAMPLES / "moe.mlir", tmp_path)
    assert graphs["label"] == "moe.mlir, propagated, partitioned by XLA for TPUs"
    assert graphs["graphs"][0]["id"] == "@main"
    [main] = graphs["graphs"]
    assert main["groupNodeAttributes"][""]["sent a device"] == "112.0 KiB"
    nodes = {node["id"]: node for node in main["nodes"]}
    gathered = nodes["%iterArg_1 after all_to_all"]
    assert attributes(gathered) == {
        "operation": "all_to_all, which XLA inserts",
        "axes": '"expert"',
        "group size": "8",
        "sent a device": "28,672 (28 KiB)",
        "executions": "2",
        "sent in all": "57,344 (56 KiB)",
        "why": 'operand 0 of dot_general moe.py:21 is exchanged over "expert"',
        "bytes a device": "32,768 (32 KiB)",
    }
    (output,) = gathered["outputsMetadata"]
    assert {each["key"]: each["value"] for each in output["attrs"]} == {
        "__tensor_tag": "%iterArg_1 after all_to_all",
        "tensor_shape": "bf16[1,128,128]",
        "bytes a device": "32,768 (32 KiB)",
    }
    scores = nodes["@closed_call:%0 at moe.py:31"]
    assert scores["incomingEdges"][0]["sourceNodeId"] == gathered["id"]
    assert scores["namespace"] == "step/while %1/body/layer/experts"
    assert attributes(scores)["source"] == "moe.py:21 in experts (from layer moe.py:28)"
    assert sent["@main"]["results"] == {
        "%iterArg_1 after all_to_all": {"value": 57344},
        "@closed_call:%2 at moe.py:31 after all_to_all": {"value": 57344},
        "@closed_call:%5 at moe.py:31 after all_reduce": {"value": 14},
    }
    assert sizes["@main"]["results"]["@closed_call:%4 at moe.py:31"] == {"value": 65536}


@pytest.mark.parametrize("name", ["moe.mlir", "decoder.mlir", "matmul.mlir", "loop.mlir", "regions"])
def test_edges_are_those_of_the_program(name: str, tmp_path: Path) -> None:
    """Identifiers are unique, edges come from nodes before, and node data is that of nodes."""
    program = EXAMPLES / name
    if name == "regions":
        program = tmp_path / "regions.mlir"
        program.write_text(REGIONS)
    graphs, *data = written(program, tmp_path)
    ids = {graph["id"]: [node["id"] for node in graph["nodes"]] for graph in graphs["graphs"]}
    for graph in graphs["graphs"]:
        known: set[str] = set()
        for node in graph["nodes"]:
            assert {edge["sourceNodeId"] for edge in node["incomingEdges"]} <= known
            assert node["id"] not in known
            assert set(node.get("subgraphIds", ())) <= set(ids)
            known.add(node["id"])
    for each in data:
        assert list(each) == list(ids)
        for graph_id, overlay in each.items():
            assert set(overlay["results"]) <= set(ids[graph_id])


def test_regions_are_namespaces(tmp_path: Path) -> None:
    """Their arguments get the operands of the operation, and it what they return."""
    program = tmp_path / "regions.mlir"
    program.write_text(REGIONS)
    nodes = written(program, tmp_path)[0]["graphs"][0]["nodes"]
    shown = [
        (node["id"], node["label"], node["namespace"], [edge["sourceNodeId"] for edge in node["incomingEdges"]])
        for node in nodes
    ]
    assert shown == [
        ("%arg0", "%arg0", "", []),
        ("%arg1", "%arg1", "", []),
        ("%2", "negate", "case %0/branch 0", ["%arg0"]),
        ("return", "return", "case %0/branch 0", ["%2"]),
        ("return (2)", "return", "case %0/branch 1", ["%arg0"]),
        ("%0", "case", "", ["return", "return (2)"]),
        ("%0 (2)", "reshard", "", ["%0"]),
        ("%arg2", "%arg2", "manual_computation %1", ["%0 (2)"]),
        ("%2 (2)", "negate", "manual_computation %1", ["%arg2"]),
        ("return (3)", "return", "manual_computation %1", ["%2 (2)"]),
        ("%1", "manual_computation", "", ["return (3)"]),
        ("return (4)", "return", "", ["%1"]),
    ]


@pytest.mark.parametrize("partitioner", ["shardy", "xla"])
def test_each_collective_of_a_partitioner_is_a_node(partitioner: str, tmp_path: Path) -> None:
    program = EXAMPLES.parent / "lit_tests" / "view" / "collectives.mlir"
    file = tmp_path / "graph.json"
    assert run([str(program), "--partitioner", partitioner, "--model-explorer", str(file)]) == (0, b"", b"")
    found = json.loads((tmp_path / "graph.sent.json").read_text())["@main"]["results"]
    listed = view(sdyopt.parse(program.read_text()), partitioner=partitioner).collectives
    assert sorted(each["value"] for each in found.values()) == sorted([each.sent or 0 for each in listed])
    assert len(found) > 2


def test_standard_output_gets_the_graph_alone() -> None:
    """Other forms are not written beside it."""
    status, out, said = run([str(EXAMPLES / "moe.mlir"), "--model-explorer", "-"])
    assert (status, said) == (0, b"")
    assert json.loads(out)["graphs"]
    for other in (["--json"], ["--html", "-"], ["--diff"]):
        status, _, said = run([str(EXAMPLES / "moe.mlir"), "--model-explorer", "-", *other])
        assert status == 2
        assert (
            f"--model-explorer writes a graph: it cannot be combined with {other[0].partition('=')[0]}" in said.decode()
        )


@pytest.mark.skipif(find_spec("model_explorer") is None, reason="Model Explorer is not installed")
def test_the_files_have_the_form_that_model_explorer_declares(tmp_path: Path) -> None:
    """Nothing is missing, and nothing is unknown to it."""
    dacite = import_module("dacite")
    graph_builder, node_data_builder = map(
        import_module, ("model_explorer.graph_builder", "model_explorer.node_data_builder")
    )
    strict = dacite.Config(strict=True)
    graphs, *data = written(EXAMPLES / "moe.mlir", tmp_path)
    assert len(dacite.from_dict(graph_builder.GraphCollection, graphs, strict).graphs) == 5
    for each in data:
        dacite.from_dict(node_data_builder.ModelNodeData, {"graphsData": each}, strict)


@pytest.mark.skipif(
    find_spec("model_explorer") is None or browser.program() is None,
    reason="Model Explorer or a browser is not installed",
)
def test_model_explorer_shows_the_graph(tmp_path: Path) -> None:
    """It lists the functions, and the values of the node data."""
    written(EXAMPLES / "moe.mlir", tmp_path)
    data = ",".join([str(tmp_path / f"graph.{name}.json") for name in ("bytes", "sent")])
    start = [sys.executable, "-u", "-c", "from model_explorer.cmdline import main; main()"]
    options = [f"--node_data_paths={data}", "--no_open_in_browser", "--skip_health_check"]
    command = [*start, str(tmp_path / "graph.json"), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = next(filter(None, (re.search(r"http://localhost\S+", line) for line in server.stdout)))[0]
            with browser.Browser() as page:
                page.open(address)
                text = ""
                for _ in range(60):
                    text = page.run("document.body.innerText")
                    if "Bytes sent a device" in text:
                        break
                    time.sleep(1)
        finally:
            server.kill()
    assert "moe.mlir, propagated, partitioned by XLA for TPUs" in text
    assert "Bytes sent a device" in text
    assert "112.0 KiB" in text
