"""The plan of the house holds: who may import what, and what no file may contain."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "weathergauge"
EDGES = ("cli", "server", "envs", "bots", "rulesets", "frame")
ROOMS = ("beside", "files", "match", "throwing")
"""The core's packages; its other modules stand in the hall."""


def imports(path: Path) -> Iterator[str]:
    """Every module a file imports, at its top or inside a function, by its full name."""
    home = path.relative_to(PACKAGE.parent).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                start = home[: len(home) - level + 1] if level else ()
                source = ".".join([*start, *([module] if module else [])])
                # `from weathergauge import cli` names a module, not only something in one.
                yield from (f"{source}.{alias.name}" for alias in names)


def outsiders(path: Path) -> set[str]:
    """The packages a file imports that are neither ours nor Python's own."""
    tops = {name.partition(".")[0] for name in imports(path)}
    return tops - sys.stdlib_module_names - {"weathergauge"}


def files_under(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (PACKAGE / folder).rglob("*.py"))


CORE = [*(path for path in sorted(PACKAGE.glob("*.py")) if path.name != "__main__.py"), *files_under(*ROOMS)]


def committed() -> list[Path]:
    """The files git keeps, or would keep once added."""
    try:
        listing = subprocess.run(
            ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
            text=True,
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is not a git checkout")
    return [path for name in listing.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def test_the_core_imports_nothing_that_is_built_on_it():
    """Dice, odds, charts and the rest know no ruleset, no bot and no command; what rulesets share knows none of them either."""
    above = tuple(f"weathergauge.{edge}" for edge in EDGES)
    for paths, higher in ((CORE, above), (files_under("frame"), above[:-1])):
        for path in paths:
            up = [name for name in imports(path) if any(name == one or name.startswith(one + ".") for one in higher)]
            assert not up, f"{path.relative_to(PACKAGE)} imports {', '.join(up)}"


def test_the_core_and_the_rules_need_only_msgspec():
    """Rules run wherever Python and msgspec do."""
    for path in [*CORE, *files_under("frame", "rulesets")]:
        extra = outsiders(path) - {"msgspec"}
        assert not extra, f"{path.relative_to(ROOT)} imports {', '.join(sorted(extra))}"


def test_only_the_suite_needs_pytest():
    """Whoever plays has no tools for tests installed: nothing but the room of the suite asks for them, or for the room."""
    for path in {*PACKAGE.rglob("*.py")} - {*files_under("testing")}:
        tools = outsiders(path) & {"pytest", "hypothesis"}
        assert not tools, f"{path.relative_to(ROOT)} imports {', '.join(sorted(tools))}"
        suite = [name for name in imports(path) if name.startswith("weathergauge.testing")]
        assert not suite, f"{path.relative_to(ROOT)} imports {', '.join(suite)}"
    for path in files_under("testing"):
        extra = outsiders(path) - {"msgspec", "pytest", "hypothesis"}
        assert not extra, f"{path.relative_to(ROOT)} imports {', '.join(sorted(extra))}"


def test_shared_geometry_needs_only_python():
    """The free table's geometry can be lifted out and used on its own."""
    for path in files_under("freetable"):
        ours = {name for name in imports(path) if name.startswith("weathergauge")}
        foreign = outsiders(path) | {name for name in ours if not name.startswith("weathergauge.freetable")}
        assert not foreign, f"{path.relative_to(ROOT)} imports {', '.join(sorted(foreign))}"


def test_rules_have_no_clock_and_no_dice_of_their_own():
    """Chance comes from the dice handed in, and nothing depends on when or where a rule runs."""
    forbidden = {"random", "secrets", "time", "datetime", "uuid"}
    for path in files_under("frame", "rulesets", "freetable"):
        hidden = {name.partition(".")[0] for name in imports(path)} & forbidden
        assert not hidden, f"{path.relative_to(ROOT)} imports {', '.join(sorted(hidden))}"


def test_rules_remember_nothing_but_what_is_kept():
    """A memory of the table last looked at serves one match: on a server they would push each other out. `kept` serves all."""
    for path in files_under("rulesets"):
        assert "functools.lru_cache" not in imports(path), f"{path.relative_to(PACKAGE)}: use frame.memory"
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        known = {
            target.id
            for node in tree.body
            if isinstance(node, ast.Assign | ast.AnnAssign)
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }
        inside = [node for one in ast.walk(tree) if isinstance(one, ast.FunctionDef) for node in ast.walk(one)]
        for node in inside:
            at = f"{path.relative_to(PACKAGE)}, line {getattr(node, 'lineno', 0)}"
            assert not isinstance(node, ast.Global), f"{at}: a global is changed"
            if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
                assert ast.unparse(node.value) not in known, (
                    f"{at}: {ast.unparse(node)} is changed; use frame.memory.kept"
                )


def test_the_core_says_what_it_is_given():
    """`Any` stands in the hall of the core only where a title's own values pass through: fewer than sixty times."""
    hall = [path.read_text(encoding="utf-8") for path in sorted(PACKAGE.glob("*.py"))]
    assert sum(len(re.findall(r"\bAny\b", text)) for text in hall) < 60


def test_nobody_reaches_through_a_match_to_its_course():
    """How a match stands is asked of `Match`, so that its course can be built otherwise; `course()` of a convoy is her way."""
    for path in {*PACKAGE.rglob("*.py")} - {*files_under("match")}:
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr == "course" and id(node) not in called:
                raise AssertionError(
                    f"{path.relative_to(PACKAGE)}, line {node.lineno}: {ast.unparse(node)}; give Match what is wanted"
                )


@pytest.mark.parametrize("ruleset", sorted(path.parent.name for path in PACKAGE.glob("rulesets/*/rules.py")))
def test_no_rule_is_handed_a_log(ruleset: str):
    """What happens is told through the dice, which know its account and whose throws they were."""
    for path in files_under(f"rulesets/{ruleset}"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            if isinstance(node, ast.arg) and node.arg == "log":  # a ship of wsim has a log of another kind
                kind = "" if node.annotation is None else ast.unparse(node.annotation)
                assert not kind.startswith("list"), (
                    f"{path.name}, line {node.lineno}: a log is handed on; use dice.tell"
                )
            if isinstance(node, ast.Attribute) and ast.unparse(node) == "dice.account":
                raise AssertionError(
                    f"{path.name}, line {node.lineno}: the account is cut by hand; dice.tell takes it along"
                )


@pytest.mark.parametrize("rules", sorted((PACKAGE / "rulesets").glob("*/rules.py")), ids=lambda path: path.parent.name)
def test_rules_are_little_more_than_the_turn_sheet(rules: Path):
    """A reader finds the order of the turn on one page: 60 to 120 lines; the rest is the frame's or a chapter's."""
    assert 60 <= len(rules.read_text(encoding="utf-8").splitlines()) <= 120


def test_nobody_asks_whether_rules_have_a_member():
    """What a ruleset may say is written down in `Ruleset` with what holds where it says nothing: rules are not felt over."""
    for path in [*PACKAGE.rglob("*.py"), *(ROOT / "benchmarks").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            match node:
                case ast.Call(func=ast.Name(id="getattr" | "hasattr"), args=[asked, *_]):
                    assert not re.search(r"\brules(_for)?(\(.*\))?$", ast.unparse(asked)), (
                        f"{path.relative_to(ROOT)}, line {node.lineno}: {ast.unparse(node)}; "
                        "give the member to Ruleset, with a default"
                    )


def test_every_test_says_in_a_sentence_what_is_true():
    """Whoever reads a test, or its failure, finds its sentence: a docstring that ends like one and is not the name again."""
    silent = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        classes = [part for node in tree.body if isinstance(node, ast.ClassDef) for part in node.body]
        for node in [*tree.body, *classes]:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                said = ast.get_docstring(node) or ""
                again = re.sub(r"\W+", "_", said.lower()).strip("_") == node.name.removeprefix("test_")
                if again or not re.search(r"""[.!?…]["')]?$""", said):
                    silent.append(f"{path.relative_to(ROOT)}: {node.name}")
    assert silent == []


def test_importing_the_package_loads_nothing_else():
    """Start-up stays quick: the package itself is a version and a sentence."""
    code = "import sys; before = set(sys.modules); import weathergauge; print(*sorted(set(sys.modules) - before))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout
    assert loaded.split() == ["weathergauge"]


def test_lock_files_name_no_host():
    """Whoever installs chooses where packages come from."""
    locks = sorted(ROOT.glob("*.lock"))
    assert locks
    for path in locks:
        text = path.read_text(encoding="utf-8")
        assert "://" not in text, f"{path.name} names a host"
        assert "--hash=sha256:" in text, f"{path.name} has no hashes"


def test_no_file_names_a_package_registry_or_somebodys_home():
    """What is committed works anywhere: it names no download host and no path of one machine."""
    # Put together here, so that this file does not contain what it looks for.
    hosts = [
        ".".join(parts) for parts in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com"))
    ]
    wrong = re.compile("|".join([*map(re.escape, hosts), r"(?<![\w.])/(?:home|root|Users)/\w"]))
    for path in committed():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture, say
        found = wrong.findall(text)
        assert not found, f"{path.relative_to(ROOT)} contains {found[0]!r}"
