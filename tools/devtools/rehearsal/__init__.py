"""A rehearsal: a day of the season in minutes, while everything that can break does (``devtools.rehearse``)."""
