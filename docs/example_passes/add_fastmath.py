"""-arith-add-fastmath."""

from sdyopt import Operation, Pass, Rewriter, option, parse_attribute, register_pass
from sdyopt.ops import arith

KINDS = (
    *(arith.AddfOp, arith.SubfOp, arith.MulfOp, arith.DivfOp, arith.RemfOp, arith.CmpfOp),
    *(arith.MinimumfOp, arith.MaximumfOp, arith.MinnumfOp, arith.MaxnumfOp),
)


@register_pass("arith-add-fastmath")
class AddFastmath(Pass):
    """Gives floating-point operations of arith with two operands these flags, in place of their own."""

    flags: tuple[str, ...] = option(default=("fast",), help="The flags: nnan, ninf, contract, …")

    def run(self, module: Operation, rewriter: Rewriter) -> None:
        flags = parse_attribute(f"#arith.fastmath<{','.join(self.flags)}>")
        for op in module.walk(*KINDS):
            rewriter.set_property(op, "fastmath", flags)
