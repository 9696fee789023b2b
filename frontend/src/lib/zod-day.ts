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
  // Midnight in UTC is how a date without a time is sent: it means its own calendar day.
  return text.length === 10 || /T00:00:00(\.000)?Z$/.test(text) ? date : easternDay(new Date(time));
}

function optionalDayWith(problemOf: (day: string) => string | false) {
  return z
    .string()
    .trim()
    .superRefine((value, context) => {
      if (!value) return;
      const day = toDay(value);
      const problem = day ? problemOf(day) : "Invalid date";
      if (problem) context.addIssue({ code: "custom", message: problem });
    })
    .nullish()
    .transform((value) => value || undefined);
}

/** An optional day, either as the calendar returns it or as an ISO instant. An empty text means no day. */
export const optionalDay = optionalDayWith(() => false);

/** An optional day from today on. */
export const optionalFutureDay = optionalDayWith(
  (day) => day < easternToday() && "Please pick today or a later date",
);
