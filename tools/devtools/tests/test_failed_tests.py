"""``make test`` ends with the names of the tests that failed."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from devtools import test as make_test
from devtools.supervisor import Failed

TESTS = """
import pytest

def test_price():
    assert 2 == 3, "the wrong price"

@pytest.fixture
def database():
    raise OSError("no database")

def test_order(database): ...

def test_passes(): ...

@pytest.mark.skip
def test_skipped(): ...
"""
# What Playwright writes: its message has only the place.
BROWSER = """<testsuites><testsuite><testcase name="a tree is ordered" classname="trees.spec.ts">
<failure message="trees.spec.ts:5:1 a tree is ordered"><![CDATA[  [phone] > trees.spec.ts:5:1 > a tree is ordered

    Error: expect(locator).toBeVisible() failed

      5 | await expect(thanks).toBeVisible()
]]></failure></testcase></testsuite></testsuites>"""


def test_names_failed_tests_and_what_went_wrong(tmp_path: Path) -> None:
    (tmp_path / "test_trees.py").write_text(TESTS)
    report = tmp_path / "report.xml"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir=.", f"--junitxml={report}"]
    assert subprocess.run([*command, "test_trees.py"], cwd=tmp_path, capture_output=True).returncode == 1

    counts, failures = make_test.read(report)

    assert counts == {"passed": 1, "failed": 2, "skipped": 1}
    assert make_test.summary(counts) == "1 passed, 2 failed, 1 skipped"
    assert failures[0].startswith("test_trees > test_price: AssertionError: the wrong price")
    assert failures[1].startswith("test_trees > test_order:")
    assert "no database" in failures[1]


def test_says_what_went_wrong_in_the_browser(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(BROWSER)
    assert make_test.read(report)[1] == [
        "trees.spec.ts > a tree is ordered: Error: expect(locator).toBeVisible() failed"
    ]


def test_part_without_a_report_has_no_tests(tmp_path: Path) -> None:
    assert make_test.read(tmp_path / "none.xml") == ({}, [])


def test_part_whose_report_was_cut_off_says_so(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(BROWSER[:100])
    with pytest.raises(Failed, match="The report of the tests was cut off"):
        make_test.read(report)


@pytest.mark.parametrize(
    ("code", "counts", "properly"),
    [
        (0, {"passed": 2}, True),
        (1, {"passed": 2, "failed": 1}, True),
        (1, {"passed": 2}, False),  # such as an error outside of the tests
        (0, {"skipped": 2}, False),
        (5, {}, False),
    ],
)
def test_part_that_ended_early_is_noticed(code: int, counts: dict[str, int], properly: bool) -> None:
    assert make_test.ran_properly(code, Counter(counts)) is properly
