tensor.bitcast %s : tensor<4x3xf32> to tensor<4x3xi32>
tensor.bitcast %d : tensor<4x?xf32> to tensor<?x2xui32>
tensor.cast %s : tensor<4x3xf32> to tensor<?x3xf32>
tensor.cast %u : tensor<*xf32> to tensor<4x?xf32>
tensor.collapse_shape %s [[0, 1]] : tensor<4x3xf32> into tensor<12xf32>
tensor.collapse_shape %d [[0, 1]] : tensor<4x?xf32> into tensor<?xf32>
tensor.concat dim(0) %s, %s : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<8x3xf32>
tensor.concat dim(1) %s, %d : (tensor<4x3xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
tensor.dim %d, %i : tensor<4x?xf32>
tensor.empty(%i) : tensor<4x?xf32>
tensor.empty() : tensor<4xf32, "encoding">
tensor.expand_shape %t [[0, 1]] output_shape [4, 3] : tensor<12xf32> into tensor<4x3xf32>
tensor.expand_shape %l [[0, 1]] output_shape [%i, 2] : tensor<?xf32> into tensor<?x2xf32>
tensor.extract %s[%i, %i] : tensor<4x3xf32>
tensor.extract %o[] : tensor<f32>
tensor.extract_slice %s[0, 1] [4, 2] [1, 1] : tensor<4x3xf32> to tensor<4x2xf32>
tensor.extract_slice %d[0, %i] [1, %i] [2, 1] : tensor<4x?xf32> to tensor<?xf32>
tensor.from_elements %x, %x : tensor<2x1xf32>
tensor.from_elements : tensor<0xf32>
tensor.gather %s[%g] gather_dims([1]) unique : (tensor<4x3xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
tensor.gather %s[%g] gather_dims([0]) : (tensor<4x3xf32>, tensor<2x1xi32>) -> tensor<2x1x3xf32>
tensor.generate %i {
^bb0(%j: index, %k: index):
  tensor.yield %x : f32
} : tensor<4x?xf32>
tensor.generate {
  tensor.yield %x : f32
} : tensor<f32>
tensor.insert %x into %d[%i, %i] : tensor<4x?xf32>
tensor.insert_slice %l into %d[0, %i] [1, %i] [1, 1] : tensor<?xf32> into tensor<4x?xf32>
tensor.pad %s low[1, 2] high[%i, 0] {
^bb0(%j: index, %k: index):
  tensor.yield %x : f32
} : tensor<4x3xf32> to tensor<?x5xf32>
tensor.pad %o nofold low[] high[] {
  tensor.yield %x : f32
} : tensor<f32> to tensor<f32>
tensor.rank %u : tensor<*xf32>
tensor.reshape %s(%c) : (tensor<4x3xf32>, tensor<2xindex>) -> tensor<6x?xf32>
tensor.reshape %u(%e) : (tensor<*xf32>, tensor<?xindex>) -> tensor<*xf32>
tensor.splat %x : tensor<4x3xf32>
tensor.splat %x[%i] : tensor<4x?xf32>
shape.add %z, %i : !shape.size, index -> !shape.size
shape.any %c, %e : tensor<2xindex>, tensor<?xindex> -> tensor<?xindex>
shape.assuming %w -> (index, f32) {
  shape.assuming_yield %i, %x : index, f32
}
shape.assuming_all %w, %w
shape.broadcast %c, %h : tensor<2xindex>, !shape.shape -> !shape.shape
shape.concat %c, %e : tensor<2xindex>, tensor<?xindex> -> tensor<?xindex>
shape.const_shape [1, 2, 3] : tensor<3xindex>
shape.const_shape [] : !shape.shape
shape.const_size 4
shape.const_witness true
shape.cstr_broadcastable %c, %h : tensor<2xindex>, !shape.shape
shape.cstr_eq %c, %e : tensor<2xindex>, tensor<?xindex>
shape.cstr_require %p, "message"
shape.dim %d, %i : tensor<4x?xf32>, index -> index
shape.div %i, %i : index, index -> index
shape.from_extent_tensor %c : tensor<2xindex>
shape.from_extents %i, %z : index, !shape.size
shape.get_extent %h, %z : !shape.shape, !shape.size -> !shape.size
shape.index_to_size %i
shape.is_broadcastable %c, %h : tensor<2xindex>, !shape.shape
shape.max %z, %z : !shape.size, !shape.size -> !shape.size
shape.meet %h, %c, error = "error" : !shape.shape, tensor<2xindex> -> !shape.shape
shape.min %h, %h : !shape.shape, !shape.shape -> !shape.shape
shape.mul %z, %z : !shape.size, !shape.size -> !shape.size
shape.num_elements %c : tensor<2xindex> -> index
shape.rank %h : !shape.shape -> !shape.size
shape.reduce(%h, %z) : !shape.shape -> !shape.size {
^bb0(%j: index, %k: !shape.size, %m: !shape.size):
  shape.yield %m : !shape.size
}
shape.shape_eq %c, %e : tensor<2xindex>, tensor<?xindex>
shape.shape_of %d : tensor<4x?xf32> -> tensor<2xindex>
shape.shape_of %v : !shape.value_shape -> !shape.shape
shape.size_to_index %z : !shape.size
shape.to_extent_tensor %h : !shape.shape -> tensor<?xindex>
shape.value_as_shape %c : tensor<2xindex> -> !shape.shape
shape.value_of %v : tensor<4xf32>
shape.with_shape %d, %h : tensor<4x?xf32>, !shape.shape
"shape.debug_print"(%h) : (!shape.shape) -> !shape.shape
