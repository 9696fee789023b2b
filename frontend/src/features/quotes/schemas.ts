import * as z from "zod";
import { heardFromAnswers } from "~/api/heard-from";
import type { Campaign } from "~/lib/campaign";
import { optionalDay } from "~/lib/zod-day";
import { email, text, unlessBlank } from "~/lib/zod-messages";
import type { Design } from "./quote-look";

const packageMessage = "Please select a service package";

const squareFootage = z
  .number()
  .min(0)
  .transform(Math.round)
  .pipe(z.number().max(10_000_000))
  .nullish()
  .transform((value) => value ?? undefined);

/** A number chosen with radio buttons, whose values are strings, or null if none is selected. */
const radioNumber = (min: number, max: number, error: string) =>
  z.preprocess(
    (value) =>
      value === null || value === "" ? undefined : typeof value === "string" ? Number(value) : value,
    z.int().min(min, { error }).max(max, { error }).optional(),
  );

/** The quote form's rules and messages: the same as the server's, tested on one table of inputs. */
export const quoteSchema = z.object({
  fullName: text({ message: "Full name is required", min: 1, max: 200 }),
  email: email("Valid email is required"),
  phone: text({ message: "Phone number is required", min: 1, max: 40 }),
  city: text({ message: "City is required", min: 1, max: 100 }),
  streetAddress: text({ max: 255 }).optional(),
  addressId: z.string().nullish(),
  servicePackage: z.enum(["basic", "premium", "commercial"], {
    error: (issue) => (issue.input == null || typeof issue.input === "string" ? packageMessage : undefined),
  }),
  squareFootage,
  storeys: radioNumber(1, 10, "Enter 1 to 10 stories"),
  frontWidthFeet: radioNumber(10, 1000, "Enter a front width of 10 to 1,000 feet"),
  preferredStartDate: optionalDay,
  addOns: z
    .array(text({ min: 1, max: 100 }))
    .max(20)
    .default([]),
  comments: text({ max: 5000 }).optional(),
  textUpdates: z.boolean().default(false),
  communicationPreference: z.enum(["email", "sms", "phone"]).default("email"),
  design: z.custom<Design>().optional(),
  heardFrom: unlessBlank(z.enum(heardFromAnswers)),
  campaign: z.custom<Campaign>().optional(),
  website: z.string().nullish(),
});

/** The form's values while it is being filled in. */
export type QuoteFormValues = z.input<typeof quoteSchema> & {
  /** The name of the city if "Other" is selected. */
  otherCity?: string | undefined;
};
/** The validated values. */
export type QuoteFormOutput = z.output<typeof quoteSchema>;
