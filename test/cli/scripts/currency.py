x = 2
πrice€ = x
