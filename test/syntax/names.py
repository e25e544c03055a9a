# Names beyond ASCII, and words that are keywords only sometimes.
π = größe = 変数 = 1
_, __, _1, __x__ = x
print, exec, type, match, case, nonlocal_ = y
async_ = await_ = 1
naïve.été(où=1)
