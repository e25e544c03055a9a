# RUN: %ptx --kernel=chosen --spec=x=*fp32:16,at=*i64:16,out=*fp32:16 %s | FileCheck %s --check-prefix=EARLY
# RUN: %ptx --kernel=stored --spec=x=*fp32:16,out=*fp32:16 %s | FileCheck %s --check-prefix=KEPT
# RUN: %ptx --kernel=awaited --spec=x=*fp32:16,flag=*i32:16,out=*fp32:16 %s | FileCheck %s --check-prefix=KEPT
# RUN: %ptx --kernel=fresh --spec=x=*fp32:16,out=*fp32:16 %s | FileCheck %s --check-prefix=KEPT
# RUN: %ptx --kernel=found --spec=x=*fp32:16,out=*fp32:16 %s | FileCheck %s --check-prefix=KEPT
import triton
import triton.language as tl


# What is read after a reduction is asked for before it: first of all where it is known where it is,
# and behind the row where its address is read too.
# EARLY: ld.global.b64
# EARLY: ld.global.v4.b32
# EARLY: ld.global.b32
# EARLY: bar.sync
# EARLY-NOT: ld.global
@triton.jit
def chosen(x, at, out):
    row = tl.load(x + tl.arange(0, 1024))
    total = tl.sum(row)
    tl.store(out, total - tl.load(x + tl.load(at)))


# But not what a store may have changed,
# KEPT: ld.global.v4.b32
# KEPT-NOT: {{ld(.volatile)?.global.b32}}
# KEPT: ld.shared
# KEPT: {{ld(.volatile)?.global.b32}}
@triton.jit
def stored(x, out):
    total = tl.sum(tl.load(x + tl.arange(0, 1024)))
    tl.store(x + 5, total)
    tl.store(out, total - tl.load(x + 5))


# or another program, while this one waited,
@triton.jit
def awaited(x, flag, out):
    total = tl.sum(tl.load(x + tl.arange(0, 1024)))
    while tl.load(flag, volatile=True) == 0:
        pass
    tl.store(out, total - tl.load(x + 5))


# nor what is asked for as it is then,
@triton.jit
def fresh(x, out):
    total = tl.sum(tl.load(x + tl.arange(0, 1024)))
    tl.store(out, total - tl.load(x + 5, volatile=True))


# or lies where the reduction says.
@triton.jit
def found(x, out):
    row = tl.load(x + tl.arange(0, 1024))
    tl.store(out, tl.load(x + tl.argmax(row, 0)))
