"""Answers as the worker does, without JAX: what it does is the text of the program.

Of programs in MLIR it says what the file that FAKE_ANSWERS names has next, of this mode: the bytes that an all-gather
sends, or the peak of the compiled program, which sends nothing, or both, or an error. The last one stays.
"""

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
    text = base64.b64decode(request["program"]).decode()
    if "func.func" in text:
        return about_mlir(sys.argv[1])
    kind, _, message = text.partition(" ")
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


def about_mlir(mode: str) -> dict[str, object]:
    with open(os.environ["FAKE_ANSWERS"], encoding="utf-8") as file:
        answers = json.load(file)
    found = answers[mode].pop(0) if len(answers[mode]) > 1 else answers[mode][0]
    with open(os.environ["FAKE_ANSWERS"], "w", encoding="utf-8") as file:
        json.dump(answers, file)
    if isinstance(found, str):
        kind, _, message = found.partition(" ")
        return {"error": kind, "message": message}
    peak, sent = found if isinstance(found, list) else (found, found if mode == "partition" else 0)
    return {"text": HLO % (sent, sent), "memory": {**MEMORY, "peak_memory_in_bytes": peak}}


HLO = """HloModule main, is_scheduled=true, num_partitions=2, entry_computation_layout={()->u8[2]{0}}

ENTRY main {
  p = u8[%d]{0} constant({...})
  ROOT g = u8[%d]{0} all-gather(p), replica_groups={{0,1}}, dimensions={0}, channel_id=1, MORE
}
""".replace("MORE", 'use_global_device_ids=true, metadata={source_file="model.py" source_line=9}')

for each in sys.stdin:
    print(json.dumps(answer(each)), flush=True)
