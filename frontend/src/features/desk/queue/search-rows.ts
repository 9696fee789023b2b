import { shortId } from "~/lib/format";
import type { QueueItem } from "../shared/types";

const digits = (text: string) => text.replace(/\D/g, "");

/** Return whether a row has all the words: in its name, place, email addresses, phone number, ID or text. */
export function matches(item: QueueItem, q: string): boolean {
  const { customerName, email, phone, city, streetAddress, summary, otherSender, question, id } = item;
  const texts = [customerName, email, city, streetAddress, summary, otherSender, question, shortId(id)];
  const all = texts.filter(Boolean).join(" ").toLowerCase();
  const number = digits(phone ?? "");
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word) || (digits(word).length > 2 && number.includes(digits(word))));
}
