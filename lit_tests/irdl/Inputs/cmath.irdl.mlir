// Complex numbers, as IRDL's documentation has them, and what else IRDL can define.
irdl.dialect @cmath {
  irdl.type @complex {
    %0 = irdl.is f32
    %1 = irdl.is f64
    %2 = irdl.any_of(%0, %1)
    irdl.parameters(elem: %2)
  }
  irdl.attribute @rounding {
    %0 = irdl.base "#builtin.string"
    irdl.parameters(mode: %0)
  }
  irdl.operation @mul {
    %0 = irdl.base @cmath::@complex
    irdl.operands(lhs: %0, rhs: %0)
    irdl.results(res: %0)
  }
  irdl.operation @norm {
    %0 = irdl.any
    %1 = irdl.parametric @complex<%0>
    %2 = irdl.base @cmath::@rounding
    irdl.attributes {"rounding" = %2}
    irdl.operands(in: %1)
    irdl.results(out: %0)
  }
  irdl.operation @sum {
    %0 = irdl.base @complex
    %1 = irdl.base "!builtin.integer"
    irdl.operands(first: %0, others: variadic %0, weight: optional %1)
    irdl.results(res: %0)
  }
  irdl.operation @reduce {
    %0 = irdl.base @complex
    %1 = irdl.region(%0, %0) with size 1
    %2 = irdl.region
    irdl.regions(body: %1, init: %2)
    irdl.operands(inputs: variadic %0)
  }
  irdl.operation @yield
}
