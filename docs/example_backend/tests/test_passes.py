"""What the passes do, asked in Python."""

import pytest

import sdyopt

TENSOR = sdyopt.parse_type("tensor<4x8xf32>")


def scaled(*factors: float | str) -> sdyopt.Module:
    """A program that scales a tensor by one factor after the other."""
    build = sdyopt.ModuleBuilder()
    with build.function("main", [TENSOR]) as (x,):
        value: sdyopt.Value = x
        for factor in factors:
            value = build("acme_backend.scale", value, factor=factor).result
        build("func.return", value)
    build.module.verify()
    return build.module


def test_scales_are_merged() -> None:
    module = scaled(2.0, 3.0, 0.5).run("acme-backend-fuse-scale")
    (scale,) = module.walk("acme_backend.scale")
    assert scale.attribute_named("factor", sdyopt.FloatAttr).value == 3.0


def test_scales_are_not_merged_on_request() -> None:
    module = scaled(2.0, 3.0).run("acme-backend-fuse-scale{merge=false}")
    assert len(list(module.walk("acme_backend.scale"))) == 2


def test_lowering_is_the_inverse() -> None:
    """What is lowered and fused again is as it was."""
    module = scaled(2.0)
    before = str(module)
    assert "acme_backend" not in str(module.run("acme-backend-lower"))
    assert str(module.run("acme-backend-fuse-scale")) == before


def test_a_factor_is_a_number() -> None:
    with pytest.raises(TypeError, match="'factor': expected 32-bit float attribute, got 'two'"):
        scaled("two")
