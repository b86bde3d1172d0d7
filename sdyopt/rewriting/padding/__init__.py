"""Operations on tensors that are padded so that the axes of their shardings divide them."""
