"""torch.optim: parameter groups, and the rules that scripts compare their fused kernels with."""

import torch


class Optimizer:
    def __init__(self, params, defaults):
        self.defaults = defaults
        self.state = _States()
        self.param_groups = []
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        for group in groups if isinstance(groups[0], dict) else [{"params": groups}]:
            self.add_param_group(group)

    def add_param_group(self, group):
        group = dict(group)
        params = group["params"]
        group["params"] = [params] if isinstance(params, torch.Tensor) else list(params)
        for name, value in self.defaults.items():
            group.setdefault(name, value)
        self.param_groups.append(group)

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for param in group["params"]:
                if set_to_none or param.grad is None:
                    param.grad = None
                else:
                    param.grad.zero_()

    @torch.no_grad()
    def step(self, closure=None):
        loss = closure() if closure is not None else None
        for group in self.param_groups:
            for param in group["params"]:
                if param.grad is not None:
                    self.update(param, group)
        return loss

    def update(self, param, group):
        raise NotImplementedError(f"{type(self).__name__}.step()")


class _States:
    """A dict by tensor, with an empty dict for what is new."""

    def __init__(self):
        self._entries = {}

    def __getitem__(self, param):
        return self._entries.setdefault(id(param), {})

    def __setitem__(self, param, state):
        self._entries[id(param)] = state

    def __contains__(self, param):
        return id(param) in self._entries

    def __len__(self):
        return len(self._entries)


class SGD(Optimizer):
    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False):
        super().__init__(params, {"lr": lr, "momentum": momentum, "dampening": dampening,
                                  "weight_decay": weight_decay, "nesterov": nesterov})

    def update(self, param, group):
        grad = param.grad + group["weight_decay"] * param
        momentum = group["momentum"]
        if momentum:
            state = self.state[param]
            if "momentum_buffer" not in state:
                state["momentum_buffer"] = grad.clone()
            else:
                kept = state["momentum_buffer"] * momentum
                state["momentum_buffer"] = kept + (1 - group["dampening"]) * grad
            moved = state["momentum_buffer"]
            grad = grad + momentum * moved if group["nesterov"] else moved
        param.copy_(param - group["lr"] * grad)


class Adam(Optimizer):
    decoupled = False

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False,
                 **options):
        if amsgrad:
            raise NotImplementedError("amsgrad")
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "amsgrad": amsgrad,
                                  "weight_decay": weight_decay})

    def update(self, param, group):
        state = self.state[param]
        if not state:
            state["step"] = 0
            state["exp_avg"] = torch.zeros_like(param)
            state["exp_avg_sq"] = torch.zeros_like(param)
        state["step"] += 1
        first, second = group["betas"]
        value, grad = param, param.grad
        if self.decoupled:
            value = value * (1 - group["lr"] * group["weight_decay"])
        else:
            grad = grad + group["weight_decay"] * param
        state["exp_avg"] = first * state["exp_avg"] + (1 - first) * grad
        state["exp_avg_sq"] = second * state["exp_avg_sq"] + (1 - second) * grad * grad
        root = torch.sqrt(state["exp_avg_sq"] / (1 - second ** state["step"])) + group["eps"]
        size = group["lr"] / (1 - first ** state["step"])
        param.copy_(value - size * state["exp_avg"] / root)


class AdamW(Adam):
    decoupled = True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, **options):
        super().__init__(params, lr, betas, eps, weight_decay, **options)
