import * as z from "zod";
import { catalog } from "~/api/catalog.gen";
import { heardFromAnswers } from "~/api/heard-from";
import type { Campaign } from "~/lib/campaign";
import { optionalFutureDay } from "~/lib/zod-day";
import { characters, email, text, unlessBlank } from "~/lib/zod-messages";

const STATE_MESSAGE = "State must be 2 characters (e.g., NH)";
const ZIP_MESSAGE = "Invalid ZIP code format";

/** A required text with one message for all errors. */
function requiredText(message: string, isValid: (value: string) => boolean) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? message : undefined) })
    .trim()
    .refine(isValid, { error: message });
}

const treeSizes = catalog.treeSizes.map(({ id }) => id);
const yesNo = z.boolean().nullish();

/** The tree order form's rules and messages: the same as the server's, tested on one table of inputs. */
export const treeOrderSchema = z.object({
  customerName: text({ message: "Name must be at least 2 characters", min: 2, max: 200 }),
  customerEmail: email("Invalid email address"),
  customerPhone: text({ message: "Phone number must be at least 10 digits", min: 10, max: 40 }),
  addressLine1: text({ message: "Please provide a street address", min: 5, max: 255 }),
  addressLine2: text({ max: 255 }).nullish(),
  city: text({ message: "City is required", min: 2, max: 100 }),
  state: requiredText(STATE_MESSAGE, (value) => characters(value) === 2).transform((value) =>
    value.toUpperCase(),
  ),
  zipCode: requiredText(ZIP_MESSAGE, (value) => /^\d{5}(-\d{4})?$/.test(value)),
  treeSize: z.enum(treeSizes),
  preferredDeliveryDate: optionalFutureDay,
  includeTreeStand: yesNo,
  includeTreeLights: yesNo,
  includeWreaths: yesNo,
  includeDisposal: yesNo,
  textUpdates: yesNo,
  notes: text({ max: 2000 }).nullish(),
  heardFrom: unlessBlank(z.enum(heardFromAnswers)),
  campaign: z.custom<Campaign>().optional(),
  website: z.string().nullish(),
});

/** The form's values while it is being filled in. */
export type TreeOrderFormValues = z.input<typeof treeOrderSchema>;
/** The validated values. */
export type TreeOrderFormOutput = z.output<typeof treeOrderSchema>;
