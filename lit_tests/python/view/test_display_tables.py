"""Tables: in one line a row where there is room, else in several."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sdyopt.display.tables import Column, Table, print_note, table_lines

COLUMNS = [Column("name"), Column("why", below=True), Column("bytes", right=True)]
TABLE = Table(COLUMNS, [["%a", "replicated", "1,024"], ["%long", "", "8"]])


def lines(table: Table, width: int | None = None) -> list[str]:
    return ["".join([text for text, _ in line]) for line in table_lines(table, width)]


def test_rows_stand_in_one_line_where_there_is_room() -> None:
    """Columns are as wide as what is in them, numbers on the right."""
    assert (
        lines(TABLE)
        == lines(TABLE, 24)
        == [
            "name   why         bytes",
            "────────────────────────",
            "%a     replicated  1,024",
            "%long                  8",
        ]
    )


def test_columns_that_do_not_fit_go_below() -> None:
    """Where there is too little room, a row goes on in further lines; what is empty takes none."""
    assert lines(TABLE, 23) == [
        "name   bytes",
        "    why",
        "──────────────",
        "%a     1,024",
        "    replicated",
        "%long      8",
    ]


@given(st.lists(st.text("ab ", max_size=30), min_size=3, max_size=3), st.integers(8, 60))
def test_what_goes_below_fits(texts: list[str], width: int) -> None:
    """No line below is longer than the width, and no letter is lost."""
    columns = [Column("n"), Column("x", below=True), Column("y", below=True), Column("z", below=True)]
    found = lines(Table(columns, [["0", *texts]]), width)
    body = found[found.index("─" * max(map(len, found))) + 1 :]
    assert all(len(line) <= width for line in body)
    assert "".join(body).replace(" ", "") == "0" + "".join(texts).replace(" ", "")


@pytest.mark.skipif(os.name != "posix", reason="no terminals")
@pytest.mark.parametrize("colour", [True, False])
def test_on_a_terminal_tables_and_pictures_are_in_colour(colour: bool) -> None:
    """Colours come on a terminal unless NO_COLOR is set, and the table keeps to its width."""
    code = "import pty, sys; pty.spawn(sys.argv[1:])"
    sdy_view = os.path.join(os.path.dirname(sys.executable), "sdy-view")
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "60", **({} if colour else {"NO_COLOR": "1"})}
    if colour:
        environment.pop("NO_COLOR", None)
    text = 'sdy.mesh @m = <["x"=2]>\nfunc.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>})'
    commands = (f"printf '%s' '{text}' | {sdy_view}", f"{sdy_view.replace('view', 'layout')} 'f32[2]{{0}}' --grid")
    outputs = [
        subprocess.run(
            [sys.executable, "-c", code, "sh", "-c", command],
            env=environment,
            capture_output=True,
            check=True,
            stdin=subprocess.DEVNULL,
        ).stdout.decode()
        for command in commands
    ]
    assert '    8xf32  [{}]  8  replicated over "x": 2 copies' in _plain(outputs[0])
    assert max(map(len, _plain(outputs[0]).splitlines())) <= 60
    assert "│ 0  1 │" in _plain(outputs[1])
    assert [("\x1b[36m" in outputs[0]), ("\x1b[32m" in outputs[1])] == [colour, colour]


def _plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_columns_that_still_do_not_fit_go_below_too() -> None:
    """First the last texts, then numbers; never the first column."""
    columns = [Column("name"), Column("kind"), Column("bytes", right=True), Column("sharding")]
    table = Table(columns, [["%a", "argument", "1,024", '[{"x"}]']])
    assert lines(table, 25) == [
        "name  kind      bytes",
        "    sharding",
        "─────────────────────",
        "%a    argument  1,024",
        '    [{"x"}]',
    ]
    assert lines(table, 15)[0] == "name  bytes"
    assert next(line for line in lines(table, 8) if len(line) <= 8) == "name"


def test_notes_are_wrapped_between_words_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "sent a device: 5.2 MiB over reduce-scatter"
    print_note(text)
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    print_note(text)
    assert capsys.readouterr().out.splitlines() == [text, "sent a device: 5.2", "    MiB over", "    reduce-scatter"]
