"""The demo's data: two accounts in the middle of a season. Only in DEBUG."""
