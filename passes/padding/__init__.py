"""The pass `-sdy-pad-for-divisibility`: tensors are padded so that the axes of their shardings divide them."""
