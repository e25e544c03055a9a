"""Runs Nereid's conformance cases under upstream Triton on a GPU, and says where the two differ.

    build/dev/test/conformance/conformance --device=interp --record=cases.jsonl test/conformance
    python3 bench/peers/conformance_upstream.py cases.jsonl --markdown=upstream.md --json=upstream.json

The first command writes each case with its arguments and what the interpreter left in them; the second
needs only torch, triton and a GPU. Each case is one launch of the plain kernel. Verdicts:

    agree        every tensor is as the interpreter left it, within the case's tolerance
    differ       with the first element that does not, and how many more
    refused      upstream raises: its message's last line
    both refuse  the case expects an error, and upstream raises too
    accepted     the case expects an error, and upstream ran
    unjudged     the case is about what only a checked engine sees, or the time was up

Workers share the GPU; each takes the cases of some kernels, so that a kernel is compiled once for each
specialization, and is replaced if a launch breaks its CUDA context.
"""
import argparse
import collections
import importlib.util
import json
import multiprocessing
import os
import sys
import time

DTYPES = {
    "i1": ("bool", "int1"), "i8": ("int8", "int8"), "i16": ("int16", "int16"),
    "i32": ("int32", "int32"), "i64": ("int64", "int64"), "u8": ("uint8", "uint8"),
    "u16": ("uint16", "uint16"), "u32": ("uint32", "uint32"), "u64": ("uint64", "uint64"),
    "f8e4nv": ("float8_e4m3fn", "float8e4nv"), "f8e5": ("float8_e5m2", "float8e5"),
    "f8e4b8": ("float8_e4m3fnuz", "float8e4b8"), "f8e5b16": ("float8_e5m2fnuz", "float8e5b16"),
    "f8e4b15": (None, "float8e4b15"), "f16": ("float16", "float16"),
    "bf16": ("bfloat16", "bfloat16"), "f32": ("float32", "float32"), "f64": ("float64", "float64"),
}
OPTIONS = {"grid", "seeds", "num_warps", "num_stages", "debug", "enable_fp_fusion"}


def load_module(path):
    spec = importlib.util.spec_from_file_location(path.replace("/", "_").replace(".", "_"), path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def find_function(module, text):
    """What the file names: larger, tl.exp, libdevice.tanh. None if it names nothing so."""
    value = module
    for name in text.split("."):
        value = getattr(value, name, None)
    if getattr(value, "__module__", "") == "triton.language.extra.libdevice":
        from triton.language.extra.cuda import libdevice  # what the compiler takes in its place
        value = getattr(libdevice, value.__name__)
    return value


def parse_scalar(module, text):
    import triton.language as tl
    if text in ("True", "False", "None"):
        return {"True": True, "False": False, "None": None}[text]
    if text.startswith('"'):
        return text[1:-1]
    if text in DTYPES:
        return getattr(tl, DTYPES[text][1])
    try:
        return int(text, 0)
    except ValueError:
        pass
    function = find_function(module, text)
    return float(text) if function is None else function


def tensor_of(element, bits):
    import torch
    name = DTYPES[element][0]
    if name is None:
        raise TypeError(f"torch has no {element}")
    raw = torch.frombuffer(bytearray(bytes.fromhex(bits)), dtype=torch.uint8) if bits else \
        torch.empty(0, dtype=torch.uint8)
    return raw.view(getattr(torch, name)).cuda()


def first_difference(element, got, wanted_bits, tolerance):
    """None, or where `got` is not what is wanted: NaN equals NaN, otherwise bits or the tolerance."""
    import torch
    got = got.cpu()
    wanted = tensor_of(element, wanted_bits).cpu()
    as_bytes = lambda tensor: tensor.contiguous().view(torch.uint8).reshape(tensor.numel(), -1)
    same = (as_bytes(got) == as_bytes(wanted)).all(dim=1)
    if got.dtype.is_floating_point:
        a, b = got.to(torch.float64), wanted.to(torch.float64)
        same |= torch.isnan(a) & torch.isnan(b)
        if tolerance:
            same |= a == b
            same |= (a - b).abs() <= tolerance * b.abs().clamp(min=1.0)
        got, wanted = a, b
    different = torch.nonzero(~same).flatten()
    if len(different) == 0:
        return None
    at = int(different[0])
    shown = f"[{at}] is {got[at].item()!r}, Nereid {wanted[at].item()!r}"
    return shown + (f", and {len(different) - 1} more" if len(different) > 1 else "")


def launch(module, case):
    kernel = getattr(module, case["kernel"])
    arguments, options = {}, {}
    grid = (1,)
    tensors = {name: tensor_of(*value) for name, value in case["before"].items()}
    for name, text in case["words"]:
        if name == "grid":
            grid = tuple(int(part) for part in text.strip("()").split(",") if part.strip())
        elif name in ("num_warps", "num_stages"):
            options[name] = int(text)
        elif name in ("debug", "enable_fp_fusion"):
            options[name] = text == "True"
        elif name not in OPTIONS and name not in tensors:
            arguments[name] = parse_scalar(module, text)
    arguments.update(tensors)
    if all(grid):
        kernel[grid](**arguments, **options)
    import torch
    torch.cuda.synchronize()
    return tensors


def judge(module, case):
    expects_error = bool(case["codes"])
    try:
        tensors = launch(module, case)
    except Exception as error:  # whatever upstream raises is its answer
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        text = f"{type(error).__name__}: {lines[-1][:160] if lines else ''}"
        is_broken = "CUDA" in str(error) and "error" in str(error)
        return ("both refuse" if expects_error else "refused"), text, is_broken
    if expects_error:
        return "accepted", "", False
    for name, (element, bits) in case["after"].items():
        difference = first_difference(element, tensors[name], bits, case["tolerance"])
        if difference:
            return "differ", f"{name}{difference}", False
    return "agree", "", False


def work(cases, results, deadline):
    """Judges cases in order; ends early if a launch broke the context."""
    import torch
    import triton
    triton.set_allocator(lambda size, alignment, stream: torch.empty(size, dtype=torch.int8, device="cuda"))
    modules = {}
    for case in cases:
        if time.time() > deadline:
            results.put((case["id"], "unjudged", "out of time"))
            continue
        if case["skip"]:
            results.put((case["id"], "unjudged", case["skip"]))
            continue
        try:
            if case["file"] not in modules:
                modules[case["file"]] = load_module(case["file"])
            verdict, text, is_broken = judge(modules[case["file"]], case)
        except Exception as error:
            verdict, text, is_broken = "refused", f"{type(error).__name__}: {error}"[:200], False
        results.put((case["id"], verdict, text))
        if is_broken:
            os._exit(1)


def run_all(cases, jobs, seconds):
    """(verdict, text) by case id. Kernels are dealt to workers, the ones with most cases first."""
    context = multiprocessing.get_context("spawn")
    deadline = time.time() + seconds
    by_kernel = collections.defaultdict(list)
    for case in cases:
        by_kernel[case["file"], case["kernel"]].append(case)
    chunks = [group[i:i + 40] for group in by_kernel.values() for i in range(0, len(group), 40)]
    shares = [[] for _ in range(jobs)]
    for chunk in sorted(chunks, key=len, reverse=True):
        min(shares, key=len).extend(chunk)
    shares = [share[::-1] for share in shares]  # if the time is up, many cases of one kernel are left
    results, verdicts = context.Queue(), {}
    start = lambda share: context.Process(target=work, args=(share, results, deadline), daemon=True)
    workers = [(start(share), share) for share in shares if share]
    for process, _ in workers:
        process.start()
    while workers and time.time() < deadline + 30:
        try:
            while True:
                identity, verdict, text = results.get(timeout=0.2)
                verdicts[identity] = (verdict, text)
        except Exception:  # the queue is empty
            pass
        for i, (process, share) in enumerate(workers):
            if process.is_alive():
                continue
            left = [case for case in share if case["id"] not in verdicts]
            if process.exitcode == 0 or not left:
                workers.pop(i)
            else:
                if process.exitcode != 1:  # it died in a launch, without saying so
                    verdicts[left[0]["id"]] = ("refused", f"the process ended with {process.exitcode}")
                    left = left[1:]
                workers[i] = (start(left), left)
                workers[i][0].start()
            break
    return verdicts


def read_cases(path):
    cases = []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            case = json.loads(line)
            case["id"] = len(cases)
            cases.append(case)
    return cases


def write_markdown(path, cases, verdicts, title):
    counts = collections.Counter(verdict for verdict, _ in verdicts.values())
    with open(path, "w", encoding="utf-8") as out:
        out.write(f"# {title}\n\n")
        out.write(", ".join(f"{count} {verdict}" for verdict, count in counts.most_common()) + "\n\n")
        out.write("| file | kernel | agree | differ | refused | other | example |\n|---|---|---|---|---|---|---|\n")
        groups = collections.defaultdict(list)
        for case in cases:
            groups[case["file"], case["kernel"]].append((case, *verdicts[case["id"]]))
        for (file, kernel), rows in groups.items():
            of = collections.Counter(verdict for _, verdict, _ in rows)
            other = len(rows) - of["agree"] - of["differ"] - of["refused"]
            example = next((f"{case['name']}: {text}" for case, verdict, text in rows
                            if verdict in ("differ", "refused", "accepted")), "").replace("|", "\\|")
            out.write(f"| {file} | {kernel} | {of['agree']} | {of['differ']} | {of['refused']} | {other} | {example} |\n")


def main():
    parser = argparse.ArgumentParser(description="conformance cases under upstream Triton")
    parser.add_argument("records")
    parser.add_argument("--markdown")
    parser.add_argument("--json")
    parser.add_argument("--jobs", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=220)
    parser.add_argument("--filter", default="")
    parser.add_argument("--after", help="a --json of before: only the cases that it did not reach, and new ones")
    arguments = parser.parse_args()
    import torch
    import triton
    title = f"Conformance under Triton {triton.__version__}, {torch.cuda.get_device_name()}"
    cases = [case for case in read_cases(arguments.records)
             if arguments.filter in f"{case['file']} {case['kernel']} {case['name']}"]
    if arguments.after:
        with open(arguments.after, encoding="utf-8") as rows:
            known = {(row["file"], row["kernel"], row["case"]) for row in json.load(rows)
                     if row["text"] != "out of time"}
        cases = [case for case in cases if (case["file"], case["kernel"], case["name"]) not in known]
    began = time.time()
    verdicts = run_all(cases, arguments.jobs, arguments.seconds)
    for case in cases:
        verdicts.setdefault(case["id"], ("unjudged", "out of time"))
    counts = collections.Counter(verdict for verdict, _ in verdicts.values())
    seen = collections.Counter()
    for case in cases:
        verdict, text = verdicts[case["id"]]
        key = (case["file"], case["kernel"], verdict)
        seen[key] += 1
        if verdict in ("differ", "refused", "accepted") and seen[key] <= 1:
            print(f"{verdict}: {case['file'].removeprefix('test/conformance/')} {case['kernel']} {case['name']}: {text}"[:170])
    print(title)
    print(f"{len(cases)} cases in {time.time() - began:.0f} s:",
          ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common()))
    if arguments.markdown:
        write_markdown(arguments.markdown, cases, verdicts, title)
    if arguments.json:
        rows = [{"file": case["file"], "kernel": case["kernel"], "case": case["name"],
                 "verdict": verdicts[case["id"]][0], "text": verdicts[case["id"]][1]} for case in cases]
        with open(arguments.json, "w", encoding="utf-8") as out:
            json.dump(rows, out, indent=0)


if __name__ == "__main__":
    main()
