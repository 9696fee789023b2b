/** Format a US number in E.164 as "(603) 555-0142"; anything else is returned unchanged. */
export function formatPhone(number: string): string {
  return number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3");
}

/** Return the `tel:` or `sms:` URL of a phone number in any notation. Without a country code it is North American. */
export function phoneHref(scheme: "tel" | "sms", phone: string): string {
  const digits = phone.replace(/\D/g, "");
  const whole = phone.trim().startsWith("+") || (digits.length === 11 && digits.startsWith("1"));
  return `${scheme}:+${whole ? "" : "1"}${digits}`;
}
