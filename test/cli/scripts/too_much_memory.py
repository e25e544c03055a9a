import torch
x = torch.empty(10**15)
