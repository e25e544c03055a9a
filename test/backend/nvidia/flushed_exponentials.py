# RUN: %ptx --kernel=softmax --spec=x=*fp32:16,out=*fp16:16 %s | FileCheck %s --check-prefix=FLUSHED
# RUN: %ptx --kernel=rows --spec=x=*fp32:16,out=*fp16:16,AXIS=1 %s | FileCheck %s --check-prefix=FLUSHED
# RUN: %ptx --kernel=logsumexp --spec=x=*fp32:16,out=*fp32:16 %s | FileCheck %s --check-prefix=FLUSHED
# RUN: %ptx --kernel=softmax --spec=x=*fp32:16,out=*fp32:16 %s | FileCheck %s --check-prefix=KEPT
# RUN: %ptx --kernel=softmax --spec=x=*fp32:16,out=*bf16:16 %s | FileCheck %s --check-prefix=KEPT
# RUN: %ptx --kernel=rows --spec=x=*fp32:16,out=*fp16:16,AXIS=0 %s | FileCheck %s --check-prefix=KEPT
# RUN: %ptx --kernel=folded --spec=x=*fp32:16,out=*fp32:16,LARGEST=1,TOTAL=0 %s | FileCheck %s --check-prefix=KEPT
# RUN: %ptx --kernel=folded --spec=x=*fp32:16,out=*fp32:16,LARGEST=0,TOTAL=1 %s | FileCheck %s --check-prefix=KEPT
# RUN: %ptx --kernel=folded --spec=x=*fp32:16,out=*fp32:16,LARGEST=0,TOTAL=0 %s | FileCheck %s --check-prefix=FLUSHED
# RUN: %ptx --kernel=total --spec=x=*fp32:16,out=*fp32:16 %s | FileCheck %s --check-prefix=KEPT
import triton
import triton.language as tl


# What is below 2^-126 is lost in a sum that is 1 at least, and in a half.
# FLUSHED-NOT: ex2.approx.f32
# FLUSHED: ex2.approx.ftz.f32
# FLUSHED-NOT: ex2.approx.f32
#
# KEPT-NOT: ex2.approx.ftz.f32
# KEPT: ex2.approx.f32
# KEPT-NOT: ex2.approx.ftz.f32
@triton.jit
def softmax(x, out):
    at = tl.arange(0, 1024)
    values = tl.load(x + at)
    values = tl.exp(values - tl.max(values))
    tl.store(out + at, values / tl.sum(values))


@triton.jit
def logsumexp(x, out):
    values = tl.load(x + tl.arange(0, 1024))
    largest = tl.max(values)
    tl.store(out, tl.log(tl.sum(tl.exp(values - largest))) + largest)


# Sums along the rows that the maxima are of, and not across them.
@triton.jit
def rows(x, out, AXIS: tl.constexpr):
    at = tl.arange(0, 32)[:, None] * 32 + tl.arange(0, 32)[None, :]
    values = tl.load(x + at)
    values = tl.exp(values - tl.max(values, 1)[:, None])
    tl.store(out + tl.arange(0, 32), tl.sum(values, AXIS))


# Nothing says that one of these is 1.
@triton.jit
def total(x, out):
    tl.store(out, tl.sum(tl.exp(tl.load(x + tl.arange(0, 1024)))))


# A function of the author's may look like a maximum or a sum and be none.
@triton.jit
def larger(a, b):
    return tl.maximum(a, b)


@triton.jit
def larger_than_100(a, b):
    return tl.maximum(a, 100.0)


@triton.jit
def sum_of_two(a, b):
    return a + b


@triton.jit
def twice(a, b):
    return a + a


@triton.jit
def folded(x, out, LARGEST: tl.constexpr, TOTAL: tl.constexpr):
    values = tl.load(x + tl.arange(0, 1024))
    largest = tl.reduce(values, 0, larger_than_100 if LARGEST else larger)
    tl.store(out, tl.reduce(tl.exp(values - largest), 0, twice if TOTAL else sum_of_two))
