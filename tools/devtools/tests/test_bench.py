"""``make bench`` fails if the product misses a target."""

import pytest

from devtools import bench_api


@pytest.mark.parametrize(
    ("connections", "rates", "met"),
    [(16, (50.0, 100.0), True), (16, (49.0, 100.0), False), (1, (49.0, 100.0), True)],
)
def test_target_counts_with_many_connections(
    connections: int, rates: tuple[float, float], met: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench_api.judge("GET /api/quotes", connections, *rates) is met
    assert ("missed" in capsys.readouterr().out) is not met
