"""Runs one command and says what it took: a program of its own, small, so that its memory does not count.

    python -S run_and_measure.py REPORT OUTPUT COMMAND...

A process counts the memory of the one that it was started from, up to that moment, as its own: so what is measured is
started from here, with some 10 MB. Standard output goes to the file OUTPUT. Into REPORT go, a line each: the exit
status, seconds by the clock, seconds of the processor in the program and in the system, and the largest memory in kB.
"""

import os
import sys
import time


def main() -> None:
    report, output, *command = sys.argv[1:]
    to_file = (os.POSIX_SPAWN_OPEN, 1, output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    start = time.perf_counter()
    process = os.posix_spawn(command[0], command, os.environ, file_actions=[to_file])
    _, status, usage = os.wait4(process, 0)
    seconds = time.perf_counter() - start
    peak = usage.ru_maxrss // 1024 if sys.platform == "darwin" else usage.ru_maxrss
    lines = (os.waitstatus_to_exitcode(status), seconds, usage.ru_utime, usage.ru_stime, peak)
    with open(report, "w") as file:
        file.write("\n".join(map(str, lines)))


if __name__ == "__main__":
    main()
