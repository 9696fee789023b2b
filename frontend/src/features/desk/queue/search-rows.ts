import { shortId } from "~/lib/format";
import type { QueueItem } from "../shared/types";

const digits = (text: string) => text.replace(/\D/g, "");

/** The country code of a complete phone number. */
const COUNTRY_CODE = /(^|\s)\+?1[ .-]*(?=\(?[2-9]\d\d\)?[ .-]*\d{3}[ .-]*\d{4}(?!\w))/g;

/** Leave out apostrophes, so that "obrien" finds "O'Brien", also as phones type it: "O’Brien". */
const plain = (text: string) => text.toLowerCase().replace(/['’]/g, "");

/** Return whether a row has all the words: in its name, place, email addresses, phone number, ID or text. */
export function matches(item: QueueItem, q: string): boolean {
  const { customerName, email, phone, city, streetAddress, summary, otherSender, question, id } = item;
  const texts = [customerName, email, city, streetAddress, summary, otherSender, question, shortId(id)];
  const all = plain(texts.filter(Boolean).join(" "));
  const number = digits(phone ?? "");
  return plain(q)
    .replace(COUNTRY_CODE, "$1")
    .split(/\s+/)
    .every((word) => all.includes(word) || (digits(word).length > 2 && number.includes(digits(word))));
}
