/** Brands whose name is not Stripe's identifier with a capital letter. */
const brands: Record<string, string> = {
  amex: "American Express",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

/** "Visa ending in 4242". */
export function cardName({ brand, last4 }: { brand: string; last4: string }): string {
  const name = brands[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1);
  return `${name} ending in ${last4}`;
}
