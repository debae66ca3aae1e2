"""What a title may say beside its rules: what boards draw, what may be ordered ahead, what is worth telling of afterwards."""
