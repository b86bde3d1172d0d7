irdl.dialect @vendor {
  irdl.operation @attention {
    %0 = irdl.base "!builtin.tensor"
    irdl.operands(queries: %0)
    irdl.results(output: %0)
  }
}
