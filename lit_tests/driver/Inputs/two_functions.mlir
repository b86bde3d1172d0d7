func.func private @f()
func.func private @g()
