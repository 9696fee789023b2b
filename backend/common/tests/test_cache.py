"""The cache in the database: entries are written once, expire, and are never dropped while they are valid."""

import pytest
from django.core.cache import cache
from django.db import connection

from common.tasks import forget_cache_entries
from testing.helpers import in_threads


def _size() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM common_cache")
        size: int = cursor.fetchone()[0]
        return size


def test_cache_entry_is_added_once_until_it_expires(db: None) -> None:
    assert cache.add("lock", 1, 300)
    assert not cache.add("lock", 2, 300)
    assert cache.get("lock") == 1
    cache.set("lock", 3, -5)
    assert cache.get("lock") is None
    assert cache.add("lock", 4, 300)
    assert cache.get("lock") == 4


def test_cache_entry_can_be_extended_but_not_revived(db: None) -> None:
    cache.set("key", {"tries": [1.5]}, 1)
    assert cache.touch("key", 300)
    assert cache.get("key") == {"tries": [1.5]}
    cache.set("key", 1, -5)
    assert not cache.touch("key", 300)
    assert not cache.touch("nothing", 300)


@pytest.mark.django_db(transaction=True)
def test_cache_lock_is_given_to_one_at_a_time() -> None:
    assert sorted(in_threads(8, lambda number: cache.add("lock", number, 300))) == [False] * 7 + [True]


def test_expired_cache_entries_are_deleted_and_valid_ones_kept(db: None) -> None:
    cache.clear()
    for number in range(20):
        cache.set(f"old-{number}", 1, -5)
    cache.set("valid", 1, 300)
    cache.set("forever", 1, None)
    assert _size() == 22
    forget_cache_entries(timestamp=0)
    assert _size() == 2
    assert cache.get_many(["valid", "forever"]) == {"valid": 1, "forever": 1}
