#include "tensor/random.h"

#include <cstring>

#include "tensor/made.h"

namespace nereid::tensor {
namespace {

TEST(Random, UniformNumbersAreTorchs) {
  Generator generator(0);
  Tensor x = made(rand({4}, Dtype::F32, generator));
  EXPECT_EQ(x.as<float>()[0], 0.49625658988952637f);
  EXPECT_EQ(x.as<float>()[1], 0.7682217955589294f);
  EXPECT_EQ(x.as<float>()[2], 0.08847743272781372f);
  generator.seed(0);
  EXPECT_EQ(*made(rand({1}, Dtype::F64, generator)).as<double>(), 0.9700530018065531);
  generator.seed(0);
  EXPECT_EQ(text(rand({3}, Dtype::F16, generator)),
            "tensor([0.3340, 0.2729, 0.8071], dtype=torch.float16)");
}

TEST(Random, NormalNumbersAreTorchs) {
  Generator generator(0);
  EXPECT_EQ(text(randn({5}, Dtype::F32, generator)),
            "tensor([ 1.5410, -0.2934, -2.1788,  0.5684, -1.0845])");
  generator.seed(0);
  EXPECT_EQ(text(randn({20}, Dtype::F32, generator)),
            "tensor([-1.1258, -1.1524, -0.2506, -0.4339,  0.5988, -1.5551, -0.3414,  1.8530,\n"
            "         0.4681, -0.1577,  1.4437,  0.2660,  1.3894,  1.5863,  0.9463, -0.8437,\n"
            "         0.9318,  1.2590,  2.0050,  0.0537])");
  generator.seed(0);
  EXPECT_EQ(text(randn({20}, Dtype::F16, generator)),
            "tensor([-0.9014,  0.4814,  1.1982,  0.9062, -1.3936,  0.7725, -0.2142,  0.3984,\n"
            "         1.6660, -1.0234, -1.2783,  0.4429,  0.8540,  0.1736,  0.2023, -0.1366,\n"
            "         0.6133,  0.1520,  1.3848, -0.6421], dtype=torch.float16)");
  generator.seed(0);
  EXPECT_EQ(text(randn({20}, Dtype::BF16, generator)),
            "tensor([ 1.4609,  0.2910,  0.9609,  1.5703, -0.6719, -0.1108,  0.8945, -1.3359,\n"
            "        -0.8750,  0.3242,  1.3672,  0.0593,  2.0312,  0.5625,  0.2002, -0.6992,\n"
            "         0.2832, -0.8086, -0.4434, -0.4492], dtype=torch.bfloat16)");
  generator.seed(0);
  EXPECT_EQ(text(randn({17}, Dtype::F64, generator)),
            "tensor([-2.3104, -0.6333, -1.2609, -0.7270, -0.0200,  0.2103,  0.1772, -0.8305,\n"
            "         0.2387, -0.2427, -0.7730, -1.5952, -0.6870,  1.4881, -0.4484, -0.8910,\n"
            "         0.6749], dtype=torch.float64)");
}

TEST(Random, StridedTensorsAreFilledInMemoryOrder) {
  Generator generator(0);
  Tensor x = made(transpose(made(zeros({3, 2}, Dtype::F32)), 0, 1));
  ASSERT_TRUE(fillNormal(x, 1, 2, generator).ok());
  EXPECT_EQ(text(x), "tensor([[ 4.0820, -3.3576, -1.1690],\n        [ 0.4131,  2.1369, -1.7972]])");
}

TEST(Random, IntegersAndPermutationsAreTorchs) {
  Generator generator(0);
  EXPECT_EQ(text(randint(0, 100, {6}, Dtype::I64, generator)), "tensor([44, 39, 33, 60, 63, 79])");
  EXPECT_EQ(text(randint(-5, int64_t{1} << 40, {2}, Dtype::I64, generator)),
            "tensor([841111833108,  41297352602])");
  generator.seed(0);
  EXPECT_EQ(text(randperm(7, Dtype::I64, generator)), "tensor([4, 0, 5, 3, 2, 6, 1])");
  EXPECT_EQ(errorOf(randint(3, 3, {1}, Dtype::I64, generator)),
            "random_ expects 'from' to be less than 'to', but got from=3 >= to=3");
}

TEST(Random, SeedsRepeat) {
  Generator a(42), b(42), c(43);
  Tensor x = made(rand({1000}, Dtype::F32, a)), y = made(rand({1000}, Dtype::F32, b));
  EXPECT_EQ(std::memcmp(x.data(), y.data(), 4000), 0);
  EXPECT_NE(std::memcmp(x.data(), made(rand({1000}, Dtype::F32, c)).data(), 4000), 0);
}

} // namespace
} // namespace nereid::tensor
