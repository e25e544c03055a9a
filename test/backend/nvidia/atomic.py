# RUN: %ptx --kernel=count --spec=x=*i32:16,out=*i32 %s | FileCheck %s --check-prefix=COUNT
# RUN: %ptx --kernel=lock --spec=x=*i32 %s | FileCheck %s --check-prefix=LOCK
# RUN: %ptx --kernel=finish --spec=x=*fp32:16,count=*i32 %s | FileCheck %s --check-prefix=FINISH
# RUN: %ptx --kernel=add --spec=x=*fp32:16,out=*fp32 %s | FileCheck %s --check-prefix=ALONE
# RUN: %ptx --kernel=add_tile --spec=x=*fp32:16,out=*fp32:16 %s | FileCheck %s --check-prefix=TILE
import triton
import triton.language as tl


# A result that nobody reads needs no exchange.
# COUNT: {{atom|red}}.{{.*}}add
# COUNT-NOT: ld.shared
# COUNT: ret
@triton.jit
def count(x, out):
    tl.atomic_add(out + tl.load(x + tl.arange(0, 128)), 1, sem="relaxed")


# One thread takes part; the others get what it found.
# LOCK-DAG: cas
# LOCK-DAG: st.shared
# LOCK-DAG: ld.shared
@triton.jit
def lock(x):
    while tl.atomic_cas(x, 0, 1) == 1:
        pass


# What the program stored is seen by whoever sees the count, and the other way round.
# FINISH: st.global
# FINISH: bar.sync
# FINISH: fence.acq_rel.gpu
# FINISH: {{atom|red}}.{{.*}}add
# FINISH: fence.acq_rel.gpu
# FINISH: bar.sync
# FINISH: ld.global
@triton.jit
def finish(x, count):
    tl.store(x + tl.program_id(0), 1.0)
    if tl.atomic_add(count, 1) == tl.num_programs(0) - 1:
        tl.store(x, tl.load(x + 5))


# There is nothing else of it to see.
# ALONE-NOT: fence
# ALONE: {{atom|red}}.{{.*}}add
# ALONE-NOT: fence
# ALONE: ret
@triton.jit
def add(x, out):
    tl.atomic_add(out, tl.sum(tl.load(x + tl.arange(0, 128))))


# Four elements a thread, 128 apart: a warp's additions lie side by side.
# TILE: {{atom|red}}.global.add.f32{{.*}}, [%[[OUT:rd[0-9]+]]]
# TILE: {{atom|red}}.global.add.f32{{.*}}, [%[[OUT]]+512]
# TILE: {{atom|red}}.global.add.f32{{.*}}, [%[[OUT]]+1024]
# TILE: {{atom|red}}.global.add.f32{{.*}}, [%[[OUT]]+1536]
@triton.jit
def add_tile(x, out):
    i = tl.arange(0, 512)
    tl.atomic_add(out + i, tl.load(x + i), sem="relaxed")
