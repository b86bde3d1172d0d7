"""Compiles and partitions programs by the JAX of the Python that runs this file, for another process.

    python worker.py compile|partition [FOLDER OF DUMPS]

The first line of standard input is an object that describes the machine, each further line a request; each is answered
by a line of standard output, which nothing else is written to. The process ends with its standard input, whatever it
is doing. Only the standard library and JAX are imported. Errors are answers: `{"error": KIND, "message": …}`.
"""

from __future__ import annotations

import sys

if __name__ == "__main__":
    del sys.path[0]  # the folder of this file, whose modules are not those of the other Python

import base64
import errno
import json
import os
import queue
import re
import shutil
import threading
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

Object = dict[str, Any]

MAX_QUESTIONS = 500
"""The programs that one process partitions: hooks are numbered by compilation, and their names are listed before."""

_HOOK = "sdy-view"

PASSES = (
    "shardy-xla,sharding-propagation,spmd-partitioning,flatten-call-graph,call-inliner,zero_sized_hlo_elimination,"
    "conditional-canonicalizer,dce,cse,tuple-simplifier,while-loop-trip-count-annotator,control-dep-rewriter,apply-xla-transforms,"
    + ",".join([f"apply-xla-transforms-{number}" for number in range(MAX_QUESTIONS + 1)])
)
"""The passes of XLA that run before the hook stops a compilation: propagation, the partitioner, what tidies up after.

Propagation is that of Shardy, or for programs with shardings of GSPMD that of GSPMD.
"""

_EFFORTS = {
    "exec_time_optimization_effort": float,
    "memory_fitting_effort": float,
    "optimization_level": int,
    "memory_fitting_level": int,
}
"""The options that are fields of the build options; all others are of the machine."""

_COMMENT = re.compile(rb"^ *//.*$", re.MULTILINE)

_MISFITS = ("limited ICI routing", "Unexpected device_id")
"""The words of XLA's errors for a slice of which a program uses a part."""


class WorkerError(Exception):
    """An answer that is no result: its kind, which the other process knows, and a message."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Jax:
    """The names of JAX that are used here. All but that of topologies are private, and the same in 0.10.2 and 0.12."""

    def __init__(self) -> None:
        library = import_module("jax._src.lib")
        self.version: str = import_module("jax").__version__
        self.numpy = import_module("numpy")
        self.ir = import_module("jax._src.lib.mlir").ir
        self.topologies = import_module("jax.experimental.topologies")
        self._client, self._jax = library.xla_client, library._jax
        self._hlo, self._xla = import_module("jaxlib._hlo"), import_module("jaxlib._xla")
        self._mlir = import_module("jax._src.interpreters.mlir")
        self._bridge = import_module("jax._src.xla_bridge")

    def context(self) -> Any:
        return self._mlir.make_ir_context()

    def cpus(self) -> Any:
        return self._bridge.get_backend("cpu").local_devices()

    def artifact(self, data: bytes) -> Any:
        """Returns the module of a portable artifact, which `jax.export` writes."""
        found = self._jax.mlir.deserialize_portable_artifact(data)
        return found if isinstance(found, self.ir.Module) else self.ir.Module.parse(found)

    def locate(self, module: Any, file: str) -> None:
        """Gives operations without locations their lines in the text.

        XLA keeps those of the form of JAX's: the name of the operation, that of the function, and the place.
        """
        ir = self.ir

        def locate(operation: Any) -> Any:
            at = operation.location
            if getattr(at, "filename", None) in ("-", file):
                place = ir.Location.file(file, at.start_line, at.start_col)
                name = operation.name.rpartition(".")[2]
                operation.location = ir.Location.name(name, ir.Location.name("", place))
            return ir.WalkResult.ADVANCE

        module.operation.walk(locate)

    def device_list(self, devices: Sequence[Any]) -> Any:
        return (getattr(self._client, "DeviceList", None) or self._jax.DeviceList)(tuple(devices))

    def options(self, devices: Sequence[Any]) -> Any:
        """Returns options for one program that is partitioned over devices."""
        found = self._client.CompileOptions()
        found.num_replicas, found.num_partitions, found.profile_version = 1, len(devices), -1
        ids = self.numpy.array([[device.id for device in devices]])
        found.device_assignment = self._client.DeviceAssignment.create(ids)
        found.executable_build_options.use_spmd_partitioning = True
        return found

    def on_hook(self, hook: Any) -> None:
        """Lets XLA for CPUs call a function with each module after its passes."""
        self._xla.register_xla_transform(_HOOK, 0, hook)

    def text_of(self, module: Any) -> str:
        """Returns the HLO text of a module that a hook was called with."""
        return str(self._hlo.XlaComputation(module).get_hlo_module().to_string())


class XlaCompiler:
    """Compiles programs for a machine, or stops after its partitioner."""

    def __init__(self, machine: Object, stops: bool) -> None:
        self.jax = Jax()
        self._is_cpu = machine["platform"] == "cpu"
        self._modules: list[Any] = []
        self.stops = stops
        if stops:
            self.jax.on_hook(self._stop)
        try:
            self.devices = self.jax.cpus() if self._is_cpu else self._described(machine)
        except Exception as error:
            raise WorkerError("machine", _first_line(error)) from error

    def _described(self, machine: Object) -> Any:
        """Returns the devices of a machine that is not there, by JAX's public function."""
        more = {key: tuple(value) if isinstance(value, list) else value for key, value in machine["more"].items()}
        topology = self.jax.topologies.get_topology_desc(
            platform=machine["platform"], topology_name=machine["topology"], **more
        )
        return topology.devices

    def _stop(self, module: Any) -> None:
        self._modules.append(module)
        raise RuntimeError(_HOOK)

    def described(self) -> Object:
        """Returns the answer to the first line."""
        device = self.devices[0]
        return {"devices": len(self.devices), "kind": device.device_kind, "jax": self.jax.version}

    def answer(self, request: Object) -> Object:
        with self.jax.context() as context:
            context.allow_unregistered_dialects = False
            program = base64.b64decode(request["program"])
            module = self._parsed(program, request["name"])
            if (count := request["devices"]) > len(self.devices):
                message = f"the program is for {count} devices, the machine has {len(self.devices)}"
                raise WorkerError("machine", message)
            options = self._options(module, self.devices[:count], request.get("options", {}))
            options.executable_build_options.use_shardy_partitioner = _is_of_shardy(program)
            return self._compiled(module, self.jax.device_list(self.devices[:count]), options)

    def _parsed(self, data: bytes, name: str) -> Any:
        ir = self.jax.ir
        try:
            if not data.startswith(b"ML\xefR"):
                module = ir.Module.parse(data.decode("utf-8", "surrogateescape"))
                self.jax.locate(module, name)
                return module
            module = ir.Module.parse(data)
            is_portable = any(operation.operation.name.startswith("vhlo.") for operation in module.body.operations)
            return self.jax.artifact(data) if is_portable else module
        except (AttributeError, TypeError):
            raise
        except Exception as error:
            raise WorkerError("program", _first_line(error)) from error

    def _options(self, module: Any, devices: Sequence[Any], given: Object) -> Any:
        found = self.jax.options(devices)
        build = found.executable_build_options
        arguments, results = self._free(module)
        build.allow_spmd_sharding_propagation_to_parameters = arguments
        build.allow_spmd_sharding_propagation_to_output = results
        for name, value in given.items():
            if name in _EFFORTS:
                setattr(build, name, _EFFORTS[name](value))
        found.env_option_overrides = [(name, value) for name, value in given.items() if name not in _EFFORTS]
        return found

    def _free(self, module: Any) -> tuple[list[bool], list[bool]]:
        """Returns which arguments and results of `main` have no sharding, so that XLA may choose one."""
        ir = self.jax.ir
        for operation in module.body.operations:
            main = operation.operation
            if main.name != "func.func" or ir.StringAttr(main.attributes["sym_name"]).value != "main":
                continue
            type = ir.FunctionType(ir.TypeAttr(main.attributes["function_type"]).value)

            def free(name: str, count: int, main: Any = main) -> list[bool]:
                if name not in main.attributes:
                    return [True] * count
                found = [ir.DictAttr(each) for each in ir.ArrayAttr(main.attributes[name])]
                return ["sdy.sharding" not in each and "mhlo.sharding" not in each for each in found]

            return free("arg_attrs", len(type.inputs)), free("res_attrs", len(type.results))
        raise WorkerError("program", "the program has no function @main")

    def _compiled(self, module: Any, devices: Any, options: Any) -> Object:
        client = self.devices[0].client
        self._modules.clear()
        try:
            # Clients of CPUs cannot compile without loading.
            compiled = (client.compile_and_load if self._is_cpu else client.compile)(module, devices, options)
        except (AttributeError, TypeError):
            raise
        except Exception as error:
            if self._modules:
                return {"text": self.jax.text_of(self._modules[-1])}
            raise _refusal(str(error)) from error
        if self.stops:
            raise WorkerError("version", "XLA does not call hooks after its partitioner")
        stats = compiled.get_compiled_memory_stats()
        memory = {name: getattr(stats, name) for name in dir(stats) if name.endswith("_in_bytes")}
        try:
            text = "\n".join([each.to_string() for each in compiled.hlo_modules()])
        except Exception:  # A newer libtpu writes what this jaxlib cannot read. XLA has dumped the text, too.
            text = ""
        return {"text": text, "memory": memory}


def _is_of_shardy(program: bytes) -> bool:
    """Whether the shardings of a text, or of bytecode, which has names of dialects apart, are those of SDY, if any."""
    program = _COMMENT.sub(b"", program)
    return any(name in program for name in (b"sdy.", b"sdy\0")) or b"mhlo.sharding" not in program


def _refusal(text: str) -> WorkerError:
    if os.strerror(errno.ENOSPC) in text:
        return WorkerError("disk", _first_line(text))
    if "RESOURCE_EXHAUSTED" in text or "Ran out of memory" in text:
        return WorkerError("memory", text[:4000])
    return WorkerError("misfit" if any(each in text for each in _MISFITS) else "refused", _first_line(text))


def _first_line(error: object) -> str:
    """Returns the first line of a message that says something."""
    lines = [line.strip() for line in str(error).splitlines()]
    return next((line for line in lines if line), type(error).__name__)[:1000]


def _requests() -> Iterator[Object]:
    """Yields what standard input has. When it ends, removes what XLA has dumped, and ends the process."""
    lines: queue.Queue[str] = queue.Queue()

    def read() -> None:
        for line in sys.stdin:
            lines.put(line)
        for folder in sys.argv[2:]:
            shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)  # Also while a program is compiled: nobody waits for it.

    threading.Thread(target=read, daemon=True).start()
    while True:
        yield json.loads(lines.get())


def main() -> None:
    """Answers requests until standard input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # What XLA prints is no answer.
    compiler: XlaCompiler | None = None
    for request in _requests():
        try:
            if compiler is None:
                compiler = XlaCompiler(request, sys.argv[1] == "partition")
                answer = compiler.described()
            else:
                answer = compiler.answer(request)
        except WorkerError as error:
            answer = {"error": error.kind, "message": str(error)}
        except Exception as error:  # a name that has moved, most likely
            answer = {"error": "version", "message": f"{type(error).__name__}: {_first_line(error)}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
