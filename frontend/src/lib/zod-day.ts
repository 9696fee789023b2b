import * as z from "zod";
import { easternDay, easternToday } from "./eastern";
import "./zod-messages";

/** Return the text's Eastern day as `YYYY-MM-DD`; undefined if it is neither a day nor an ISO instant. */
function toDay(text: string): string | undefined {
  const time = Date.parse(text);
  if (!/^\d{4}-\d{2}-\d{2}(T.+)?$/.test(text) || Number.isNaN(time)) return undefined;
  // "2090-02-30" parses as 2 March in some engines: a day that does not survive the round trip does not exist.
  const date = text.slice(0, 10);
  if (new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10) !== date) return undefined;
  return text.length === 10 ? text : easternDay(new Date(time));
}

/** An optional day from today on, as the calendar gives it or as an ISO instant. An empty text is no day. */
export const optionalFutureDay = z
  .string()
  .trim()
  .superRefine((value, context) => {
    if (!value) return;
    const day = toDay(value);
    const problem = !day ? "Invalid date" : day < easternToday() && "Please pick today or a later date";
    if (problem) context.addIssue({ code: "custom", message: problem });
  })
  .nullish()
  .transform((value) => value || undefined);
