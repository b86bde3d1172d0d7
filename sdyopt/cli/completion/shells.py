"""The shells: their scripts, the lines that they send, and the answers that they read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete, add_completion_class

from sdyopt.cli.completion.candidates import candidates
from sdyopt.cli.shells import SCRIPTS

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from sdyopt.cli.command import MlirCommand


class _Completion(ShellComplete):
    """The common base of the shells."""

    shows_help = True

    def source(self) -> str:
        with open(SCRIPTS[self.name], encoding="utf-8") as script:
            return script.read()

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[Any]]:
        return list(candidates(cast("MlirCommand", self.cli), args, incomplete, self.shows_help))


class Bash(_Completion, BashComplete):
    """Returns the line of an item: `plain,-sdy-inline-meshes`."""

    shows_help = False

    def get_completion_args(self) -> tuple[list[str], str]:
        """Joins words that Bash has split at equals signs."""
        args, incomplete = super().get_completion_args()
        words: list[str] = []
        is_open = False
        for word in (*args, incomplete):
            if words and word and (word == "=" or is_open):
                words[-1] += word
            else:
                words.append(word)
            is_open = word == "="
        return words[:-1], words[-1]


class Zsh(_Completion, ZshComplete):
    """Returns three lines for an item: its kind, its value and its description."""

    def format_completion(self, item: CompletionItem[Any]) -> str:
        return f"{item.type}\n{item.value}\n{_in_one_line(item)}"


class Fish(_Completion, FishComplete):
    """Returns the line of an item: `plain,-sdy-inline-meshes`, a tab, and its description."""

    def format_completion(self, item: CompletionItem[Any]) -> str:
        return f"{item.type},{item.value}\t{_in_one_line(item)}"


def register() -> None:
    """Replaces Click's classes for the shells by these."""
    for shell in (Bash, Zsh, Fish):
        add_completion_class(shell)


def _in_one_line(item: CompletionItem[Any]) -> str:
    return " ".join((item.help or "").split())
