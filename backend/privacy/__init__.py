"""A person's data: what there is, as one archive; what is erased, what is kept, and for how long."""
