"""A person's data: export as one archive, erasure, and retention."""
