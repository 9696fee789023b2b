"""A rehearsal: a day of the season in minutes, with everything that can break breaking (``devtools.rehearse``)."""
