// The C library's contexts switch stacks. Two things belong to a stack besides its registers, and
// are switched by hand: how far it reaches (eval/stack.h), and the exceptions that are being
// handled on it, which the C++ runtime chains per thread.
#include "host/coroutine.h"

#include <cstdint>
#include <cstring>
#include <cxxabi.h>
#include <new>
#include <sys/mman.h>
#include <ucontext.h>

#include "eval/stack.h"

namespace nereid::host {

namespace {

// Mostly never touched, and so never there.
constexpr size_t kStackBytes = 4 << 20;

// __cxa_eh_globals: the chain of exceptions being handled, and the count of those in flight.
struct Handled {
  void *caught = nullptr;
  unsigned inFlight = 0;
};

void swapHandled(Handled &other) {
  Handled here;
  void *globals = abi::__cxa_get_globals();
  std::memcpy(&here, globals, sizeof here);
  std::memcpy(globals, &other, sizeof other);
  other = here;
}

} // namespace

struct Coroutine::Stack {
  void *bottom;
  ucontext_t inside, outside;
  Handled handled;

  Stack()
      : bottom(mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0)) {
    if (bottom == MAP_FAILED)
      throw std::bad_alloc();
  }
  ~Stack() { munmap(bottom, kStackBytes); }
  Stack(const Stack &) = delete;
  Stack &operator=(const Stack &) = delete;
};

Coroutine::Coroutine(std::function<void(Coroutine &)> body) : body_(std::move(body)) {}
Coroutine::~Coroutine() = default;

// makecontext() passes ints only.
void Coroutine::start(unsigned high, unsigned low) {
  auto *self = reinterpret_cast<Coroutine *>(uintptr_t(high) << 32 | low);
  self->body_(*self);
  self->isDone_ = true;
}

void Coroutine::resume() {
  if (!stack_) {
    stack_ = std::make_unique<Stack>();
    getcontext(&stack_->inside);
    stack_->inside.uc_stack.ss_sp = stack_->bottom;
    stack_->inside.uc_stack.ss_size = kStackBytes;
    stack_->inside.uc_link = &stack_->outside;
    auto address = reinterpret_cast<uintptr_t>(this);
    makecontext(&stack_->inside, reinterpret_cast<void (*)()>(start), 2,
                static_cast<unsigned>(address >> 32), static_cast<unsigned>(address));
  }
  uintptr_t limit = eval::exchangeStackLimit(eval::stackLimitOf(stack_->bottom));
  swapHandled(stack_->handled);
  swapcontext(&stack_->outside, &stack_->inside);
  swapHandled(stack_->handled);
  eval::exchangeStackLimit(limit);
  if (isDone_)
    stack_.reset();
}

void Coroutine::suspend() {
  swapcontext(&stack_->inside, &stack_->outside);
}

} // namespace nereid::host
