"""What a pass does, asked in Python."""

from pathlib import Path

import sdyopt

PROGRAM = Path(__file__).with_name("mlp.mlir")


def test_the_product_is_sharded_as_the_constraint_says():
    module = sdyopt.parse(PROGRAM).run("sdy-apply-sharding-constraints")
    [product] = [op for op in module.walk() if op.name == "stablehlo.dot"]
    assert '[{"data"}, {"model"}]' in str(product.attributes["sdy.sharding"])
