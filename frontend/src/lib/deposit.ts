/** Stripe's minimum card payment, in cents. */
const MIN_CHARGE_CENTS = 50;

/**
 * Return the deposit on a price in cents: `percent` of it, rounded half up, or null if that is too little to charge.
 * The server has the same rule (`quotes/deposits.py`) and decides.
 */
export function depositOf(cents: number, percent: number): number | null {
  const deposit = Math.floor((cents * percent + 50) / 100);
  return deposit >= MIN_CHARGE_CENTS ? deposit : null;
}
