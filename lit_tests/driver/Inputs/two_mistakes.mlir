func.func private @"é"()
func.func private @"é"()
// -----

func.func @f() -> i32 {
  return
}
