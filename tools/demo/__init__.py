"""The demo's data: two accounts and a season in full swing. Only in DEBUG."""
