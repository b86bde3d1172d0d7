"""Answers as the worker does, without JAX: what it does is the text of the program."""

import base64
import json
import os
import sys
import time

MEMORY = {
    f"{name}_size_in_bytes": size for name, size in {"argument": 64, "output": 32, "alias": 16, "temp": 8}.items()
}


def answer(line: str) -> dict[str, object]:
    request = json.loads(line)
    if "program" not in request:
        return {"devices": 8, "mode": sys.argv[1], "platform": request["platform"]}
    kind, _, message = base64.b64decode(request["program"]).decode().partition(" ")
    if kind == "sleep":
        time.sleep(60)
    if kind == "crash":
        print(
            "I0000 a.cc:1] noise\nF0000 00:00 b.cc:2] Check failed: 1 == 2\n*** Check failure stack trace: ***",
            file=sys.stderr,
        )
        os.abort()
    if kind != "text":
        return {"error": kind, "message": message}
    return {"text": f"{os.getpid()} {message}", "memory": {**MEMORY, "peak_memory_in_bytes": 100}}


for each in sys.stdin:
    print(json.dumps(answer(each)), flush=True)
