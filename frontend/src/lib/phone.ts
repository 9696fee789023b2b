/** Format a US number in E.164 as "(603) 555-0142"; anything else is returned unchanged. */
export function formatPhone(number: string): string {
  return number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3");
}

/**
 * Return the `tel:` or `sms:` URL of a phone number in any notation. Without a country code it is North American. What
 * follows the number is left out, such as an extension, since phones would dial it as part of the number.
 */
export function phoneHref(scheme: "tel" | "sms", phone: string): string {
  const number = phone.replace(/^[^\d+]+/, "").replace(/(\d{4})\)?\s*[^\d\s().+\p{Pd}].*$/su, "$1");
  const digits = number.replace(/\D/g, "");
  const whole = number.startsWith("+") || (digits.length === 11 && digits.startsWith("1"));
  return `${scheme}:+${whole ? "" : "1"}${digits}`;
}
