// torch.cuda.Stream and Event: streams of work on a GPU, and points in them.
//
// Without a GPU, work is done when a call returns: a stream is nothing then, and an event the time
// at which it was recorded.
#include <chrono>

#include "base/text.h"
#include "eval/arguments.h"
#include "eval/error.h"
#include "eval/operators.h"
#include "host/torch_function.h"
#include "host/torch_modules.h"
#include "runtime/cuda_event.h"

namespace nereid::host {

using eval::Arguments;
using eval::Ref;
using eval::Value;

namespace {

using Clock = std::chrono::steady_clock;

Value method(std::string_view name, eval::NativeFunction::Body body) {
  return eval::make<eval::NativeFunction>(std::string(name), std::move(body));
}

Gpu *currentInUse(const TorchStateRef &state) {
  return state->gpu ? state->gpu->inUse() : nullptr;
}

void check(const Gpu &gpu, CudaResult result) {
  if (result)
    take(gpu.device.context()->failure(result, "ordering streams"));
}

class StreamObject : public eval::Object {
public:
  // The main stream of whichever GPU is current, or one of the script's own.
  explicit StreamObject(TorchStateRef state, Gpu *gpu = nullptr, CudaStream stream = nullptr)
      : state_(std::move(state)), gpu_(gpu), stream_(stream) {}
  std::string typeName() const override { return "Stream"; }
  std::vector<std::string> attributeNames() const override {
    return {"cuda_stream", "device",       "synchronize", "wait_stream",
            "wait_event",  "record_event", "query"};
  }
  std::optional<Value> getAttr(std::string_view name) override;
  bool equals(const Value &other) const override {
    auto *stream = other.as<StreamObject>();
    return stream && stream->gpu() == gpu() && stream->stream() == stream_;
  }
  size_t hash() const override { return std::hash<CudaStream>()(stream()); }

  Gpu *gpu() const { return gpu_ ? gpu_ : currentInUse(state_); }
  CudaStream stream() const {
    return stream_ || !gpu() ? stream_ : gpu()->device.context()->streams().main();
  }
  void makeCurrent() const {
    if (Gpu *there = gpu())
      there->device.context()->streams().use(stream());
  }
  void synchronize() const {
    if (Gpu *there = gpu())
      check(*there, there->device.context()->driver().cuStreamSynchronize(stream()));
  }

private:
  const TorchStateRef state_;
  Gpu *const gpu_;
  const CudaStream stream_;
};

class EventObject : public eval::Object {
public:
  explicit EventObject(TorchStateRef state) : state_(std::move(state)) {}
  std::string typeName() const override { return "Event"; }
  std::vector<std::string> attributeNames() const override {
    return {"record", "synchronize", "wait", "query", "elapsed_time"};
  }
  std::optional<Value> getAttr(std::string_view name) override;

  // In `stream`; null: in the current one.
  void record(const StreamObject *stream) {
    time_ = Clock::now();
    Gpu *gpu = stream ? stream->gpu() : currentInUse(state_);
    if (gpu && (!event_ || gpu != gpu_))
      event_ = std::make_unique<CudaEvent>(gpu->device.context());
    gpu_ = gpu;
    if (event_)
      take(stream ? event_->record(stream->stream()) : event_->record());
  }
  void hold(const StreamObject *stream) const {
    if (Gpu *gpu = stream ? stream->gpu() : currentInUse(state_); gpu && event_)
      take(event_->makeWait(stream ? stream->stream() : gpu->device.context()->stream()));
  }

private:
  Value elapsedUntil(const Arguments &call) const;

  const TorchStateRef state_;
  std::optional<Clock::time_point> time_;
  Gpu *gpu_ = nullptr;
  std::unique_ptr<CudaEvent> event_; // null: there is no GPU in use
};

// The only argument, if it is given, as an object of type T.
template <typename T> T *optionalArgument(const char *function, const Arguments &call) {
  const Value *value = !call.positional.empty() ? &call.positional[0]
                       : !call.keywords.empty() ? &call.keywords[0].value
                                                : nullptr;
  if (!value || value->isNone())
    return nullptr;
  if (auto *object = value->as<T>())
    return object;
  eval::raise("TypeError",
              cat(function, "(): unexpected argument of type ", eval::typeName(*value)));
}

std::optional<Value> EventObject::getAttr(std::string_view name) {
  Ref<EventObject> self(this);
  if (name == "record")
    return method(name, [self](const Arguments &call) {
      self->record(optionalArgument<StreamObject>("record", call));
      return Value::none();
    });
  if (name == "wait")
    return method(name, [self](const Arguments &call) {
      self->hold(optionalArgument<StreamObject>("wait", call));
      return Value::none();
    });
  if (name == "synchronize")
    return method(name, [self](const Arguments &) {
      if (self->event_)
        take(self->event_->synchronize());
      return Value::none();
    });
  if (name == "query")
    return method(name, [self](const Arguments &) {
      return Value::boolean(!self->event_ || take(self->event_->isReached()));
    });
  if (name == "elapsed_time")
    return method(name, [self](const Arguments &call) { return self->elapsedUntil(call); });
  return std::nullopt;
}

Value EventObject::elapsedUntil(const Arguments &call) const {
  eval::expectPositional("elapsed_time", call, 1, 1);
  auto *end = call.positional[0].as<EventObject>();
  if (!end)
    eval::raise("TypeError", cat("elapsed_time(): argument 'end_event' must be Event, not ",
                                 eval::typeName(call.positional[0])));
  if (!time_ || !end->time_)
    eval::raise("RuntimeError", "Both events must be recorded before calculating elapsed time.");
  if (event_ && end->event_)
    return Value::real(take(event_->millisecondsUntil(*end->event_)));
  return Value::real(std::chrono::duration<double, std::milli>(*end->time_ - *time_).count());
}

std::optional<Value> StreamObject::getAttr(std::string_view name) {
  Ref<StreamObject> self(this);
  if (name == "cuda_stream")
    return Value::integer(reinterpret_cast<intptr_t>(stream_)); // 0: the main one, as torch has it
  if (name == "device")
    return makeDevice(Place::cuda(gpu() ? gpu()->index : 0));
  if (name == "synchronize")
    return method(name, [self](const Arguments &) {
      self->synchronize();
      return Value::none();
    });
  if (name == "query")
    return method(name, [self](const Arguments &) {
      Gpu *gpu = self->gpu();
      CudaResult result =
          gpu ? gpu->device.context()->driver().cuStreamQuery(self->stream()) : kCudaSuccess;
      if (result != kCudaNotReady && gpu)
        check(*gpu, result);
      return Value::boolean(result == kCudaSuccess);
    });
  if (name == "wait_stream")
    return method(name, [self](const Arguments &call) {
      auto *other = optionalArgument<StreamObject>("wait_stream", call);
      if (Gpu *gpu = self->gpu(); gpu && other)
        check(*gpu, gpu->device.context()->streams().order(other->stream(), self->stream()));
      return Value::none();
    });
  if (name == "wait_event")
    return method(name, [self](const Arguments &call) {
      if (auto *event = optionalArgument<EventObject>("wait_event", call))
        event->hold(&*self);
      return Value::none();
    });
  if (name == "record_event")
    return method(name, [self](const Arguments &call) {
      Ref<EventObject> event(optionalArgument<EventObject>("record_event", call));
      if (!event)
        event = eval::make<EventObject>(self->state_);
      event->record(&*self);
      return Value(event);
    });
  return std::nullopt;
}

// A stream of the GPU that the script's launches are on; without one, of nothing.
Value makeStream(const TorchStateRef &state) {
  Gpu *gpu = state->findGpu();
  if (!gpu)
    return eval::make<StreamObject>(state);
  take(gpu->device.context()->enter());
  CudaStream stream = nullptr;
  check(*gpu, gpu->device.context()->streams().make(stream));
  return eval::make<StreamObject>(state, gpu, stream);
}

Value currentStream(const TorchStateRef &state) {
  Gpu *gpu = currentInUse(state);
  if (!gpu || gpu->device.context()->streams().isMainCurrent())
    return eval::make<StreamObject>(state);
  return eval::make<StreamObject>(state, gpu, gpu->device.context()->streams().current());
}

// `with torch.cuda.stream(side):`
Value streamScope(const TorchStateRef &state, const Arguments &call) {
  Ref<StreamObject> inner(optionalArgument<StreamObject>("stream", call));
  auto outer = std::make_shared<CudaStream>();
  auto streams = [inner]() -> CudaStreams * {
    Gpu *gpu = inner ? inner->gpu() : nullptr;
    return gpu ? &gpu->device.context()->streams() : nullptr;
  };
  return eval::make<ContextObject>(
      "stream",
      [inner, outer, streams] {
        if (CudaStreams *all = streams()) {
          *outer = all->current();
          inner->makeCurrent();
        }
      },
      [outer, streams] {
        if (CudaStreams *all = streams())
          all->use(*outer);
      });
}

} // namespace

void defineTorchStreams(eval::Module &cuda, const TorchStateRef &state) {
  cuda.set("Event",
           eval::make<eval::Type>(
               "Event",
               [state](const Arguments &) { return Value(eval::make<EventObject>(state)); },
               [](const Value &value) { return value.as<EventObject>() != nullptr; }));
  cuda.set("Stream", eval::make<eval::Type>(
                         "Stream", [state](const Arguments &) { return makeStream(state); },
                         [](const Value &value) { return value.as<StreamObject>() != nullptr; }));
  cuda.define("current_stream", [state](const Arguments &) { return currentStream(state); });
  cuda.define("default_stream",
              [state](const Arguments &) { return Value(eval::make<StreamObject>(state)); });
  cuda.define("set_stream", [](const Arguments &call) {
    if (auto *stream = optionalArgument<StreamObject>("set_stream", call))
      stream->makeCurrent();
    return Value::none();
  });
  cuda.define("stream", [state](const Arguments &call) { return streamScope(state, call); });
}

} // namespace nereid::host
