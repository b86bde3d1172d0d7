"""The names of machines, and how they are described to XLA."""

from __future__ import annotations

import re

import pytest

from sdyopt.machines import MachineError
from sdyopt.machines.names import NAMES, check_name, machine_named


@pytest.mark.parametrize(
    ("text", "devices", "name", "topology", "more"),
    [
        ("tpu-v5e", 8, "tpu-v5e:2x4", "v5e:2x4", {}),
        ("tpu-v5e", 1, "tpu-v5e:1x1", "v5e:1x1", {"chips_per_host_bounds": [1, 1, 1]}),
        ("tpu-v5e", 2, "tpu-v5e:2x1", "v5e:2x1", {"chips_per_host_bounds": [2, 1, 1]}),
        ("tpu-v5e", 1024, "tpu-v5e:16x16@4", "v5e:16x16", {"num_slices": 4}),
        ("tpu-v6e", 256, "tpu-v6e:16x16", "v6e:16x16", {}),
        ("tpu-v5p", 8, "tpu-v5p:2x2x2", "v5p:2x2x2", {}),
        ("tpu-v5p", 9, "tpu-v5p:2x2x4", "v5p:2x2x4", {}),
        ("tpu-v5p:4x4x4", 8, "tpu-v5p:4x4x4", "v5p:4x4x4", {}),
        ("tpu-v4", 4, "tpu-v4:2x2x1", "v4:2x2x1", {"chip_config_name": "megacore"}),
        ("tpu-v7", 8, "tpu-v7:2x2x1", "tpu7x:2x2x1", {}),
        ("tpu-v3", 8, "tpu-v3:2x2", "v3:2x2", {}),
    ],
)
def test_tpus(text: str, devices: int, name: str, topology: str, more: dict[str, object]) -> None:
    machine = machine_named(text, devices)
    assert (machine.name, machine.platform, machine.topology) == (name, "tpu", topology)
    assert machine.more == more
    assert machine.devices >= devices


@pytest.mark.parametrize(
    ("text", "devices", "name", "topology"),
    [
        ("gpu", 8, "gpu-h100:8", "1x1x8"),
        ("gpu", 4, "gpu-h100:4", "1x1x4"),
        ("gpu", 512, "gpu-h100:512", "1x64x8"),
        ("gpu-b200:16", 8, "gpu-b200:16", "1x2x8"),
        ("gpu-h200:2x4x8", 64, "gpu-h200:2x4x8", "2x4x8"),
        ("gpu-a100-40:1x3x4", 12, "gpu-a100-40:1x3x4", "1x3x4"),
    ],
)
def test_gpus(text: str, devices: int, name: str, topology: str) -> None:
    machine = machine_named(text, devices)
    assert (machine.name, machine.platform, machine.more["topology"]) == (name, "cuda", topology)
    assert machine.memory is not None and f"device_memory_size: {machine.memory} " in machine.more["target_config"]


def test_cpus_have_as_many_devices_as_the_program() -> None:
    assert [machine_named(text, 8).devices for text in ("cpu", "cpu:8", "cpu:64")] == [8, 8, 64]


def test_a_description_of_a_gpu_has_each_field_once_and_braces_in_pairs() -> None:
    for name in NAMES:
        if name.startswith("gpu-"):
            text = machine_named(name, 8).more["target_config"]
            device = text[text.index("{") : text.index("cuda_compute_capability")]
            fields = re.findall(r"(\w+): ", device)
            assert len(fields) == len(set(fields)) == 17
            assert text.count("{") == text.count("}") == 3


@pytest.mark.parametrize(
    ("text", "devices", "message"),
    [
        ("tpu-v5", 8, "no machine is called 'tpu-v5'; did you mean 'tpu-v5"),
        ("h100", 8, "no machine is called 'h100'; did you mean 'gpu-h100'?"),
        ("", 8, "no machine is called ''; there are cpu, gpu,"),
        ("tpu-v5e:2x2x2", 8, "'tpu-v5e:2x2x2' has no size of the form tpu-v5e:2x4 or tpu-v5e:16x16@2, two slices"),
        ("tpu-v5e:", 8, "'tpu-v5e:' has no size of the form tpu-v5e:2x4"),
        ("tpu-v5e:2x4@", 8, "'tpu-v5e:2x4@' has no size"),
        ("gpu:8@2", 8, "'gpu:8@2' has no size of the form gpu:8 or gpu:1x2x8"),
        ("cpu:2x4", 8, "'cpu:2x4' has no size of the form cpu:8"),
        ("cpu:0", 8, "'cpu:0' has no size"),
        ("tpu-v5p:²x2x2", 8, "has no size"),
        ("cpu", 4096, "XLA simulates 2,048 CPUs at most, and cpu:4096 has 4,096"),
        ("gpu:4", 8, "the program is for 8 devices, gpu-h100:4 has 4"),
        ("tpu-v5e:2x2", 8, "the program is for 8 devices, tpu-v5e:2x2 has 4"),
        ("tpu-v5e", 6, "tpu-v5e has no slice of 6 devices: there are 1x1, 2x1,"),
        ("tpu-v3", 100_000, "tpu-v3 has no slice of 100,000 devices"),
        ("gpu", 12, "12 GPUs are not hosts of 8: give slices, hosts and GPUs, gpu-h100:1x3x4"),
    ],
)
def test_errors(text: str, devices: int, message: str) -> None:
    with pytest.raises(MachineError, match=re.escape(message)) as error:
        machine_named(text, devices)
    assert "\n" not in str(error.value)


def test_each_name_has_a_machine() -> None:
    for name in NAMES:
        check_name(name)
        assert machine_named(name, 8).devices == 8
