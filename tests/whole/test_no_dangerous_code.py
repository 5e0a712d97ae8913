"""User input is never executed: checked by static analysis of the program."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "kgdesk"
MODULES = {
    "pickle",
    "cPickle",
    "marshal",
    "shelve",
    "dill",
    "cloudpickle",
    "joblib",
    "code",
    "codeop",
    "yaml",
}
CALLS = {"eval", "exec", "compile", "__import__"}
QUERIES = {"execute", "executemany", "executescript", "pragma"}


def dangers(source: str, name: str = "x.py") -> list[str]:
    """Return the constructs in a file that could execute their input."""
    found = []
    nodes = list(ast.walk(ast.parse(source)))
    used = {
        f"{node.value.id}.{node.attr}"
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    for node in nodes:
        where = f"{name}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Import):
            found += [f"{where} imports {a.name}" for a in node.names if dangerous(a.name, used)]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in MODULES:
            found.append(f"{where} imports {node.module}")
        elif isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Name) and called.id in CALLS:
                found.append(f"{where} calls {called.id}")
            if any(k.arg == "allow_pickle" and not is_false(k.value) for k in node.keywords):
                found.append(f"{where} allows pickle")
            if any(k.arg == "shell" and not is_false(k.value) for k in node.keywords):
                found.append(f"{where} starts a shell")
            if isinstance(called, ast.Attribute) and called.attr in QUERIES and node.args:
                found += [f"{where} builds SQL from values" for _ in [0] if builds(node.args[0])]
    return found


def dangerous(module: str, used: set[str]) -> bool:
    """Return whether an import can execute its input; importing only an exception class cannot."""
    taken = {name for name in used if name.startswith(f"{module}.")}
    return module.split(".", maxsplit=1)[0] in MODULES and not (taken and taken <= {"pickle.UnpicklingError"})


def is_false(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is False


def builds(query: ast.expr) -> bool:
    """Return whether SQL text is composed of anything but constants of the program."""
    if isinstance(query, ast.JoinedStr):
        return not all(is_own(v.value) for v in query.values if isinstance(v, ast.FormattedValue))
    if isinstance(query, ast.BinOp):
        return builds(query.left) or builds(query.right)
    if isinstance(query, ast.Call) and isinstance(query.func, ast.Attribute) and query.func.attr == "format":
        return not is_composed(query)
    return False


#: Admitted parts of a query: each is a constant of the program, or a number.
OWN = {"RECORD_FORMAT", "APPLICATION_ID", "setting", "where"}


def is_own(node: ast.expr) -> bool:
    named = node.left if isinstance(node, ast.BinOp) else node
    return isinstance(named, ast.Name) and (named.id in OWN or named.id.startswith("_"))


def is_composed(query: ast.Call) -> bool:
    """Return whether names are quoted by the library: ``sql.SQL(text).format(sql.Identifier(name))``."""
    calls = [a.func for a in query.args if isinstance(a, ast.Call) and isinstance(a.func, ast.Attribute)]
    return len(calls) == len(query.args) and all(call.attr == "Identifier" for call in calls)


def test_no_file_of_the_program_runs_what_it_is_given() -> None:
    files = sorted(PACKAGE.rglob("*.py"))
    assert len(files) > 200
    named = [(path.read_text(encoding="utf-8"), path.relative_to(PACKAGE).as_posix()) for path in files]
    assert [danger for source, name in named for danger in dangers(source, name)] == []


@pytest.mark.parametrize(
    "source",
    [
        "import pickle",
        "import pickle\npickle.loads(text)\nraise pickle.UnpicklingError",
        "from marshal import loads",
        "eval(text)",
        "exec(text)",
        "numpy.load(path, allow_pickle=True)",
        "subprocess.run(text, shell=True)",
        "db.execute(f'SELECT {name}')",
        "db.execute('SELECT ' + f'{name}')",
        "db.execute('SELECT {}'.format(name))",
        "db.execute(sql.SQL('GRANT x TO {}').format(name))",
        "__import__(name)",
    ],
)
def test_the_reader_of_code_finds_each_danger(source: str) -> None:
    assert dangers(source)


@pytest.mark.parametrize(
    "source",
    [
        "db.execute('SELECT ?', (name,))",
        "db.execute(f'SELECT {_COLUMNS} FROM event')",
        "numpy.load(path, allow_pickle=False)",
        "db.execute(sql.SQL('GRANT x TO {}').format(sql.Identifier(role)))",
        "re.compile(text)",
        "import pickle\nDAMAGED = (OSError, pickle.UnpicklingError)",
    ],
)
def test_the_reader_of_code_lets_honest_code_pass(source: str) -> None:
    assert dangers(source) == []
