/** Return the `tel:` or `sms:` URL of a phone number as people write it; without country code it is North American. */
export function phoneHref(scheme: "tel" | "sms", phone: string): string {
  const digits = phone.replace(/\D/g, "");
  const whole = phone.trim().startsWith("+") || (digits.length === 11 && digits.startsWith("1"));
  return `${scheme}:+${whole ? "" : "1"}${digits}`;
}
