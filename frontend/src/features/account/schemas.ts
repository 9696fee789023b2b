import * as z from "zod";
import { characters, text } from "~/lib/zod-messages";

const stateMessage = "State must be 2 characters (e.g., NH)";
const zipMessage = "Invalid ZIP code format";

/** The rules and messages of a saved address, which are the same as for a tree order's delivery address. */
export const addressSchema = z.object({
  label: text({ max: 100 }),
  street: text({ message: "Please provide a street address", min: 5, max: 255 }),
  city: text({ message: "City is required", min: 2, max: 100 }),
  state: z
    .string()
    .trim()
    .refine((value) => characters(value) === 2, { error: stateMessage })
    .transform((value) => value.toUpperCase()),
  zipCode: z
    .string()
    .trim()
    .refine((value) => /^\d{5}(-\d{4})?$/.test(value), { error: zipMessage }),
});

/** The values of the address form. */
export type AddressValues = z.input<typeof addressSchema>;

/** The rules of the contact settings. Only the server checks whether the number is a phone number. */
export const contactSchema = z.object({
  channel: z.enum(["email", "sms", "phone"]),
  number: text({ max: 40 }),
  textUpdates: z.boolean(),
});

/** The rules of the customer's own name. */
export const profileSchema = z.object({
  firstName: text({ max: 100 }),
  lastName: text({ max: 100 }),
});
