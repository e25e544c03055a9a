"""The reference of the language: docs/language, a page per family of functions.

    reference.py                       what is stale or missing in the pages; exit 1 if anything
    reference.py --write               write signatures and the index anew
    reference.py --names NEREID        what `nereid` has in triton.language and no page explains
    reference.py --run NEREID DEVICE PAGE   run a page's examples, which check themselves
    reference.py --wrong NEREID PAGE   run the page's wrong statements: each is told its code

A page is written by hand, except what stands under a heading that names functions:

    ## load

    ```tl
    tl.load(pointer, mask=None, ...)      read from the product's own records, never by hand
    ```

    What it means, its errors by code (NR0304 becomes [NR0304], and its link stands at the end),
    ```python blocks, which run as one script after PREAMBLE, and ```python wrong blocks: a
    statement a line, each put into WRONG alone, and the code of what is said about it.

The records are BuiltinSpecs (builtins.cpp, libdevice.cpp), the functions of library.py and the
parameters of loops (for_loops.cpp). Types have no signature there: a page spells theirs itself.
"""
import ast
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
SEMA = ROOT / "src" / "sema"
DOCS = ROOT / "docs" / "language"
PAGES = ["program", "creation", "types", "shape", "math", "libdevice", "reduce", "dot", "memory",
         "atomics", "random", "control", "debug"]
PREFIX = {"libdevice": "extra.libdevice."}  # of the names in a page's headings
PREAMBLE = "import torch; import triton; import triton.language as tl"
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
SIGNATURES = re.compile(r"\n```tl\n.*?```\n", re.DOTALL)
CODE = re.compile(r"^```.*?^```|(?<![\[/`])\b(NR\d{4})\b", re.DOTALL | re.MULTILINE)
LINKS = re.compile(r"^\[NR\d{4}\]: \.\./errors/.*\n", re.MULTILINE)


# -- The records ---


def literal(text):
    """Adjacent C++ string literals as one string."""
    return "".join(ast.literal_eval(part) for part in re.findall(r'"(?:[^"\\]|\\.)*"', text))


def constants(source):
    return {name: literal(text)
            for name, text in re.findall(r'\b(k\w+) =\s*((?:"[^"]*"\s*)+)[,;]', source)}


def must_match(found, wanted, where):
    if len(found) != wanted:
        sys.exit(f"{where}: {wanted} records, but {len(found)} were understood")


def spec_records():
    """name -> (parameters, is also a member) of builtins.cpp."""
    source = (SEMA / "builtins.cpp").read_text()
    known = constants(source)
    found = re.findall(r'\b(function|method)<\w+>\(\s*"([^"]+)",\s*(k\w+|(?:"[^"]*"\s*)+)\)', source)
    must_match(found, len(re.findall(r"\b(?:function|method)<apply", source)), "builtins.cpp")
    return {name: (known.get(text) if text in known else literal(text), form == "method")
            for form, name, text in found}


def math_records():
    source = (SEMA / "rules" / "libdevice.cpp").read_text()
    known = constants(source)
    parameters = lambda text: known[text] if text in known else literal(text)
    table = source[source.index("kLibdevice[] = {"):]
    table = table[:table.index("\n};")]
    lines = re.findall(r'^    \{"(\w+)", (k\w+|"[^"]*"),', table, re.MULTILINE)
    must_match(lines, len(re.findall(r"^    \{", table, re.MULTILINE)), "libdevice.cpp")
    records = {"extra.libdevice." + name: (parameters(text), False) for name, text in lines}
    floats = source[source.index("kFloatFunctions = {"):]
    for name in re.findall(r'"(\w+)"', floats[:floats.index("}")]):
        records[name] = (known["kOne"], True)
    for name, text in re.findall(r'push_back\(\{"(\w+)", (k\w+), guarded<\w+>, true\}\)', source):
        records[name] = (parameters(text), True)
    return records


def library_records():
    tree = ast.parse((SEMA / "library.py").read_text())
    functions = [node for node in tree.body
                 if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]
    for parameter in (arg for node in functions for arg in node.args.args):
        parameter.annotation = None
    return {node.name: (ast.unparse(node.args), False) for node in functions}


def loop_records():
    """tl.range and tl.static_range: bounds, and the hints of the former."""
    source = (SEMA / "for_loops.cpp").read_text()
    hints = re.findall(r'"(\w+)"', source[source.index("kHints[] = {"):].split("}")[0])
    bounds = [name + ("=None" if optional == "true" else "")
              for name, optional in re.findall(r'\{"(\w+)", (?:bounds|FormalKind::Normal), (true|false)\}', source)]
    return {"range": (", ".join(bounds + [hint + "=None" for hint in hints]), False),
            "static_range": (", ".join(bounds), False)}


def plain_names():
    """Types, constants and what steers loops: names without a signature."""
    source = (SEMA / "language_module.cpp").read_text()
    names = re.findall(r'(?:addType|module\.set|\badd)\(\s*"([A-Za-z]\w+)"', source)
    steering = re.search(r'for \(std::string_view name : (\{"range".*?\})', source, re.DOTALL)
    names += re.findall(r'"(\w+)"', steering[1])
    decorators = (ROOT / "src" / "host" / "triton_extern.cpp").read_text()
    names += re.findall(r'language->define\("([A-Za-z]\w+)"', decorators)
    return names + [name for name, _ in dtypes()]


def dtypes():
    """(python name, bits) of every element type."""
    source = (ROOT / "src" / "base" / "scalar.cpp").read_text()
    python = lambda name: re.sub("^fp", "float", re.sub("^bf", "bfloat", name))
    return [(python(name), int(bits))
            for bits, name in re.findall(r'\{Scalar::\w+, (\d+), "(\w+)"', source)]


def all_records():
    return {**spec_records(), **math_records(), **library_records(), **loop_records()}


# -- Pages ---


def fill(parts, separator, width, indent=""):
    """The parts in lines, broken only between them."""
    text = separator.join(part.replace(" ", "\0") for part in parts)
    return textwrap.fill(text, width, subsequent_indent=indent, break_long_words=False,
                         break_on_hyphens=False).replace("\0", " ")


def call(callee, parameters):
    return fill(f"{callee}({parameters})".split(", "), ", ", 96, "    ")


def signature(name, record):
    """The lines that show how `name` is called."""
    parameters, is_member = record
    first, _, rest = parameters.partition(", ")
    last = name.rsplit(".", 1)[-1]
    if name.startswith("descriptor."):
        return [call("descriptor." + last, rest)]
    if is_member and first in ("self", "desc"):
        return [call(("x." if first == "self" else "descriptor.") + last, rest)]
    lines = [call("tl." + name, parameters)]
    if is_member:
        lines.append(call("x." + name, rest))
    return lines


def headed(page, heading):
    prefix = PREFIX.get(page, "")
    return [prefix + name for name in heading.split(", ")]


def path_of(page):
    return DOCS / f"{page}.md"


def sections(page):
    """[(heading, its names, the text below)] of a page, after the text above all of them."""
    pieces = HEADING.split(path_of(page).read_text())
    pairs = zip(pieces[1::2], pieces[2::2])
    return pieces[0], [(heading, headed(page, heading), body) for heading, body in pairs]


def render_page(page, records):
    text, parts = sections(page)
    for heading, names, body in parts:
        signed = [name for name in names if name in records]
        if signed:
            lines = [line for name in signed for line in signature(name, records[name])]
            meaning = SIGNATURES.sub("", body, count=1).lstrip("\n")
            body = "\n\n```tl\n" + "\n".join(lines) + "\n```\n\n" + meaning
        text += f"## {heading}{body}"
    bracket = lambda found: f"[{found[1]}]" if found[1] else found[0]  # not in a block
    text = CODE.sub(bracket, LINKS.sub("", text)).rstrip() + "\n"
    links = [f"[{code}]: ../errors/{code}.md" for code in sorted(set(re.findall(r"NR\d{4}", text)))]
    return text + "".join(line + "\n" for line in (["", *links] if links else []))


def anchor(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def render_index():
    above = path_of("README").read_text().split("\n## Pages\n")[0].rstrip()
    lines = [above, "", "## Pages", ""]
    for page in PAGES:
        title = path_of(page).read_text().splitlines()[0].lstrip("# ")
        lines += [f"### [{title}]({page}.md)", ""]
        links = [f"[{heading}]({page}.md#{anchor(heading)})" for heading, *_ in sections(page)[1]]
        lines += [fill(links, " · ", 100), ""]
    return "\n".join(lines).rstrip() + "\n"


def documented():
    return [name for page in PAGES for _, names, _ in sections(page)[1] for name in names]


def missing_and_unknown(records):
    entries = documented()
    known = set(records) | set(plain_names())
    problems = [f"no page explains tl.{name}" for name in sorted(known - set(entries))]
    problems += [f"no record is called {name}" for name in entries if name not in known]
    problems += [f"{name} has {entries.count(name)} entries" for name in set(entries)
                 if entries.count(name) > 1]
    problems += [f"{heading} of {page}.md says nothing" for page in PAGES
                 for heading, _, body in sections(page)[1]
                 if SIGNATURES.sub("", body).strip()[:3] in ("", "```")]
    shown = " ".join(examples(page) or "" for page in PAGES)
    problems += [f"{name} stands in no example" for name in entries
                 if not re.search(rf"\b{name.rsplit('.', 1)[-1]}\b", shown)]
    for page in PAGES:
        for code in sorted(set(re.findall(r"NR\d{4}", path_of(page).read_text()))):
            if not (ROOT / "docs" / "errors" / f"{code}.md").exists():
                problems.append(f"{page}.md names {code}, which no page of docs/errors explains")
        if not wrong_statements(page):
            problems.append(f"{page}.md shows no mistake")
    return problems


def refresh(write):
    """Problems left: with `write`, stale text is none."""
    records = all_records()
    problems = missing_and_unknown(records)
    fresh = {page: render_page(page, records) for page in PAGES}
    for page, text in [*fresh.items(), ("README", render_index())]:
        path = path_of(page)
        if path.read_text() == text:
            continue
        if write:
            path.write_text(text)
            print(f"wrote {path.relative_to(ROOT)}")
        else:
            problems.append(f"{path.relative_to(ROOT)} is stale: ./dev bless docs/language")
    return problems


# -- What the product says ---


def nereid(binary, words):
    """One run with a home of its own."""
    with tempfile.TemporaryDirectory() as home:
        environment = {"PATH": os.environ["PATH"], "HOME": home, "LANG": "C.UTF-8"}
        return subprocess.run([binary, *words], env=environment, text=True, capture_output=True)


def run_script(binary, device, text, name):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / f"{name}.py"
        path.write_text(text)
        return nereid(binary, ["run", f"--device={device}", str(path)])


def examples(page):
    """The page's ```python blocks as one script in which every line keeps its number."""
    inside, lines, count = False, [], 0
    for line in path_of(page).read_text().splitlines():
        if line == "```python":
            inside, count = True, count + 1
            lines.append("")
        elif line.startswith("```"):
            inside = False
            lines.append("")
        else:
            lines.append(line if inside else "")
    return "\n".join([PREAMBLE, *lines[1:]]) + "\n" if count else None


def run_examples(binary, device, page):
    done = run_script(binary, device, examples(page), page)
    print(done.stdout + done.stderr, end="")
    return [] if done.returncode == 0 else [f"{page}.md: an example fails on {device}"]


WRONG = """
@triton.jit
def pair(a, b):
    return a, b


@triton.jit
def kernel(p, n):
    i, j = tl.arange(0, 4), tl.arange(0, 8)
    m = i[:, None] + i[None, :]
    f = i.to(tl.float32)
    STATEMENT


kernel[(1,)](torch.zeros(64, dtype=torch.int32), 7)
"""


def wrong_statements(page):
    """[(statement, the code that it gets)]"""
    blocks = re.findall(r"^```python wrong\n(.*?)^```", path_of(page).read_text(),
                        re.DOTALL | re.MULTILINE)
    return [tuple(re.split(r"  +# ", line)) for block in blocks for line in block.splitlines()]


def run_wrong(binary, page):
    problems = []
    for statement, code in wrong_statements(page):
        done = run_script(binary, "interp", PREAMBLE + WRONG.replace("STATEMENT", statement), page)
        said = re.findall(r"\[(NR\d{4})\]", done.stderr)
        if said != [code]:
            problems.append(f"{page}.md: {statement}: {' '.join(said) or 'nothing'}, not {code}")
    return problems


LISTING = """
import triton.language as tl
for prefix, module in [("", tl), ("math.", tl.math), ("random.", tl.random),
                       ("extra.cuda.", tl.extra.cuda), ("target_info.", tl.target_info),
                       ("extra.libdevice.", tl.extra.libdevice)]:
    for name in dir(module):
        print(prefix + name)
"""
MODULES = {"core", "standard", "math", "random", "extra", "target_info", "extra.cuda.libdevice"}


def unexplained(binary):
    done = run_script(binary, "interp", LISTING, "names")
    if done.returncode != 0:
        return [done.stderr]
    entries = set(documented())
    # A name in `math` or `random` is the same function as the one it is explained as.
    homes = lambda name: {name, *(home + name.rsplit(".", 1)[-1]
                                  for home in ("", "extra.libdevice.")
                                  if name.startswith(("math.", "random.")))}
    return [f"no page explains tl.{name}" for name in done.stdout.split()
            if name not in MODULES and not name.startswith("_") and not homes(name) & entries]


def main():
    words = sys.argv[1:]
    if words[:1] == ["--run"]:
        problems = run_examples(*words[1:])
    elif words[:1] == ["--names"]:
        problems = unexplained(words[1])
    elif words[:1] == ["--wrong"]:
        problems = run_wrong(*words[1:])
    else:
        problems = refresh(write=words == ["--write"])
    print("\n".join(problems), end="\n" if problems else "")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
