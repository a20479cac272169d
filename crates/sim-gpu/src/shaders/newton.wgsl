// newton
