#include "host/triton_descriptor.h"

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/launch_argument.h"

namespace nereid::host {

namespace {

std::vector<int64_t> intsOf(const eval::Value &sequence, std::string_view what) {
  std::vector<int64_t> result;
  for (const eval::Value &item : eval::items(sequence))
    result.push_back(eval::toInt64(item, what));
  return result;
}

void require(bool condition, std::string message) {
  if (!condition)
    eval::raise("AssertionError", std::move(message));
}

eval::Value listOf(const eval::Value &sequence) {
  return eval::Value::list(eval::items(sequence));
}

eval::Value makeDescriptor(const eval::Arguments &call) {
  static const eval::Signature signature(
      "TensorDescriptor", "base, shape, strides, block_shape, padding=, round_f32_to_tf32=");
  auto given = signature.match(call);
  auto descriptor = eval::make<TensorDescriptor>();
  descriptor->base = *given[0];
  descriptor->shape = listOf(*given[1]);
  descriptor->strides = listOf(*given[2]);
  descriptor->blockShape = listOf(*given[3]);
  descriptor->padding = given[4] ? *given[4] : eval::Value::string("zero");
  descriptor->roundToTf32 = given[5] ? *given[5] : eval::Value::boolean(false);
  descriptor->check();
  return descriptor;
}

eval::Value makeFromTensor(const eval::Arguments &call) {
  static const eval::Signature signature("from_tensor",
                                         "tensor, block_shape, padding=, round_f32_to_tf32=");
  auto given = signature.match(call);
  const eval::Value &tensor = *given[0];
  std::vector<eval::Value> positional = {
      tensor, eval::getAttr(tensor, "shape"),
      eval::call(eval::getAttr(tensor, "stride"), std::initializer_list<eval::Value>{}), *given[1]};
  std::vector<eval::Keyword> keywords;
  if (given[2])
    keywords.push_back({"padding", *given[2]});
  if (given[3])
    keywords.push_back({"round_f32_to_tf32", *given[3]});
  return makeDescriptor({positional, keywords});
}

} // namespace

eval::Value *TensorDescriptor::member(std::string_view name) {
  if (name == "base")
    return &base;
  if (name == "shape")
    return &shape;
  if (name == "strides")
    return &strides;
  if (name == "block_shape")
    return &blockShape;
  if (name == "padding")
    return &padding;
  if (name == "round_f32_to_tf32")
    return &roundToTf32;
  return nullptr;
}

std::optional<eval::Value> TensorDescriptor::getAttr(std::string_view name) {
  if (const eval::Value *value = member(name))
    return *value;
  if (name == "dtype")
    return eval::findAttr(base, "dtype");
  return std::nullopt;
}

bool TensorDescriptor::setAttr(std::string_view name, const eval::Value &value) {
  eval::Value *place = member(name);
  if (place)
    *place = value;
  return place != nullptr;
}

std::vector<std::string> TensorDescriptor::attributeNames() const {
  return {"base", "block_shape", "dtype", "padding", "round_f32_to_tf32", "shape", "strides"};
}

void TensorDescriptor::check() const {
  std::optional<TensorMemory> memory = tensorMemory(base);
  if (!memory)
    eval::raise("TypeError", cat("base must be a tensor, not ", eval::typeName(base)));
  std::vector<int64_t> sizes = intsOf(shape, "shape"), steps = intsOf(strides, "strides"),
                       block = intsOf(blockShape, "block_shape");
  constexpr size_t kMostRank = 5;
  require(!sizes.empty() && sizes.size() <= kMostRank,
          cat("a descriptor has 1 to 5 dimensions, not ", sizes.size()));
  require(steps.size() == sizes.size(),
          cat("rank mismatch: shape has ", sizes.size(), " dimensions and strides ", steps.size()));
  require(block.size() == sizes.size(), cat("rank mismatch: shape has ", sizes.size(),
                                            " dimensions and block_shape ", block.size()));
  constexpr uint64_t kAlignment = 16;
  require(memory->address % kAlignment == 0, "base must be 16-byte aligned");
  for (int64_t size : block)
    require(size > 0 && (size & (size - 1)) == 0,
            cat("block_shape must be powers of 2, not ", size));
  for (int64_t size : sizes)
    require(size > 0, cat("shape must be positive, not ", size));
  for (size_t i = 0; i + 1 < steps.size(); ++i)
    require(steps[i] * byteSize(memory->element) % int64_t(kAlignment) == 0,
            cat("strides must be 16-byte aligned: stride ", i, " is ", steps[i], " elements of ",
                byteSize(memory->element), " bytes"));
  require(steps.back() == 1,
          cat("the last dimension must be contiguous: its stride is ", steps.back(), ", not 1"));
  const std::string &fill = eval::toText(padding, "padding");
  require(fill == "zero" || fill == "nan", cat("padding is 'zero' or 'nan', not '", fill, "'"));
  require(fill == "zero" || isFloat(memory->element),
          "padding 'nan' is for floating-point tensors");
  require(!eval::truthy(roundToTf32) || memory->element == Scalar::F32,
          "round_f32_to_tf32 is for float32 tensors");
}

TensorMemory TensorDescriptor::fill(jit::Argument &argument) const {
  check();
  TensorMemory memory = *tensorMemory(base);
  argument.kind = jit::Argument::Kind::Descriptor;
  argument.element = memory.element;
  argument.blockShape = intsOf(blockShape, "block_shape");
  argument.paddingNan = *padding.asString() == "nan";
  argument.elements.clear();
  argument.elements.push_back(jit::Argument::pointer(memory.address, memory.element));
  for (int64_t size : intsOf(shape, "shape"))
    argument.elements.push_back(jit::Argument::ofInt(size));
  for (int64_t step : intsOf(strides, "strides"))
    argument.elements.push_back(jit::Argument::ofInt(step));
  return memory;
}

eval::Value tensorDescriptorType() {
  auto type =
      eval::make<eval::Type>("TensorDescriptor", makeDescriptor, [](const eval::Value &value) {
        return value.as<TensorDescriptor>() != nullptr;
      });
  type->members.set("from_tensor", eval::make<eval::NativeFunction>("from_tensor", makeFromTensor));
  return type;
}

} // namespace nereid::host
