"""Has the fork server run a command with this process's arguments, environment, folder and standard streams.

    python -I -S client.py SOCKET COMMAND [ARGUMENT ...]

It imports next to nothing: it takes a tenth of the time in which the command would start.
"""

from __future__ import annotations

import _socket  # `socket` takes longer to import than all else here
import marshal
import os
import sys

NUMBER = 8
"""The size of the numbers that are sent: the length of a request, and a status."""


def ask(
    address: str,
    argv: list[str],
    streams: tuple[int, int, int],
    folder: str,
    environment: dict[str, str],
    limits: dict[int, int],
) -> _socket.socket:
    """Has a command run, and returns the connection on which `status_of` is told how it ended.

    `streams` are the file descriptors of its standard streams, and `limits` its limits of resources, by their numbers
    in the module `resource`.
    """
    text = marshal.dumps((argv, folder, environment, limits))
    connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        connection.connect(address)
        rights = b"".join([stream.to_bytes(4, sys.byteorder) for stream in streams])
        connection.sendmsg([len(text).to_bytes(NUMBER, "big")], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, rights)])
        connection.sendall(text)
    except BaseException:
        connection.close()
        raise
    return connection


def status_of(connection: _socket.socket) -> int:
    """Returns the exit status of a command, or the negative number of the signal that ended it.

    Raises ConnectionError if the server has ended.
    """
    try:
        status = connection.recv(NUMBER)
    finally:
        connection.close()
    if not status:
        raise ConnectionError("the fork server has ended")
    return int.from_bytes(status, "big", signed=True)


def main() -> None:
    """Ends this process as the command ended."""
    address, *argv = sys.argv[1:]
    if any(argument.startswith("/dev/fd/") for argument in argv):
        # The shell's process substitution has opened a file for this process alone.
        installed = os.path.join(os.path.dirname(sys.executable), os.path.basename(argv[0]))
        os.execv(installed, argv)
    status = status_of(ask(address, argv, (0, 1, 2), os.getcwd(), dict(os.environ), {}))
    if status < 0:
        os.kill(os.getpid(), -status)
    os._exit(status)


if __name__ == "__main__":
    main()
