"""Operations that permute dimensions, such as reversals and slices: what of sharded ones can stay sharded."""
