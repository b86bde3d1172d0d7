"""HLO text as XLA prints it on devices other than the CPU, and as older versions did: handwritten modules."""

from __future__ import annotations

import pytest

from sdyopt.hlo import HloCollective, HloFrame, collectives, parse_hlo, totals
from sdyopt.hlo.text import unquoted
from tools.programs import compiled_texts


def written(name: str) -> dict[str, HloCollective]:
    """The collectives of a module by their names."""
    return {collective.name: collective for collective in collectives(compiled_texts.written(name))}


# --- asynchronous collectives, tiles ----------------------------------------------------------------------------------


def test_a_start_and_its_done_are_one_collective() -> None:
    found = written("asynchronous")
    assert {name: (each.kind, each.operand_bytes, each.result_bytes) for name, each in found.items()} == {
        "broadcast": ("collective-broadcast", 512, 512),
        "gather-start": ("all-gather", 13 * 3 * 8 * 128 * 2, 100 * 3 * 8 * 128 * 2),
        "reduce-start": ("all-reduce", 512, 512),
        "reduces-start": ("all-reduce", 1024, 1024),
        "permute-start": ("collective-permute", 512, 512),
        "scatter-start": ("reduce-scatter", 512, 128),
        "exchange-start": ("all-to-all", 512, 512),
    }
    assert [each.asynchronous for each in found.values()] == [False, True, True, True, True, True, True]


def test_an_async_start_runs_what_it_calls_once() -> None:
    """An update and a done of the same call do not run it again."""
    assert written("asynchronous")["broadcast"].executions == 1


def test_shapes_are_printed_with_their_layouts() -> None:
    found = written("asynchronous")["gather-start"]
    assert [str(shape) for shape in found.operands] == ["bf16[100,300]{1,0:T(8,128)(2,1)}"]
    assert [str(shape) for shape in found.results] == ["bf16[800,300]{1,0:T(8,128)(2,1)}"]


def test_sizes_count_padding() -> None:
    sizes = parse_hlo(compiled_texts.written("asynchronous")).sizes
    assert sizes is not None
    assert (sizes.arguments, sizes.results, sizes.tuple_table) == ((79872, 512), (512,), 0)


# --- executions -------------------------------------------------------------------------------------------------------


def test_loops_and_calls_multiply() -> None:
    """A loop of four steps around one of three, whose body calls what is called once more outside of them."""
    found = written("loops")
    assert {name: each.executions for name, each in found.items()} == {
        "called": 4 * 3 + 1,
        "in-condition": 4 + 1,
        "in-unknown-loop": None,
        "in-noted-loop": 12,
        "in-branch": 1,
        "in-custom-call": None,
    }
    assert [name for name, each in found.items() if each.conditional] == ["in-branch"]
    assert totals(found.values()).unknown_executions == 2


COUNTED = [
    # start, step, comparison, trips
    (0, "add(%i, %one)", "%i, %bound), direction=LT", 10),
    (0, "add(%one, %i)", "%i, %bound), direction=LE", 11),
    (0, "add(%i, %one)", "%i, %bound), direction=NE", 10),
    (0, "add(%i, %one)", "%bound, %i), direction=GT", 10),
    (10, "add(%i, %one)", "%i, %bound), direction=EQ", 1),
    (0, "add(%i, %one)", "%i, %bound), direction=EQ", 0),
    (20, "add(%i, %one)", "%i, %bound), direction=LT", 0),
    (20, "subtract(%i, %one)", "%i, %bound), direction=GT", 10),
    (20, "subtract(%i, %one)", "%i, %bound), direction=GE", 11),
    (20, "subtract(%i, %one)", "%i, %bound), direction=NE", 10),
    (20, "add(%i, %one)", "%i, %bound), direction=NE", None),
    (20, "subtract(%one, %i)", "%i, %bound), direction=GT", None),
    (20, "add(%i, %one)", "%i, %bound), direction=GT", None),
    (0, "multiply(%i, %one)", "%i, %bound), direction=LT", None),
    (0, "copy(%i)", "%i, %bound), direction=LT", None),
    (0, "add(%i, %one)", "%i, %i), direction=LT", None),
    (0, "add(%i, %one)", "%bound, %bound), direction=LT", None),
    (2147483640, "add(%i, %one)", "%i, %most), direction=LE", None),
    (2147483640, "add(%i, %one)", "%i, %most), direction=LT", 7),
]


@pytest.mark.parametrize(("start", "step", "comparison", "trips"), COUNTED)
def test_trips_from_the_condition(start: int, step: str, comparison: str, trips: int | None) -> None:
    """The counter starts, steps and ends at constants; a loop that would go beyond its type has no known count."""
    text = f"""HloModule m, num_partitions=2
condition {{
  s = (s32[], f32[2]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  bound = s32[] constant(10)
  most = s32[] constant(2147483647)
  ROOT less = pred[] compare({comparison.replace("%", "")}
}}
body {{
  s = (s32[], f32[2]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  one = s32[] constant(1)
  v = f32[2] get-tuple-element(s), index=1
  next = s32[] {step.replace("%", "")}
  moved = f32[2] collective-permute(v), channel_id=1, source_target_pairs={{{{0,1}}}}
  ROOT t = (s32[], f32[2]) tuple(next, moved)
}}
ENTRY main {{
  first = s32[] constant({start})
  v = f32[2] parameter(0)
  t = (s32[], f32[2]) tuple(first, v)
  ROOT w = (s32[], f32[2]) while(t), condition=condition, body=body
}}
"""
    [collective] = collectives(text)
    assert collective.executions == trips


def test_what_nothing_calls_does_not_run() -> None:
    text = compiled_texts.written("loops").replace("), to_apply=%communicate", "), to_apply=%no_branch")
    found = {collective.name: collective.executions for collective in collectives(text)}
    assert found["called"] == 0


# --- attributes that are skipped --------------------------------------------------------------------------------------

ATTRIBUTES = [
    'backend_config={"operation_queue_id":"0","wait_on_operation_queues":[],"collective_backend_config":{"is_sync":false}}',
    'backend_config={"flag_configs":[{"a":{"b":[[1,2],[3,{"c":"} ] ) \\" {"}]]}}],"x":1e-5,"empty":{},"list":[]}',
    'frontend_attributes={_scheduling_group_id="1",composite.name="a, b",other={a={b="c"}}}',
    "control-predecessors={%p, %q}",
    "control-predecessors={}",
    'sharding={devices=[2,1,4]<=[8] last_tile_dim_replicate metadata={op_name="x"}}',
    "sharding={{replicated}, {maximal device=0}}",
    "constrain_layout=true",
    "split_dimension=0",
    "dimensions={0,1}",
    "origin={(()), {}}",
    'original_value={({"p" {0}}, {"q"})}',
    "metadata={}",
    'metadata={op_type="x" op_name="a {b} \\"c\\" = d, e" source_file="f.py" source_line=1 preserve_layout=true}',
    'metadata={op_name="n" deduplicated_name="m" profile_type={1,2} size_of_generated_code_in_bytes=3}',
    "slice={[0:4:1], [0:2]}",
    "dim_labels=b01f_01io->b01f",
    "window={size=3x3 pad=1_1x0_0 rhs_reversal=1x1}",
    "statistics={visualizing_index=1,a=0.5}",
    'async_execution_thread="parallel"',
]


@pytest.mark.parametrize("attribute", ATTRIBUTES)
def test_other_attributes_are_skipped(attribute: str) -> None:
    """Those that XLA prints for collectives and other instructions, of the processor and of accelerators."""
    text = compiled_texts.written("groups")
    changed = text.replace("channel_id=4,", f"{attribute}, channel_id=4, {attribute},")
    assert changed != text
    found = {each.name: each for each in collectives(changed)}["mesh"]
    assert (found.kind, found.group_size, found.groups, found.channel) == ("all-reduce", 4, 2, 4)


# --- older spellings --------------------------------------------------------------------------------------------------


def test_names_without_signs_and_operands_with_shapes() -> None:
    """Places in one frame, escapes of C in strings, and a backend configuration in quotes."""
    [found] = collectives(compiled_texts.written("older"))
    assert (found.kind, found.operand_bytes, found.group_size, found.executions) == ("all-reduce", 512, 4, 5)
    assert found.source == (HloFrame('/src/café "a".py', 7, 4, None),)
    assert found.op_name == 'jit(f)/jit(main)/"quoted"/dot_general'


def test_parents_of_frames_in_older_tables() -> None:
    """XLA prints the number of a frame's parent plus one; tables with a parent 0 have the number itself."""
    text = compiled_texts.text("tensor_parallel")
    start = text.index("StackFrames\n")
    lines = text[start : text.index("\n\n", start)].split("\n")
    older = "\n".join(map(_unshifted, lines))
    assert [each.source for each in collectives(text.replace("\n".join(lines), older))] == [
        each.source for each in collectives(text)
    ]


def _unshifted(line: str) -> str:
    head, mark, number = line.partition("parent_frame_id=")
    return f"{head}{mark}{int(number.rstrip('}')) - 1}}}" if mark else line


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ('"a"', "a"),
        ('"a\\"b\\\\c\\n"', 'a"b\\c\n'),
        ('"\\303\\251\\x41"', "éA"),
        ('"\\377"', "\ufffd"),
        ("a", "a"),
        ('"', '"'),
        ('"\\"', "\\"),
    ],
)
def test_quoted_strings(text: str, meaning: str) -> None:
    assert unquoted(text) == meaning


def test_lines_may_end_as_in_windows() -> None:
    text = compiled_texts.text("ring")
    assert [each.bytes_sent for each in collectives(text.replace("\n", "\r\n"))] == [512, 512]


def test_a_module_without_collectives() -> None:
    module = parse_hlo("// a comment\n\nHloModule m\n\nENTRY e {\n  ROOT c = f32[] constant(0)\n}\n")
    assert (module.name, module.collectives, module.sizes, module.partitions) == ("m", (), None, 1)
