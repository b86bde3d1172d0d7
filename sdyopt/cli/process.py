"""The processes of the commands: interrupts, closed pipes and lack of memory end them without a traceback.

A command is imported only after the handlers are installed.
"""

from __future__ import annotations

import codecs
import contextlib
import gc
import os
import signal
import sys
from functools import partial
from importlib import import_module
from typing import Any, NoReturn

from sdyopt.cli import EXIT_FAILURE, EXIT_INTERRUPTED
from sdyopt.ir import run_only_ours


def _run(name: str, module: str) -> NoReturn:
    """Runs the `COMMAND` of a module and ends the process with its status, without freeing memory.

    Raises SystemExit instead where standard output is kept in memory, as in a browser or a test.
    """
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # as it is in the background of a script
        signal.signal(signal.SIGINT, lambda *_: os._exit(EXIT_INTERRUPTED))
    gc.disable()
    run_only_ours()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 (to the end of the process)
    if sys.stdout is None:
        # Nothing can be written to the null device opened for reading, and no other file takes the number 1.
        sys.stdout = open(os.open(os.devnull, os.O_RDONLY), "w")  # noqa: SIM115 (to the end of the process)
    prepare_streams(sys.stdout, sys.stderr)
    try:
        from sdyopt.cli import console

        status = console.invoke(import_module(module).COMMAND)
        if not sys.stdout.closed:
            # After a failure, it has been reported that this cannot be written.
            with contextlib.suppress(*[OSError] if status else []):
                sys.stdout.flush()
    except BrokenPipeError:
        # The reader has closed the pipe, which needs no message.
        status = EXIT_FAILURE
    except MemoryError:
        status = _failed(f"{name}: error: out of memory")
    except BaseException as error:  # also those of other packages that are not an Exception
        status = EXIT_FAILURE if _is_closed_pipe(error) else _broken(name, error)
    with contextlib.suppress(OSError):
        sys.stderr.flush()
    if not hasattr(sys.stdout, "reconfigure"):
        raise SystemExit(status)
    os._exit(status)


# The console scripts.

sdy_opt = partial(_run, "sdy-opt", "sdyopt.cli.main")
sdy_layout = partial(_run, "sdy-layout", "sdyopt.cli.layout_command")
sdy_view = partial(_run, "sdy-view", "sdyopt.view.command")
sdy_plan = partial(_run, "sdy-plan", "sdyopt.planning.plan_command")
sdy_lsp = partial(_run, "sdy-lsp", "sdyopt.editor.lsp.command")
sdy_reduce = partial(_run, "sdy-reduce", "sdyopt.testing.reduction.command")
sdy_update_checks = partial(_run, "sdy-update-checks", "sdyopt.testing.update_checks")


def _is_closed_pipe(error: BaseException) -> bool:
    """Whether Click ends the process as nobody reads its output; code of another package may have ended it, too."""
    from sdyopt.display.exceptions import module_of_another

    return isinstance(error, SystemExit) and module_of_another(error.__traceback__) is None


def _broken(name: str, error: BaseException) -> int:
    if {"-debug", "--debug"}.intersection(sys.argv):
        from traceback import print_exception

        print_exception(error)
    return _failed(f"{name}: {_description(error)}")


def _description(error: BaseException) -> str:
    if isinstance(error, OSError) and error.filename is None:
        # Files, whose errors have their names, are handled where they are opened.
        return f"error: cannot write standard output: {error.strerror}"
    from sdyopt.display.exceptions import internal_error

    return internal_error(error, "the input that led to it")


def prepare_streams(output: Any, messages: Any) -> None:
    """Lets a standard output, if there is one, and a standard error take any character.

    Bytes of the input that are not UTF-8 are written unchanged to standard error. On Windows files and pipes get UTF-8,
    too, unless PYTHONIOENCODING says otherwise. Streams without an encoding, such as `io.StringIO`, stay as they are.
    """
    encoding = "utf-8" if sys.platform == "win32" and "PYTHONIOENCODING" not in os.environ else None
    codecs.register_error("sdyopt", _escaped)
    for stream, errors in ((messages, "sdyopt"), (output, "replace")):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding=encoding, errors=errors)


def _escaped(error: UnicodeError) -> tuple[str | bytes, int]:
    """Returns the bytes of surrogates, and escapes other characters that an encoding lacks: a handler of `codecs`."""
    assert isinstance(error, UnicodeEncodeError)
    first = UnicodeEncodeError(error.encoding, error.object, error.start, error.start + 1, error.reason)
    is_byte = "\udc80" <= error.object[error.start] <= "\udcff"
    return codecs.lookup_error("surrogateescape" if is_byte else "backslashreplace")(first)


def _failed(message: str) -> int:
    sys.stderr.write(f"{message}\n")
    return EXIT_FAILURE
