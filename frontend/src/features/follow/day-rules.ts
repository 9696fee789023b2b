import { zodResolver } from "@hookform/resolvers/zod";
import * as z from "zod";
import { optionalFutureDay } from "~/lib/zod-day";

const schema = z.object({
  preferredDeliveryDate: optionalFutureDay.pipe(z.string({ error: "Please pick a day" })),
});

export type DayValues = z.input<typeof schema>;
export type DayOutput = z.output<typeof schema>;

/** The rules for a preferred day. */
export const resolver = zodResolver(schema);
