"""Staff: their roles, invitations, and the events that owners see."""
