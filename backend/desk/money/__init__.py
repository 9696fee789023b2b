"""The page "Money" of the desk: what came in, what is due, payouts, disputes and the accountant's file."""
