"""Text that is no HLO module gets one error at a place, however broken it is; never a traceback."""

from __future__ import annotations

import random
import time

import pytest

from sdyopt.display.messages import written
from sdyopt.hlo import HloError, collectives, parse_hlo
from tools.chunks import chunks
from tools.fuzzing.mutation import mutate
from tools.programs import compiled_texts

RING = compiled_texts.text("ring")


def error(text: str) -> HloError:
    with pytest.raises(HloError) as raised:
        parse_hlo(text)
    return raised.value


def module(instruction: str) -> str:
    """A module with one instruction on line 5."""
    return f"HloModule m, num_partitions=8\n\nENTRY e {{\n  %p = f32[8]{{0}} parameter(0)\n  {instruction}\n}}\n"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", (1, 1), "expected 'HloModule', with which HLO text begins, found nothing"),
        ("\n \n", (1, 1), "expected 'HloModule', with which HLO text begins, found nothing"),
        ("// a comment\n  module {}\n", (2, 3), "expected 'HloModule', with which HLO text begins"),
        ("HloModule\n", (1, 1), "expected 'HloModule' and a name, found 'HloModule'"),
        ("HloModule m\n", (1, 12), "the text ends without an entry computation ('ENTRY')"),
        ("HloModule m, x\nENTRY e {\n}\n", (1, 15), "expected '=', found the end of the line"),
        ("HloModule m\n\ne {\n  a = f32[] constant(0)\n", (4, 24), "the text ends inside of computation 'e'"),
        ("HloModule m\ne {\n}\ne {\n}\n", (4, 1), "there are two computations 'e'"),
        ("HloModule m\nENTRY e {\n}\nENTRY f {\n}\n", (4, 1), "there are two entry computations"),
        ("HloModule m\nENTRY e {\n}\nHloModule m\n", (4, 1), "expected a computation, found a second module"),
        ("HloModule m\nENTRY e {\n}\nabc\n", (4, 1), "expected a computation, found 'abc'"),
        ("HloModule m\n(a) {\n}\n", (2, 1), "expected the name of a computation"),
    ],
)
def test_text_that_is_no_module(text: str, place: tuple[int, int], message: str) -> None:
    found = error(text)
    assert ((found.line, found.column), str(found)) == (place, message)


@pytest.mark.parametrize(
    ("instruction", "column", "message"),
    [
        ("%x = f32[8] all-reduce(%q), replica_groups={}", 27, "operand 'q' is not defined in computation 'e'"),
        ("%x = f32[8] all-reduce(%p, replica_groups={}", 44, "expected ')' or ',', found '='"),
        ("%x = f32[8] all-reduce(%p)) replica_groups={}", 29, "expected ',', found ')'"),
        ("%x = f32[8 all-reduce(%p)", 8, "expected '(' or a shape, found 'f32'"),
        ("%x = f33[8] all-reduce(%p)", 8, "expected an element type, as 'f32', found 'f33'"),
        ("%x = f32[8]{1} all-reduce(%p)", 8, "minor_to_major is not a permutation: 1 is not from 0 to 0"),
        ("%x = f32[?] all-reduce(%p)", 15, "dimension 0 is unbounded ('?'), so the array has no place in memory"),
        ("%x = f32[8] all-reduce(%p), replica_groups=[2,4]<=[9]", 47, "[2,4] does not have as many devices as [9]"),
        ("%x = f32[8] all-reduce(%p), replica_groups=[8]<=[8]", 47, "replica groups have two dimensions: their number"),
        ("%x = f32[8] all-reduce(%p), replica_groups=[2,2,2]<=[8]", 47, "replica groups have two dimensions: their"),
        ("%x = f32[8] all-reduce(%p), replica_groups=[2,4]<=[8]T(1)", 54, "T(1) is not a permutation"),
        (
            "%x = f32[8] all-reduce(%p), replica_groups={0,1}",
            46,
            "expected '[' or 'mesh' or a list in braces, found '{'",
        ),
        ("%x = f32[8] all-reduce(%p), replica_groups={{-1}}", 46, "devices are numbers from 0 that fit into 64 bits"),
        ("%x = f32[8] all-reduce(%p), replica_groups=mesh['a'=8] {'b'}", 51, "the mesh has no axis 'b'"),
        (f"%x = f32[8] all-reduce(%p), replica_groups=[{'9' * 5000},1]<=[8]", 47, "the number does not fit into 64"),
        ("%x = f32[8] all-reduce(%p), channel_id=1 foo=2", 44, "expected ',' before 'foo=2'"),
        ("%x = f32[8] collective-permute(%p)", 15, "a collective-permute needs source_target_pairs"),
        ("%x = f32[8] collective-permute(%p), source_target_pairs={{0}}", 59, "a pair has a source and a target"),
        ("%x = f32[8] all-gather-start(%p)", 15, "its shape is a tuple of the operands and the results"),
        ("%x = (f32[8]) all-gather-start(%p)", 17, "its shape is a tuple of the operands and the results"),
    ],
)
def test_instructions_that_cannot_be(instruction: str, column: int, message: str) -> None:
    found = error(module(instruction))
    assert (found.line, found.column) == (5, column)
    assert str(found).startswith(message)


def test_other_instructions_are_skipped() -> None:
    """Instructions that are no collectives are not read, so that they may be anything."""
    assert collectives(module("%x = whatever([this] is, )")) == ()


def test_computations_that_call_themselves() -> None:
    text = module("%y = f32[8] call(%x), to_apply=%f").replace(
        "ENTRY", "%f {\n  %q = f32[8] parameter(0)\n  %r = f32[8] all-to-all(%q), replica_groups={}\n"
        "  %x = f32[8] call(%r), to_apply=%f\n}\n\nENTRY"
    )  # fmt: skip
    found = error(text)
    assert ((found.line, found.column), str(found)) == ((3, 2), "computation 'f' calls itself")


def test_entry_sizes_that_cannot_be() -> None:
    text = "HloModule m, input_output_alias={ {1}: (0, {}, may-alias) }, entry_computation_layout={(f32[8])->f32[8]}\n"
    found = error(f"{text}ENTRY e {{\n}}\n")
    assert ((found.line, found.column), str(found)) == ((1, 1), "input_output_alias names a result that does not exist")


def test_the_message_is_that_of_the_commands() -> None:
    message = error(module("%e = f32[8] all-reduce(%p), replica_groups={}, é, to_apply=%q")).message("step.txt")
    assert written([message]) == (
        "step.txt:5:50: error: expected a name, found 'é'\n"
        "  %e = f32[8] all-reduce(%p), replica_groups={}, é, to_apply=%q\n"
        "                                                 ^\n"
    )
    assert written([error("module {}").message("step.mlir")]).endswith(
        "hint: HLO text is what jax.jit(f).lower(...).compile().as_text() returns\n"
    )


# --- texts that are broken by chance ----------------------------------------------------------------------------------

TEXTS = compiled_texts.texts()
MUTATIONS, PART = 2000, 50


def survives(text: str) -> None:
    """Reads a text, which may raise HloError at a place in it."""
    try:
        parse_hlo(text)
    except HloError as found:
        assert 0 <= found.offset <= len(text)
        assert written([found.message("f")]).startswith("f:")
        assert len(str(found)) < 500


@pytest.mark.parametrize("first", chunks(MUTATIONS, PART))
def test_mutations(first: int) -> None:
    """Tokens, letters, numbers, bits and lines that change: mostly in the lines that are read."""
    names = sorted(TEXTS)
    for seed in range(first, first + PART):
        chance = random.Random(seed)
        text = TEXTS[chance.choice(names)]
        for _ in range(chance.randrange(1, 4)):
            lines = text.split("\n")
            read = [number for number, line in enumerate(lines) if any(mark in line for mark in READ)]
            if read and chance.random() < 0.8:
                number = chance.choice(read)
                lines[number] = mutate(lines[number], chance)
                text = "\n".join(lines)
            else:
                text = mutate(text, chance)
        survives(text)


READ = ("all-", "collective-", "reduce-scatter", "while(", "HloModule", "call(", "constant(", "compare(", "ROOT")


@pytest.mark.parametrize("name", ["loops", "asynchronous"])
def test_texts_that_end_early(name: str) -> None:
    """A text that is cut anywhere is an error, except behind its last bracket."""
    text = TEXTS[name].rstrip()
    for end in range(0, len(text), 37):
        with pytest.raises(HloError):
            parse_hlo(text[:end])


PAIRS = [f"{{{device},{device + 1}}}" for device in range(5_000)]
NAMES = [f"'a{number}'" for number in range(5_000)]
AXES = [f"{name}=1" for name in NAMES]


@pytest.mark.parametrize(
    "text",
    [
        module(f"%x = {'(' * 5_000}f32[8]{')' * 5_000} all-reduce(%p)"),
        module(f"%x = f32[8] all-reduce(%p), backend_config={'{' * 5_000}{'}' * 5_000}"),
        module(f"%x = f32[8] all-reduce(%p), backend_config={'{' * 5_000}"),
        module(f"%x = f32[8] all-reduce(%p), replica_groups={{{'{0,1},' * 5_000}"),
        module(f'%x = f32[8] all-reduce(%p), metadata={{op_name="{"a" * 100_000}'),
        module(f"%x = f32[8] all-reduce({'%p, ' * 5_000}%p)"),
        module(f"%x = f32[8] collective-permute(%p), source_target_pairs={{{','.join(PAIRS)}}}"),
        module(f"%x = f32[8] all-reduce(%p), replica_groups=mesh[{','.join(AXES)}] {{{','.join(NAMES)}}}"),
        module(f"%x = f32[8] all-reduce(%p), {'/*' * 5_000}"),
        module(f'%x = f32[8] while(%p), backend_config={{"known_trip_count":{"[" * 5_000}'),
        f"HloModule m, entry_computation_layout={{()->{'(' * 5_000}f32[8]{')' * 5_000}}}\nENTRY e {{\n}}\n",
        f"HloModule m, entry_computation_layout={{()->{'(' * 500}f32[8]{')' * 500}}}\nENTRY e {{\n}}\n",
        "HloModule m\n" + "".join([f"c{n} {{\n}}\n" for n in range(5_000)]),
        "\n" * 100_000 + "x",
    ],
    ids=lambda text: text[70:90],
)
def test_hostile_texts(text: str) -> None:
    """Deep, wide and open brackets end soon."""
    start = time.process_time()
    survives(text)
    assert time.process_time() - start < 10


def test_values_that_share_their_parts() -> None:
    """Tuples of the same tuple twice, and comparisons of a comparison with itself, a hundred times over."""
    tuples = "".join([f"  t{n} = (s32[], s32[]) tuple(t{n - 1}, t{n - 1})\n" for n in range(1, 100)])
    comparisons = "".join([f"  c{n} = pred[] compare(c{n - 1}, c{n - 1}), direction=EQ\n" for n in range(1, 100)])
    text = (
        f"HloModule m\nc {{\n  s = (s32[]) parameter(0)\n  c0 = pred[] constant(1)\n{comparisons}"
        "  ROOT r = pred[] fusion(c99), calls=f\n}\nb {\n  s = (s32[]) parameter(0)\n"
        "  x = f32[8] parameter(1)\n  a = f32[8] all-to-all(x), replica_groups={}\n"
        f"  t0 = s32[] constant(1)\n{tuples}  ROOT r = (s32[]) call(t99), to_apply=f\n}}\n"
        "f {\n  ROOT p = (s32[]) parameter(0)\n}\n"
        "ENTRY e {\n  i = s32[] constant(0)\n  t = (s32[]) tuple(i)\n  w = (s32[]) while(t), condition=c, body=b\n}\n"
    )
    [found] = collectives(text)
    assert found.executions is None


def test_long_chains_of_calls() -> None:
    """Many computations, each of which calls the one before, and a counter behind many copies."""
    chain = "".join([f"c{n} {{\n  x = f32[8] call(y), to_apply=c{n - 1}\n}}\n" for n in range(1, 1000)])
    first = "c0 {\n  p = f32[8] parameter(0)\n  r = f32[8] all-to-all(p), replica_groups={}\n}\n"
    [found] = collectives(
        f"HloModule m, num_partitions=4\n{first}{chain}ENTRY e {{\n  a = f32[8] call(b), to_apply=c999\n}}\n"
    )
    assert (found.executions, found.group_size, found.groups) == (1, 1, 4)
