#include <gtest/gtest.h>

#include "base/text.h"
#include "sema/test_kernel.h"

namespace nereid::sema {
namespace {

// The only diagnostic of a kernel with this one line.
Diagnostic mistakeIn(std::string_view line) {
  TestKernel kernel(cat("@triton.jit\ndef k(p, n):\n    x = tl.arange(0, 16)\n    ", line, "\n"));
  kernel.pointer(Scalar::F32).scalar(Scalar::I32);
  std::vector<Diagnostic> found = kernel.diagnostics();
  EXPECT_EQ(found.size(), 1u) << line << "\n" << kernel.rendered();
  return found.empty() ? Diagnostic{} : found[0];
}

TEST(Name, SuggestsWhatIsSpelledAlike) {
  Diagnostic local = mistakeIn("y = offs + x");
  EXPECT_EQ(local.headline, "`offs` is not defined");
  Diagnostic builtin = mistakeIn("y = tl.laod(p)");
  EXPECT_EQ(builtin.headline, "`tl` has no `laod`");
  EXPECT_EQ(builtin.helps.at(0).text, "did you mean `load`?");
  EXPECT_EQ(builtin.helps[0].edit->replacement, "load");
  EXPECT_EQ(mistakeIn("y = x.shap").helps.at(0).text, "did you mean `shape`?");
  EXPECT_EQ(mistakeIn("y = load(p)").helps.at(0).text, "did you mean `tl.load`?");
}

TEST(Name, KnowsHabitsFromElsewhere) {
  for (std::string_view line :
       {"y = threadIdx.x", "y = np.sum(x)", "y = torch.exp(x)", "y = tl.concat(x, x)",
        "y = tl.matmul(x, x)", "y = x.astype(tl.float32)", "y = x.size", "y = sum(x)"})
    EXPECT_FALSE(mistakeIn(line).helps.empty()) << line;
}

TEST(Name, SaysThatItIsTooEarly) {
  TestKernel kernel(R"(
@triton.jit
def k(p):
    tl.store(p, x)
    x = 1
)");
  kernel.pointer(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "NR0201 3: `x` is not defined yet\n");
}

TEST(Name, SaysThatItsBranchIsNotTaken) {
  TestKernel kernel(R"(
@triton.jit
def k(p, FLAG: tl.constexpr):
    if FLAG:
        x = 1
    tl.store(p, x)
)");
  kernel.pointer(Scalar::I32).constant(eval::Value::boolean(false));
  EXPECT_EQ(kernel.errors(), "NR0203 5: `x` is not defined here\n");
}

TEST(Global, AllowsWhatCannotChange) {
  TestKernel kernel(R"(
@triton.jit
def k(p):
    x = tl.zeros((SIZE,), TYPE)
    tl.store(p + tl.arange(0, SIZE), x if NOTHING is None else SIZE)
)");
  kernel.global("SIZE", eval::make<Constexpr>(eval::Value::integer(16)));
  kernel.global("TYPE", eval::make<Dtype>(Scalar::F32));
  kernel.global("NOTHING", eval::Value::none());
  kernel.pointer(Scalar::F32);
  EXPECT_EQ(kernel.errors(), "");
}

TEST(Global, RefusesOrdinaryValues) {
  TestKernel kernel(R"(
@triton.jit
def k(p):
    tl.store(p, SIZE)
    tl.store(p, TEXT)
)");
  kernel.global("SIZE", eval::Value::integer(16)).global("TEXT", eval::Value::string("t"));
  kernel.pointer(Scalar::I32);
  EXPECT_EQ(kernel.errors(), "NR0204 3: `SIZE` is a global int, which a kernel cannot read\n"
                             "NR0204 4: `TEXT` is a global str, which a kernel cannot read\n");
  EXPECT_EQ(kernel.diagnostics()[0].helps[0].text, "make it a constant: `SIZE = tl.constexpr(16)`");
}

TEST(Global, DefaultsMayReadAny) {
  TestKernel kernel(R"(
@triton.jit
def f(p, n=SIZE * 2):
    tl.store(p + tl.arange(0, n), 1.0)

@triton.jit
def k(p):
    f(p)
)");
  kernel.global("SIZE", eval::Value::integer(8));
  kernel.pointer(Scalar::F32);
  EXPECT_EQ(kernel.errors(), "");
}

TEST(Attribute, ReadsConstexprsModulesAndDtypes) {
  TestKernel kernel(R"(
@triton.jit
def k(p, B: tl.constexpr, T: tl.constexpr):
    tl.static_assert(B.value == 16)
    tl.static_assert(T.primitive_bitwidth == 16 and T.is_fp16() and not T.is_int())
    tl.static_assert(p.dtype.element_ty == tl.float32 and p.dtype.is_ptr())
    x = tl.arange(0, B)
    tl.static_assert(x.shape[0] == B and x.dtype == tl.int32 and len(x.shape) == 1)
    tl.static_assert(tl.core.load is tl.load)
)");
  kernel.pointer(Scalar::F32).constant(16).constant(eval::make<Dtype>(Scalar::F16));
  EXPECT_EQ(kernel.errors(), "");
}

TEST(Attribute, ExplainsThatAnArgumentEqualToOneIsNoTile) {
  TestKernel kernel(R"(
@triton.jit
def k(p, stride):
    x = stride.dtype
)");
  kernel.pointer(Scalar::F32).constant(1);
  ASSERT_EQ(kernel.diagnostics().size(), 1u);
  EXPECT_EQ(kernel.diagnostics()[0].headline, "constexpr 1 has no `dtype`");
  EXPECT_NE(kernel.diagnostics()[0].helps[0].text.find("equal to 1"), std::string::npos);
}

} // namespace
} // namespace nereid::sema
